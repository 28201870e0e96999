import Foundation
import GLibBridge
import Imaging
import LoopTesting
import TestFiles
import TestSupport
import Testing
import TravelModel
import XCTest

@testable import MapWidget

private let place = TilePlace(x: 4148, y: 2817, zoom: 13)

/// A street from west to east through the middle of a square, and a picture in its upper left quarter.
private let street = VectorLayer.tile([
  VectorLayer("grid", lines: [[(0, 0), (4096, 4096)]]),
  VectorLayer("sequences", lines: [[(0, 2048), (2048, 2048), (4096, 2048)]]),
  VectorLayer("pictures", points: [(1024, 1024)]),
])

/// Where there are pictures of streets, as vector tiles tell it, also those that lie.
struct StreetTileTests {
  @Test func waysAndPicturesAreRead() throws {
    let tile = try #require(StreetTile(street, at: place))
    #expect(tile.ways == [[SIMD2(0, 0.5), SIMD2(0.5, 0.5), SIMD2(1, 0.5)]])
    #expect(tile.pictures == [SIMD2(0.25, 0.25)])
    #expect(StreetTile([], at: place)?.ways == [])
  }

  @Test func whatIsDamagedIsRefusedOrReadAsFarAsItGoes() {
    var refused = 0
    for count in 1..<street.count {
      if StreetTile(Array(street[..<count]), at: place) == nil { refused += 1 }
    }
    // It is whole where a layer ends.
    #expect(refused == street.count - 3)
    let lies: [[UInt8]] = [
      Array(repeating: 0xFF, count: 200), Array("<html>Please log in</html>".utf8),
      [0x1A, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F],
      // More points than there are bytes, a line that has not begun, and an unknown command.
      square([0xF9, 0xFF, 0xFF, 0xFF, 0x0F, 0, 0]), square([10, 0, 0]), square([13, 0, 0]),
      // Units without width.
      VectorLayer.tile([VectorLayer("sequences", lines: [])]).replacing(
        [0x28, 0x80, 0x20], with: [0x28, 0x80, 0]),
    ]
    for lie in lies { #expect(StreetTile(lie, at: place) == nil) }
  }

  @Test func whatIsTooFarAwayOrTooMuchIsRefused() {
    let far = VectorLayer("sequences", lines: [[(0, 2048), (Int(Int32.max), 2048)]])
    #expect(StreetTile(VectorLayer.tile([far]), at: place) == nil)
    let many = VectorLayer("sequences", lines: [Array(repeating: (7, 7), count: 300_001)])
    #expect(StreetTile(VectorLayer.tile([many]), at: place) == nil)
    #expect(StreetTile(Array(repeating: 0, count: 5 << 20), at: place) == nil)
  }

  @Test func aTileOfTheMapShowsItsPart() throws {
    let tile = try #require(StreetTile(street, at: place))
    func alphas(_ x: Int, _ y: Int, zoom: Int, scale: Int = 1) -> [[UInt8]]? {
      let part = TilePlace(x: x, y: y, zoom: zoom)
      guard let picture = tile.picture(of: part, scale: scale)?.picture else { return nil }
      return picture.pixels.withUnsafeBytes { bytes in
        (0..<picture.size.height).map { y in
          (0..<picture.size.width).map { bytes[y * picture.stride + 4 * $0 + 3] }
        }
      }
    }
    let whole = try #require(alphas(place.x, place.y, zoom: 13))
    #expect(whole[127][20] == 255 && whole[128][200] == 255)
    #expect(whole[64][64] == 255 && whole[100][100] == 0 && whole[20][20] == 0)
    // The line is as wide in each zoom, and sharp on a fine screen.
    let quarter = try #require(alphas(place.x * 2, place.y * 2, zoom: 14, scale: 2))
    #expect(quarter.count == 512 && quarter[511][100] == 255 && quarter[490][100] == 0)
    #expect(quarter[256][256] == 255)
    // Its end is seen in the neighbour below, too, and the farther ones have nothing.
    #expect(try #require(alphas(place.x * 2 + 1, place.y * 2 + 1, zoom: 14))[0][9] == 255)
    #expect(alphas(place.x * 4 + 3, place.y * 4, zoom: 15) == nil)
  }

  @Test func thePlaceNearestToAPressIsOnAWay() throws {
    let tile = try #require(StreetTile(street, at: place))
    #expect(tile.nearest(to: SIMD2(0.7, 0.51), within: 0.02) == SIMD2(0.7, 0.5))
    #expect(tile.nearest(to: SIMD2(0.26, 0.25), within: 0.02) == SIMD2(0.25, 0.25))
    #expect(tile.nearest(to: SIMD2(0.7, 0.6), within: 0.02) == nil)
  }

  private func square(_ geometry: [UInt8]) -> [UInt8] {
    let feature = [0x18, 2, 0x22, UInt8(geometry.count)] + geometry
    let layer = [0x0A, 9] + Array("sequences".utf8) + [0x12, UInt8(feature.count)] + feature
    return [0x1A, UInt8(layer.count)] + layer
  }
}

/// When the service is asked for it, and when it is left alone.
final class StreetCoverageTests: XCTestCase {
  @MainActor private final class Service {
    var asked: [[Int]] = []
    var answer: [UInt8]? = street
    var told = 0

