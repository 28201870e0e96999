import TestSupport
import Testing
import TravelModel

@testable import Atlas

struct LandscapeTests {
  private static let path = OfflineOutlines.path.replacing(
    "outlines.atlas", with: "landscape.atlas")
  private static let carried = Result { try Landscape(file: path) }

  /// A lake and a river in every level of detail.
  private static let small: [UInt8] = {
    var content: [UInt8] = []
    func append(_ layer: LandscapeShapes.Layer, _ form: LandscapeFile.Form, count: UInt32) {
      content += [layer.rawValue, form.rawValue, 25, 0]
      for edge: Float in [0.25, 0.5, 0.75, 1] { content.append(littleEndian: edge.bitPattern) }
      content.append(littleEndian: count)
    }
    for _ in Detail.allCases {
      content.append(littleEndian: 2)
      content.append(littleEndian: 5)
      append(.lakes, .area, count: 3)
      append(.rivers, .line, count: 2)
      for point: UInt32 in [0, 0xFFFF, 0xFFFF_0000, 0, 0xFFFF_FFFF] {
        content.append(littleEndian: point)
      }
    }
    return content
  }()

  @Test func `the small content is read`() throws {
    let shapes = try Landscape(content: LandscapeTests.small).shapes(.medium)
    let lake = try #require(shapes.areas(.lakes).first)
    #expect(lake.minimumZoom == 2.5)
    #expect(
      shapes.points(of: lake) == [
        MapPoint(x: 0.25, y: 0.5), MapPoint(x: 0.75, y: 0.5), MapPoint(x: 0.25, y: 1),
      ])
    let river = try #require(shapes.lines(.rivers).first)
    #expect(shapes.points(of: river) == [MapPoint(x: 0.25, y: 0.5), MapPoint(x: 0.75, y: 1)])
    #expect(shapes.areas(.rivers).isEmpty && shapes.lines(.lakes).isEmpty)
  }

  @Test func `any cut shows as damage`() {
    let content = LandscapeTests.small
    for length in content.indices {
      #expect(throws: AtlasError.damaged) {
        try Landscape(content: Array(content[..<length]))
      }
    }
    #expect(throws: AtlasError.damaged) { try Landscape(content: content + [0]) }
  }

  @Test func `what is damaged is refused or lies on the map`() throws {
    let content = LandscapeTests.small
    var readings = Readings()
    for changed in Damage.bits(of: content) { try ask(changed, &readings) }
    for changed in Damage.bytes(of: content, count: 2000, seed: 21) { try ask(changed, &readings) }
    #expect(readings.read > 500)
    #expect(readings.refused > 1000)
  }

  private func ask(_ content: [UInt8], _ readings: inout Readings) throws {
    let landscape = try readings.attempt(or: AtlasError.self) { try Landscape(content: content) }
    guard let landscape else { return }
    for detail in Detail.allCases {
      let shapes = landscape.shapes(detail)
      for layer in LandscapeShapes.Layer.allCases {
        for piece in shapes.areas(layer) + shapes.lines(layer) {
          #expect(shapes.points(of: piece).allSatisfy { 0...1 ~= $0.x && 0...1 ~= $0.y })
        }
      }
    }
  }

  @Test(arguments: [
    (LandscapeShapes.Layer.lakes, -1.0, 33.0, true),  // Lake Victoria
    (.lakes, 47.7, -87.5, true),  // Lake Superior
    (.lakes, 45.75, -82.2, false),  // Manitoulin, an island in Lake Huron
    (.lakes, 48.85, 2.35, false),  // Paris
    (.glaciers, 64.4, -16.8, true),  // Vatnajökull
    (.glaciers, 46.0, 4.0, false),  // Burgundy
    (.urbanAreas, 48.85, 2.35, true),  // Paris
    (.urbanAreas, 23.0, 10.0, false),  // the Sahara
    (.depth200, 56.0, 3.0, false),  // the North Sea
    (.depth200, 45.0, -20.0, true),  // the Atlantic
    (.depth6000, 45.0, -20.0, false),
    (.depth6000, 11.35, 142.2, true),  // the Mariana Trench
  ])
  func whereThingsAre(
    _ layer: LandscapeShapes.Layer, _ latitude: Double, _ longitude: Double, _ isThere: Bool
  ) throws {
    let shapes = try LandscapeTests.carried.get().shapes(.fine)
    let place = Mercator.project(Coordinate(latitude: latitude, longitude: longitude)!)
    let pieces = shapes.areas(layer).filter {
      Double($0.bounds.maxX) > place.x
        && (Double($0.bounds.minY)...Double($0.bounds.maxY)).contains(place.y)
    }
    let turns = pieces.reduce(0) { turns, piece in
      let points = shapes.points(of: piece)
      return turns
        + zip(points, points.dropFirst() + points.prefix(1)).reduce(0) {
          let (a, b) = $1
          guard (Double(a.y) > place.y) != (Double(b.y) > place.y) else { return $0 }
          let part = (place.y - Double(a.y)) / Double(b.y - a.y)
          guard Double(a.x) + part * Double(b.x - a.x) > place.x else { return $0 }
          return $0 + (b.y > a.y ? 1 : -1)
        }
    }
    #expect((turns != 0) == isThere)
  }

  @Test func `each level has what is seen at its zooms`() throws {
    let landscape = try LandscapeTests.carried.get()
    var before = 0
    for detail in Detail.allCases {
      let shapes = landscape.shapes(detail)
      #expect(!shapes.areas(.lakes).isEmpty && !shapes.lines(.rivers).isEmpty)
      #expect(!shapes.areas(.depth4000).isEmpty)
      let count = shapes.lines(.rivers).count
      #expect(count > before)
      before = count
    }
  }
}
