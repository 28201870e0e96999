import Testing
import TravelModel

@testable import Atlas

struct LandmarkTests {
  private static let path = OfflineOutlines.path.replacing(
    "outlines.atlas", with: "landmarks.atlas")
  private static let carried = Result { try Landmarks(file: path) }

  /// A peak and a sea.
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
    }
    return content
  }()

  @Test func theSmallContentIsRead() throws {
    let all = try Landmarks(content: LandmarkTests.small).all
    #expect(all.map(\.kind) == [.peak, .sea])
    #expect(all.map(\.elevation) == [4807, nil])
    #expect(all.map { $0.name(in: ["fr_FR"]) } == ["Mont Blanc", "Mer du Nord"])
    #expect(all[0].minimumZoom == 2.5 && all[0].maximumZoom == 12)
  }

  @Test func whatIsDamagedIsRefusedOrLiesOnTheMap() {
    let content = LandmarkTests.small
    for length in content.indices {
      #expect(throws: AtlasError.damaged(path: "")) {
        try Landmarks(content: Array(content[..<length]))
      }
    }
    let damaged = Array(Damage.bits(of: content)) + Damage.bytes(of: content, count: 2000, seed: 22)
    for changed in damaged {
      for landmark in (try? Landmarks(content: changed))?.all ?? [] {
        #expect(0...1 ~= landmark.label.x && 0...1 ~= landmark.label.y)
        #expect(!landmark.name(in: []).isEmpty)
      }
    }
  }

  @Test(arguments: [
    ("Mount Everest", Landmark.Kind.peak, 27.99, 86.92), ("Sahara", .desert, 23, 10),
    ("Lake Victoria", .lake, -1, 33), ("Bay of Bengal", .bay, 14, 88),
    ("Amazon", .river, -3, -58), ("Alps", .range, 46.5, 10), ("Bayern", .province, 49, 11.4),
    ("Honshu", .island, 36, 138),
  ])
  func whatEverybodyKnowsIsNamedWhereItIs(
    _ name: String, _ kind: Landmark.Kind, _ latitude: Double, _ longitude: Double
  ) throws {
    let found = try LandmarkTests.carried.get().all.filter {
      $0.kind == kind && $0.names["en"] == name
    }
    let place = Mercator.project(Coordinate(latitude: latitude, longitude: longitude)!)
    #expect(found.contains { abs($0.label.x - place.x) < 0.06 && abs($0.label.y - place.y) < 0.06 })
  }
}
