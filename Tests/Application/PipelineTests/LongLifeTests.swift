import CGLib
import Foundation
import SoupHTTP
import TestSupport
import TravelModel
import TravelStore
import XCTest

@testable import TouristSession

/// What is done again and again takes no more than it took the first times.
///
/// `make test-long` does it a thousand times: it opens 1,000 albums, makes 200 collections, undoes 2,000
/// removals, searches 500 times and imports 100 files.
final class LongLifeTests: PipelineTestCase {
  private static let firstRounds = 10

  func testALongLifeTakesNoMoreThanItsBeginning() throws {
    let wanted = ProcessInfo.processInfo.environment["VIRTUAL_TOURIST_ROUNDS"]
    let rounds = wanted.flatMap { Int($0) } ?? 3 * LongLifeTests.firstRounds
    try withPipeline { pipeline in
      pipeline.commonsOptions = "count=40"
      pipeline.options.count = 4
      pipeline.findsCopies = false
      let life = try await Life(in: pipeline)
      for number in 0..<LongLifeTests.firstRounds { try await life.live(number) }
      let counts = try await life.counts()
      let first = try await life.footprintAtRest()
      for number in LongLifeTests.firstRounds..<rounds { try await life.live(number) }
      let countsNow = try await life.counts()
      XCTAssertEqual(countsNow, counts)
      var last = life.footprint()
      do {
        try await pipeline.wait(for: "an end of what is not needed") {
          last = last.least(life.footprint())
          return last.isWithin(first)
        }
      } catch {
        XCTFail("\(last), and at first \(first)")
      }
    }
  }
}

/// What a person does in a round, the same things in each ten.
@MainActor
private final class Life {
  private let pipeline: Pipeline
  private var pins: [Pin] = []
  private let search: SearchModel
  private var session: Session { pipeline.session }

  private static let searches = ["munich", "48.85, 2.29", "victoria", "suva", "kyoto"]

  init(in pipeline: Pipeline) async throws {
    self.pipeline = pipeline
    search = SearchModel(
      world: pipeline.session.world, map: pipeline.session.map, languages: ["en"])
    for number in 0..<10 {
      let place = Coordinate(latitude: Double(number) * 6 - 30, longitude: 20)!
      pins.append(try await pipeline.dropPin(at: place))
    }
  }

  func live(_ number: Int) async throws {
    let album = session.albums.album(of: pins[number % pins.count])
    try await pipeline.settle(album)
    for _ in 0..<2 {
      await session.remove([album.photos[0]], from: album)
      _ = try await session.undo.applyLast(.undo)
    }
    if number.isMultiple(of: 5) {
      session.albums.newCollection(album)
      try await pipeline.settle(album)
    }
    XCTAssertEqual(album.tally.stored, 4, "\(number)")
    session.albums.release(album)
    if number.isMultiple(of: 2) {
      search.text = Life.searches[number / 2 % Life.searches.count]
      try await pipeline.wait(for: "results") { search.isCurrent }
      XCTAssertFalse(search.results.isEmpty, search.text)
    }
    if number.isMultiple(of: 10) { try await importPlaces() }
  }

  private func importPlaces() async throws {
    let file = "\(pipeline.folder)/places.csv"
    try "name,latitude,longitude\nOne,1,150\nTwo,2,151\nThree,3,152\n".write(
      toFile: file, atomically: true, encoding: .utf8)
    let found = try await session.readPlaces(of: file) { true }
    let made = try await session.makePins(found.new, along: found.routes)
    XCTAssertEqual(made.count, 3)
    _ = try await session.undo.applyLast(.undo)
  }

  /// How many of each thing are held once nothing is going on.
  func counts() async throws -> [String: Int] {
    try await pipeline.wait(for: "the end of all work") { session.albums.works.isEmpty }
    return [
      "pins": session.map.pins.all.count, "offers": session.undo.offered.count,
      "albums that wait": session.albums.cutOff.count,
    ]
  }

  /// What the process takes now.
  func footprint() -> Footprint {
    // Idle connections are kept for the next request.
    pipeline.client.networkReturned()
    malloc_trim(0)
    return Footprint()
  }

  /// What it takes when nothing is going on: the least of some looks, as connections and threads end a
  /// little later than what they were for, and on a busy machine later still.
  func footprintAtRest() async throws -> Footprint {
    var least = footprint()
    for _ in 0..<Life.looks {
      try await Task.sleep(for: Life.lookPause)
      least = least.least(footprint())
    }
    return least
  }

  private static let looks = 10
  private static let lookPause = Duration.milliseconds(100)
}
