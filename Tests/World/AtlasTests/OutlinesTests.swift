import Glibc
import TestSupport
import Testing
import TravelModel

@testable import Atlas

/// The file of outlines, read once for all tests.
enum OfflineOutlines {
  static let path = "\(atlasFolder)/outlines.atlas"
  static let outlines = Result { try Outlines(file: path) }
}

struct OutlinesTests {
  let outlines: Outlines

  init() throws { outlines = try OfflineOutlines.outlines.get() }

  @Test func `a missing file is said to be unreadable`() {
    #expect(throws: AtlasError.unreadable) { try Outlines(file: "/nowhere") }
  }

  @Test func `every country has names and a place for them`() {
    #expect(outlines.countries.count > 240)
    for country in outlines.countries {
      #expect(!country.name(in: []).isEmpty)
      #expect((0...1).contains(country.label.x) && (0...1).contains(country.label.y))
      #expect(country.minimumZoom <= country.maximumZoom)
      #expect(country.code.isEmpty || country.code.count == 2)
    }
    let complete = outlines.countries.count { $0.names.count == 25 }
    #expect(complete > 230)
  }

  @Test func `a name is in the first language that there is`() throws {
    let germany = try #require(outlines.countries.first { $0.code == "DE" })
    #expect(germany.name(in: ["de_DE.UTF-8", "en"]) == "Deutschland")
    #expect(germany.name(in: ["tlh", "pt-BR", "en"]) == "Alemanha")
    #expect(germany.name(in: ["C"]) == "Germany")
    #expect(germany.name(in: []) == "Germany")
  }

  @Test(arguments: Detail.allCases)
  func `everything is on the map and whole`(detail: Detail) {
    let shapes = outlines.shapes(detail)
    #expect(shapes.points.allSatisfy { (0...1).contains($0.x) && (0...1).contains($0.y) })
    for ring in shapes.land {
      let points = shapes.points[ring.points]
      #expect(points.count >= 4 && points.first == points.last)
      #expect(ring.bounds == MapBounds(around: points))
      #expect(outlines.countries.indices.contains(ring.country))
      #expect(area(points) > 0)
    }
    for line in shapes.lines {
      #expect(line.points.count >= 2)
      #expect(line.bounds == MapBounds(around: shapes.points[line.points]))
    }
  }

  @Test(arguments: Detail.allCases)
  func `no line follows the cuts of the map`(detail: Detail) {
    let shapes = outlines.shapes(detail)
    for line in shapes.lines {
      for place in line.points.dropLast() {
        let (from, to) = (shapes.points[place], shapes.points[place + 1])
        #expect(!(from.x == to.x && (from.x == 0 || from.x == 1)))
        #expect(!(from.y == 1 && to.y == 1))
      }
    }
  }

  /// Neighbours have the same points along their border, and a border is drawn once.
  @Test(arguments: Detail.allCases)
  func `borders have land on both sides`(detail: Detail) {
    struct Edge: Hashable {
      let from: MapPoint
      let to: MapPoint
    }
    let shapes = outlines.shapes(detail)
    var sides: [Edge: Int] = [:]
    for ring in shapes.land {
      for place in ring.points.dropLast() {
        sides[Edge(from: shapes.points[place], to: shapes.points[place + 1]), default: 0] += 1
      }
    }
    var (shared, lonely, twice) = (0, 0, 0)
    var drawn: Set<Edge> = []
    let rings = shapes.land.last.map { $0.points.upperBound } ?? 0
    for line in shapes.lines where line.kind != nil && line.points.lowerBound < rings {
      for place in line.points.dropLast() {
        let edge = Edge(from: shapes.points[place], to: shapes.points[place + 1])
        let back = Edge(from: edge.to, to: edge.from)
        if sides[back] != nil { shared += 1 } else { lonely += 1 }
        if !drawn.insert(edge).inserted || drawn.contains(back) { twice += 1 }
      }
    }
    #expect(shared > 1000)
    // What is lonely lies along an enclave: the land around it has no hole.
    #expect(lonely * 20 < shared)
    #expect(twice * 100 < shared)
  }

