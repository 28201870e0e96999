import Foundation
import GLibBridge
import LoopTesting
import TestFiles
import TestSupport
import TouristSession
import TravelModel
import Widgets
import XCTest

@testable import MapWidget

/// When tiles are asked for, and when they are left alone.
final class TileLoaderTests: XCTestCase {
  func testARefusalIsToldOnceAndOpenStreetMapLeftAloneForTheDay() throws {
    try onMainLoop {
      let map = MapOfTiles()
      map.answer = .refused
      let loader = map.loader(of: .openStreetMap)
      var told: [TileReach] = []
      loader.onReach = { told.append($0) }
      for column in 0..<4 { await map.fill(column, by: loader) }
      XCTAssertEqual(map.asked.count, 1)
      XCTAssertEqual(told, [.refused])
      // Neither does the next start ask.
      try await TestSupport.wait { map.refusal != nil }
      let second = map.loader(of: .openStreetMap)
      XCTAssertTrue(second.isResting)
      await map.fill(0, by: second)
      XCTAssertEqual(map.asked.count, 1)
      // The next day does.
      let refusal = try XCTUnwrap(map.refusal)
      let yesterday = Date(timeIntervalSinceNow: -25 * 3600)
      try FileManager.default.setAttributes([.modificationDate: yesterday], ofItemAtPath: refusal)
      map.answer = map.tile()
      let third = map.loader(of: .openStreetMap)
      XCTAssertFalse(third.isResting)
      await map.fill(0, by: third)
      XCTAssertEqual(map.asked.count, 2)
    }
  }

  func testAServerOfTheUsersIsAskedAgainAndItsRefusalTold() throws {
    try onMainLoop {
      let map = MapOfTiles()
      map.answer = .refused
      let loader = map.loader(of: try TileTemplate("https://tile.example/{z}/{x}/{y}.png"))
      var told: [TileReach] = []
      loader.onReach = { told.append($0) }
      // One tile may be refused for itself.
      await map.fill(0, by: loader)
      XCTAssertEqual(told, [])
      for column in 1..<3 { await map.fill(column, by: loader) }
      XCTAssertEqual(told, [.refused])
      map.answer = map.tile()
      loader.retry()
      try await TestSupport.wait { told.last == .reachable }
      XCTAssertFalse(loader.isResting)
      loader.close()
    }
  }

  func testAServerThatDoesNotProveWhoItIsIsToldAndAskedAgain() throws {
    try onMainLoop {
      let map = MapOfTiles()
      map.answer = .untrusted
      let loader = map.loader(of: .openStreetMap)
      var told: [TileReach] = []
      loader.onReach = { told.append($0) }
      for column in 0..<3 { await map.fill(column, by: loader) }
      XCTAssertEqual(Set(told), [.untrusted])
      XCTAssertFalse(loader.isResting)
      map.answer = map.tile()
      loader.retry()
      try await TestSupport.wait { told.last == .reachable }
      loader.close()
    }
  }

  func testATileThatIsGivenUpIsAskedForNoMore() throws {
    try onMainLoop {
      let map = MapOfTiles()
      var isAsked = false
      var isCancelled = false
      let loader = TileLoader(template: .openStreetMap, cacheFolder: nil) { _, _ in
        isAsked = true
        do { try await Task.sleep(for: .seconds(3600)) } catch { isCancelled = true }
        return .missing
      }
      let asking = Task { await map.fill(0, by: loader) }
      try await TestSupport.wait(for: "the request") { isAsked }
      asking.cancel()
      await asking.value
      try await TestSupport.wait(for: "the end of the request") { isCancelled }
    }
  }

  func testATileOfAFileThatIsNoPictureIsMissingAndNothingElse() throws {
    try onMainLoop {
      let folder = TemporaryFolder()
      let picture = plainPicture("png", width: 256, height: 256)
      var tiles = SampleTile.all(ofZoom: 2, Array("no picture".utf8))
      tiles[5].picture = picture
      try Data(PMTilesParts(tiles).bytes).write(
        to: URL(fileURLWithPath: "\(folder.path)/map.pmtiles"))
      let loader = TileLoader(try await MapFile.open("\(folder.path)/map.pmtiles"))
      var told: [TileReach] = []
      loader.onReach = { told.append($0) }
      var shown: [Int] = []
      for (number, tile) in tiles.enumerated() {
        await loader.load(TilePlace(x: tile.x, y: tile.y, zoom: 2)) { _ in shown.append(number) }
      }
      XCTAssertEqual(shown, [5])
      XCTAssertEqual(told, [])
    }
  }

  func testATileIsKeptForAsLongAsTheServerSays() throws {
    try onMainLoop {
      let map = MapOfTiles()
      let loader = map.loader(of: .openStreetMap)
      for (column, lifetime) in [nil, 100_000, 3600, 0].enumerated() {
        map.answer = map.tile(lifetime: lifetime)
        await map.fill(column, by: loader)
        try await TestSupport.wait(for: "the tile in the cache") { map.files.count > column }
        try map.ageFiles(hours: 2)
        map.answer = .unchanged(lifetime: 100_000)
        guard lifetime.map({ $0 < 7200 }) == true else {
          map.asked = []
          await map.fill(column, by: loader)
          XCTAssertEqual(map.asked, [], "\(lifetime ?? -1)")
          continue
        }
        // The cache learns the tag a little after it has the file.
        try await TestSupport.wait(for: "a request with the tag") {
          map.asked = []
          await map.fill(column, by: loader)
          return map.asked == ["\"tag\""]
        }
        // Now it lives for as long as was said with that.
        try await TestSupport.wait(for: "no more requests") {
          map.asked = []
          await map.fill(column, by: loader)
          return map.asked.isEmpty
        }
      }
    }
  }
}

/// Tiles of a server that a test has in hand, and the cache of them.
@MainActor
private final class MapOfTiles {
  var answer = TileAnswer<Bytes>.missing
  /// The entity tags that the server was told, of all requests.
  var asked: [String?] = []
  private let folder = TemporaryFolder()

  func loader(of template: TileTemplate) -> TileLoader {
    TileLoader(template: template, cacheFolder: folder.path) { [unowned self] _, tag in
      asked.append(tag)
      return answer
    }
  }

  func tile(lifetime: Int? = nil) -> TileAnswer<Bytes> {
    let picture = plainPicture("png", width: 256, height: 256)
    return .tile(Bytes(copying: picture), entityTag: "\"tag\"", lifetime: lifetime)
  }

  /// Asks for a tile as the map does, and waits for the answer.
  func fill(_ column: Int, by loader: TileLoader) async {
    await loader.load(TilePlace(x: column, y: 1, zoom: 4)) { _ in }
  }

  /// The tiles that the cache has, and that are written.
  var files: [String] {
    paths.filter {
      $0.hasSuffix(".png") && FileManager.default.contents(atPath: $0)?.isEmpty == false
    }
  }

  /// Lets all tiles in the cache be older than they are.
  func ageFiles(hours: Double) throws {
    let then = Date(timeIntervalSinceNow: -hours * 3600)
    for file in files {
      try FileManager.default.setAttributes([.modificationDate: then], ofItemAtPath: file)
    }
  }

  /// The file that tells of a refusal.
  var refusal: String? { paths.first { $0.hasSuffix("refused") } }

  private var paths: [String] {
    let all = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return all?.map { "\(folder.path)/\($0)" } ?? []
  }
}
