import Glibc
import TestSupport
import Testing
import TravelModel

@testable import Atlas

struct LandmarkTests {
  private static let path = OfflineOutlines.path.replacing(
    "outlines.atlas", with: "landmarks.atlas")
  private static let carried = Result { try Landmarks(file: path) }

  /// A peak, and a sea with a line and a ring.
  private static let small: [UInt8] = {
    var content: [UInt8] = []
    content.append(varying: 2)
    for language in ["en", "fr"] { content.append(text: language) }
    content.append(varying: 2)
    for (kind, elevation, names) in [
      (Landmark.Kind.peak, 4807, ["Mont Blanc", ""]), (.sea, 0, ["North Sea", "Mer du Nord"]),
    ] {
      for number: UInt64 in [UInt64(kind.rawValue), 1000, 2000, 25, 120] {
        content.append(varying: number)
      }
      content.append(signed: elevation)
      content.append(text: "")
      for name in names { content.append(text: name) }
      content.append(varying: kind == .sea ? 1 : 0)
      if kind != .sea { content.append(varying: 0) }
    }
    let quarter = 1 << 20
    content.append(varying: 2)
    for step in [quarter, 2 * quarter, 2 * quarter, -quarter] { content.append(signed: step) }
    content.append(varying: 1)
    content.append(varying: 4)
    for step in [quarter, quarter, 2 * quarter, 0, 0, quarter, -2 * quarter, -quarter] {
      content.append(signed: step)
    }
    return content
  }()

  @Test func `the small content is read`() throws {
    let all = try Landmarks(content: LandmarkTests.small).all
    #expect(all.map(\.kind) == [.peak, .sea])
    #expect(all.map(\.elevation) == [4807, nil])
    #expect(all.map { $0.name(in: ["fr_FR"]) } == ["Mont Blanc", "Mer du Nord"])
    #expect(all[0].courses == [])
    #expect(all[1].courses == [[WorldPoint(x: 0.25, y: 0.5), WorldPoint(x: 0.75, y: 0.25)]])
    func point(_ x: Double, _ y: Double) -> WorldPoint { WorldPoint(x: x, y: y) }
    #expect(all[0].nearestPoint(to: point(0.5, 0.5)) == all[0].label)
    // Within the ring, beside it, and nearer to it across the date line.
    #expect(all[1].nearestPoint(to: point(0.7, 0.3)) == point(0.7, 0.3))
    #expect(all[1].nearestPoint(to: point(0.5, 0.125)) == point(0.5, 0.25))
    #expect(all[1].nearestPoint(to: point(0.125, 0.25)) == point(0.25, 0.25))
    #expect(all[1].nearestPoint(to: point(0, 0.25)) == point(0.25, 0.25))
    #expect(all[1].nearestPoint(to: point(1, 0.375)) == point(0.75, 0.375))
    #expect(all[0].minimumZoom == 2.5 && all[0].maximumZoom == 12)
  }