  /// Of all land, in millions of square kilometres, lakes within included.
  @Test(arguments: zip(Detail.allCases, [0.02, 0.01, 0.01, 0.01]))
  func `every level has all the land`(detail: Detail, tolerance: Double) {
    let shapes = outlines.shapes(detail)
    let known = [
      "RU": 17.0, "CA": 10.0, "US": 9.5, "CN": 9.4, "BR": 8.5, "AU": 7.7, "IN": 3.15, "AR": 2.78,
      "DZ": 2.32, "CD": 2.34, "GL": 2.15, "MX": 1.96, "FR": 0.64, "DE": 0.357,
    ]
    var found: [String: Double] = [:]
    var fine: [String: Double] = [:]
    for (level, shapes) in [(0, shapes), (1, outlines.shapes(.fine))] {
      for ring in shapes.land {
        let area = squareKilometres(shapes.points[ring.points]) / 1_000_000
        let code = outlines.countries[ring.country].code
        if level == 0 { found[code, default: 0] += area } else { fine[code, default: 0] += area }
      }
    }
    for (code, area) in known {
      #expect(abs(found[code, default: 0] / area - 1) < 0.05, "\(code) \(found[code] ?? 0)")
    }
    let (total, all) = (found.values.reduce(0, +), fine.values.reduce(0, +))
    #expect(abs(total / all - 1) < tolerance, "\(total) of \(all)")
  }

  @Test func `a level is chosen for each zoom`() {
    #expect((0...9).map { Detail(zoom: $0).rawValue } == [0, 0, 0, 1, 1, 2, 3, 3, 3, 3])
    let counts = Detail.allCases.map { outlines.shapes($0).points.count }
    #expect(counts[0] * 3 < counts[1] && counts[1] * 3 < counts[2] * 2 && counts[2] * 3 < counts[3])
  }

  @Test func `disputed borders are marked in every level`() {
    for detail in Detail.allCases {
      let shapes = outlines.shapes(detail)
      for (latitude, longitude) in [
        (27.667, -10.5),  // Morocco and Western Sahara
        (9.6, 48.9),  // Somaliland
        (42.85, 21.38),  // Kosovo
        (35.17, 33.3),  // Cyprus
        (34.6, 74.2),  // Kashmir
        (10.16, 28.4),  // Abyei
        (33.0, 35.65),  // Golan
        (4.9, 35.6),  // Ilemi
        (22.0, 35.0),  // Hala'ib
        (28.2, 95.2),  // Arunachal Pradesh
      ] {
        let point = Mercator.project(Coordinate(latitude: latitude, longitude: longitude)!)
        let reach: Float = 0.004
        let box = MapBounds(
          minX: Float(point.x) - reach, minY: Float(point.y) - reach, maxX: Float(point.x) + reach,
          maxY: Float(point.y) + reach)
        #expect(
          shapes.lines.contains { line in
            line.kind == .disputed
              && line.points.dropLast().contains {
                MapBounds(around: shapes.points[$0...($0 + 1)]).meets(box)
              }
          }, "\(detail) \(latitude) \(longitude)")
      }
    }
  }

  private func area(_ ring: ArraySlice<MapPoint>) -> Double {
    zip(ring, ring.dropFirst()).reduce(0) { sum, edge in
      sum + Double(edge.0.x) * Double(edge.1.y) - Double(edge.1.x) * Double(edge.0.y)
    }
  }

  private func squareKilometres(_ ring: ArraySlice<MapPoint>) -> Double {
    func sine(_ y: Float) -> Double { tanh(.pi * (1 - 2 * Double(y))) }
    return zip(ring, ring.dropFirst()).reduce(0) { sum, edge in
      let width = Double(edge.1.x - edge.0.x) * 2 * .pi
      return sum + width * (sine(edge.0.y) + sine(edge.1.y)) / 2 * 6371 * 6371
    }
  }
}