    func coverage(firstDelay: Duration = .seconds(60)) -> StreetCoverage {
      StreetCoverage(firstDelay: firstDelay, onFailure: { [self] _ in told += 1 }) {
        [self] x, y, zoom in try await get(x, y, zoom)
      }
    }

    func get(_ x: Int, _ y: Int, _ zoom: Int) throws -> [UInt8] {
      asked.append([x, y, zoom])
      guard let answer else { throw SourceFailure.unreachable }
      return answer
    }
  }

  func testOneRequestDoesForSixteenTilesOfTheMap() throws {
    try onMainLoop {
      let service = Service()
      let coverage = service.coverage()
      let loads = (0..<16).map { number in
        Task {
          let tile = TilePlace(x: 4 * 4148 + number % 4, y: 4 * 2817 + number / 4, zoom: 15)
          await coverage.load(tile, scale: 1) { _ in }
        }
      }
      for load in loads { await load.value }
      XCTAssertEqual(service.asked, [[4148, 2817, 13]])
      // The deepest squares do for all closer views.
      await coverage.load(TilePlace(x: 4148 << 6, y: 2817 << 6, zoom: 19), scale: 1) { _ in }
      XCTAssertEqual(service.asked.last, [4148 << 2, 2817 << 2, 15])
      await coverage.load(TilePlace(x: 2074, y: 1408, zoom: 12), scale: 1) { _ in }
      XCTAssertEqual(service.asked.count, 2)
    }
  }

  func testAPressOnAWayTellsThePlace() throws {
    try onMainLoop {
      let coverage = Service().coverage()
      let middle = WorldPoint(x: 4148.5 / 8192, y: 2817.5 / 8192)
      var view = MapView(center: Mercator.coordinate(at: middle), zoom: 15.4)
      XCTAssertNil(coverage.place(at: middle, in: view))
      await coverage.load(TilePlace(x: 4 * 4148 + 2, y: 4 * 2817 + 2, zoom: 15), scale: 1) { _ in }
      let near = WorldPoint(x: middle.x, y: middle.y + 8 / (256 * exp2(15)))
      let found = try XCTUnwrap(coverage.place(at: near, in: view))
      XCTAssertLessThan(found.distance(to: Mercator.coordinate(at: middle)), 0.5)
      let far = WorldPoint(x: middle.x, y: middle.y + 30 / (256 * exp2(15)))
      XCTAssertNil(coverage.place(at: far, in: view))
      view.zoom = 12.9
      XCTAssertNil(coverage.place(at: near, in: view))
    }
  }

  func testAFailureIsToldOnceAndTheRestComesAsSoonAsAnyDoes() throws {
    try onMainLoop {
      let service = Service()
      service.answer = nil
      let coverage = service.coverage()
      func load(_ column: Int) -> Task<Void, Never> {
        Task {
          let tile = TilePlace(x: column, y: 4 * 2817, zoom: 15)
          await coverage.load(tile, scale: 1) { _ in }
        }
      }
      var loads = (0..<3).map { load(4 * (4148 + $0)) }
      try await TestSupport.wait { service.asked.count == 3 }
      // Another tile of a square that has failed waits with it; another square does not.
      loads.append(load(4 * 4148 + 1))
      service.answer = street
      loads.append(load(4 * 4152))
      for load in loads { await load.value }
      XCTAssertEqual(service.asked[3], [4152, 2817, 13])
      XCTAssertEqual(service.asked.count, 7)
      XCTAssertEqual(service.told, 1)
    }
  }

  func testASquareThatCouldNotBeReadIsAskedForAgainAfterAPause() throws {
    try onMainLoop {
      let service = Service()
      service.answer = Array("<html>Please log in</html>".utf8)
      let coverage = service.coverage(firstDelay: .milliseconds(1))
      var shown = 0
      let load = Task {
        let tile = TilePlace(x: 4 * 4148 + 1, y: 4 * 2817 + 2, zoom: 15)
        await coverage.load(tile, scale: 1) { _ in shown += 1 }
      }
      try await TestSupport.wait { service.asked.count == 3 }
      service.answer = street
      await load.value
      XCTAssertEqual(shown, 1)
      XCTAssertEqual(service.told, 1)
    }
  }
}