  @Test func `what is damaged is refused or lies on the map`() throws {
    let content = LandmarkTests.small
    for length in content.indices {
      #expect(throws: AtlasError.damaged) {
        try Landmarks(content: Array(content[..<length]))
      }
    }
    let damaged = Array(Damage.bits(of: content)) + Damage.bytes(of: content, count: 2000, seed: 22)
    var readings = Readings()
    for changed in damaged {
      let landmarks = try readings.attempt(or: AtlasError.self) { try Landmarks(content: changed) }
      for landmark in landmarks?.all ?? [] {
        #expect(0...1 ~= landmark.label.x && 0...1 ~= landmark.label.y)
        #expect(!landmark.name(in: []).isEmpty)
        let corner = landmark.nearestPoint(to: WorldPoint(x: 0, y: 0))
        #expect(-0.5...1 ~= corner.x && 0...1 ~= corner.y)
        for course in landmark.courses {
          #expect(course.count > 1 && course.allSatisfy { 0...1 ~= $0.x && 0...1 ~= $0.y })
        }
      }
    }
    #expect(readings.read > 200)
    #expect(readings.refused > 1000)
  }

  @Test func `no name is written across the world or far from what it names`() throws {
    // Antarctica goes around it.
    let wrong = try LandmarkTests.carried.get().all.filter { $0.label.y < 0.75 }.filter {
      landmark in
      landmark.courses.contains { course in
        let width = course.map(\.x).max()! - course.map(\.x).min()!
        let nearest = course.map { hypot($0.x - landmark.label.x, $0.y - landmark.label.y) }.min()!
        return width > 0.3 || landmark.kind != .river && nearest > 0.1
      }
    }
    #expect(wrong.map { $0.name(in: []) } == [])
  }

  @Test(arguments: [
    ("Corsica", "Corse"), ("Lake Garda", "Lago di Garda"), ("Lake Constance", "Bodensee"),
    ("Marshall Islands", "Marshall Isands"),
    ("Atacama Desert", "Desierto de Atacama"), ("Gulf of California", "Golfo de California"),
  ])
  func `a landmark has its English name and is found by the source’s`(
    _ english: String, _ local: String
  ) throws {
    let all = try LandmarkTests.carried.get().all
    #expect(all.contains { $0.name(in: ["en"]) == english })
    #expect(!all.contains { $0.name(in: ["en"]) == local })
    let found = NameSearch(countries: [], landmarks: all).search(local, limit: 3)
    #expect(
      found.contains {
        if case .landmark(let index) = $0.found { all[index].names["en"] == english } else { false }
      })
  }

  @Test(arguments: [
    ("Mount Everest", Landmark.Kind.peak, 27.99, 86.92), ("Sahara", .desert, 23, 10),
    ("Lake Victoria", .lake, -1, 33), ("Bay of Bengal", .bay, 14, 88),
    ("Amazon", .river, -3, -58), ("Alps", .range, 46.5, 10), ("Bayern", .province, 49, 11.4),
    ("Honshu", .island, 36, 138), ("Lake Maggiore", .lake, 46, 8.67),
  ])
  func `what everybody knows is named where it is`(
    _ name: String, _ kind: Landmark.Kind, _ latitude: Double, _ longitude: Double
  ) throws {
    let found = try LandmarkTests.carried.get().all.filter {
      $0.kind == kind && $0.names["en"] == name
    }
    let place = Mercator.project(Coordinate(latitude: latitude, longitude: longitude)!)
    #expect(found.contains { abs($0.label.x - place.x) < 0.06 && abs($0.label.y - place.y) < 0.06 })
  }

  @Test(arguments: [
    // The Rhine passes Basel and Cologne, the Nile Aswan and Khartoum, the Danube Vienna and Galați.
    ("Rhine", Landmark.Kind.river, [(47.56, 7.59), (50.94, 6.96)]),
    ("Nile", .river, [(24.09, 32.9), (15.6, 32.53)]),
    ("Danube", .river, [(48.21, 16.37), (45.43, 28.0)]),
    // The ranges' names lie on what has the name.
    ("Rocky Mountains", .range, [(51.2, -115.6), (39.6, -106.5)]),
    ("Himalayas", .range, [(32.8, 76.5), (27.8, 88.5)]),
    ("Red Sea", .sea, [(25, 35.5), (17, 40)]), ("Lake Baikal", .lake, [(55, 109.5)]),
    ("Adriatic Sea", .sea, [(43, 15)]),
  ])
  func `a name is written along what it names`(
    _ name: String, _ kind: Landmark.Kind, _ places: [(Double, Double)]
  ) throws {
    let landmark = try #require(
      try LandmarkTests.carried.get().all.first { $0.kind == kind && $0.names["en"] == name })
    for (latitude, longitude) in places {
      let place = Mercator.project(Coordinate(latitude: latitude, longitude: longitude)!)
      let distance =
        landmark.courses.flatMap { course in
          zip(course, course.dropFirst()).map { from, to in
            LandmarkTests.distance(place, from, to)
          }
        }.min() ?? 1
      // Two degrees of longitude.
      #expect(distance < 0.006, "\(distance)")
    }
  }

  private static func distance(
    _ place: WorldPoint, _ from: WorldPoint, _ to: WorldPoint
  ) -> Double {
    let (x, y) = (to.x - from.x, to.y - from.y)
    let square = x * x + y * y
    let part =
      square > 0
      ? min(1, max(0, ((place.x - from.x) * x + (place.y - from.y) * y) / square)) : 0
    let (dx, dy) = (place.x - from.x - part * x, place.y - from.y - part * y)
    return (dx * dx + dy * dy).squareRoot()
  }
}
