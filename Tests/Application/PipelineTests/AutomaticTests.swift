import Foundation
import PhotoSources
import SoupHTTP
import TestDesk
import TouristSession
import TravelModel
import TravelStore
import WebServices
import XCTest

/// What becomes of albums where Wikimedia Commons cannot be reached, and of other sources.
final class AutomaticTests: PipelineTestCase {
  func testWithoutANetworkTheAlbumHasPostcardsAndSaysWhy() throws {
    try withPipeline { pipeline in
      pipeline.options = AlbumOptions(choice: .automatic, count: 6, radius: 1000)
      pipeline.commonsOptions = "fail=offline"
      let album = try await pipeline.filledAlbum()
      XCTAssertEqual(album.tally.stored, 6)
      XCTAssertEqual(album.info?.source, "postcards")
      XCTAssertEqual(album.info?.fallbackReason, .unreachable)
      XCTAssertNil(album.trouble)
      try pipeline.checkFiles(of: album)
      let cards = album.photos

      // Trying again in vain changes nothing and says so.
      pipeline.filler.retry(album)
      try await pipeline.settle(album)
      XCTAssertEqual(album.trouble, .search(.unreachable))
      XCTAssertEqual(album.photos, cards)

      // Another collection is of other cards.
      pipeline.filler.newCollection(album)
      try await pipeline.settle(album)
      XCTAssertTrue(
        Set(album.photos.map(\.details.sourceID)).isDisjoint(with: cards.map(\.details.sourceID)))

      // With the network back, photos take the cards' place, and the files go with them.
      pipeline.commonsOptions = "-"
      pipeline.filler.retry(album)
      try await pipeline.settle(album)
      XCTAssertEqual(album.info?.source, "commons")
      XCTAssertNil(album.info?.fallbackReason)
      try await pipeline.waitForFiles(of: album)
    }
  }

  func testAServiceThatIsTurnedOffIsNotAsked() throws {
    try withPipeline { pipeline in
      pipeline.turnedOff = ["commons", "flickr"]
      // Nobody else asks for so many.
      (pipeline.commonsOptions, pipeline.flickrOptions) = ("count=43", "count=43")
      pipeline.options = AlbumOptions(choice: .automatic, count: 6, radius: 1000)
      let album = try await pipeline.filledAlbum()
      XCTAssertEqual(album.info?.source, "postcards")
      XCTAssertEqual(album.info?.fallbackReason, .turnedOff)
      for choice in [SourceChoice.commons, .flickr] {
        pipeline.options.choice = choice
        let empty = try await pipeline.filledAlbum()
        XCTAssertEqual(empty.trouble, .search(.turnedOff), "\(choice)")
      }
      XCTAssertFalse(pipeline.services.requests.contains { $0.contains("count=43") })

      pipeline.turnedOff = []
      pipeline.filler.retry(album)
      try await pipeline.settle(album)
      XCTAssertEqual(album.info?.source, "commons")
      XCTAssertNil(album.info?.fallbackReason)
      XCTAssertTrue(pipeline.services.requests.contains { $0.contains("count=43") })
    }
  }

  func testDownloadsThatWaitForTheirTurnEndWhenTheServiceIsTurnedOff() throws {
    try withPipeline { pipeline in
      pipeline.options.count = 24
      pipeline.services.ask("/control/hold")
      let album = pipeline.filler.album(of: try await pipeline.dropPin(at: paris))
      try await pipeline.wait(for: "downloads") { album.activity == .downloading }
      pipeline.turnedOff = ["commons"]
      pipeline.services.ask("/control/release")
      try await pipeline.settle(album)
      // At most those that were under way.
      XCTAssertLessThanOrEqual(album.tally.stored, 6)
      XCTAssertTrue(
        album.photos.allSatisfy { $0.state == .stored || $0.failure == .source(.turnedOff) })

      pipeline.turnedOff = []
      pipeline.filler.retryTurnedOff()
      try await pipeline.wait(for: "all photos") { album.tally.stored == album.tally.all }
    }
  }

  func testPhotosAreNotGivenAwayForPostcards() throws {
    try withPipeline { pipeline in
      pipeline.options = AlbumOptions(choice: .automatic, count: 6, radius: 1000)
      let album = try await pipeline.filledAlbum()
      let photos = album.photos
      pipeline.commonsOptions = "fail=offline"
      pipeline.filler.newCollection(album)
      try await pipeline.settle(album)
      XCTAssertEqual(album.trouble, .search(.unreachable))
      XCTAssertEqual(album.photos, photos)
    }
  }

  func testWhereThereIsNothingAutomaticHasNoPostcards() throws {
    try withPipeline { pipeline in
      pipeline.options.choice = .automatic
      pipeline.commonsOptions = "count=0"
      let album = try await pipeline.filledAlbum()
      XCTAssertEqual(album.photos.count, 0)
      XCTAssertEqual(album.info?.source, "commons")
    }
  }

  func testAPartOfAListIsUsedAndTheNextCollectionAsksAnew() throws {
    try withPipeline { pipeline in
      pipeline.commonsOptions = "count=40,fail=partial"
      let album = try await pipeline.filledAlbum()
      let first = Set(album.photos.map(\.details.sourceID))
      XCTAssertEqual(first.count, 20)
      pipeline.filler.newCollection(album)
      try await pipeline.settle(album)
      XCTAssertEqual(album.trouble, .search(.busy))
      XCTAssertEqual(album.tally.stored, 20)
      pipeline.commonsOptions = "count=40"
      pipeline.filler.newCollection(album)
      try await pipeline.settle(album)
      let second = Set(album.photos.map(\.details.sourceID))
      XCTAssertEqual(second.count, 20)
      XCTAssertTrue(second.isDisjoint(with: first))
      XCTAssertEqual(album.info?.hasBegunAgain, false)
    }
  }

  func testAnAnswerOfAnotherShapeIsNotAnEmptyPlace() throws {
    try withPipeline { pipeline in
      pipeline.commonsOptions = "fail=shape"
      pipeline.flickrOptions = "fail=shape"
      for choice in [SourceChoice.commons, .flickr] {
        pipeline.options.choice = choice
        let album = try await pipeline.filledAlbum()
        XCTAssertEqual(album.trouble, .search(.unreadable), "\(choice)")
      }
      pipeline.options.choice = .commons
      for passing in ["shape:2", "toobusy:2", "backend:2"] {
        pipeline.commonsOptions = "count=3,fail=\(passing)"
        let album = try await pipeline.filledAlbum()
        XCTAssertEqual(album.tally.stored, 3, passing)
      }
    }
  }

  func testACollectionWithNothingElseLeavesTheAlbumAsItIs() throws {
    try withPipeline { pipeline in
      pipeline.commonsOptions = "count=4"
      let album = try await pipeline.filledAlbum()
      pipeline.commonsOptions = "count=0"
      pipeline.options.radius = 500
      let photos = album.photos
      pipeline.filler.newCollection(album)
      try await pipeline.settle(album)
      XCTAssertEqual(album.trouble, .nothingElse)
      XCTAssertEqual(album.photos, photos)
    }
  }

  func testFilesAreWhatWasSentByteForByte() throws {
    try withPipeline { pipeline in
      pipeline.commonsOptions = "count=8,formats=mixed"
      pipeline.options.count = 8
      let album = try await pipeline.filledAlbum()
      XCTAssertEqual(album.tally.stored, 8)
      for photo in album.photos {
        let sent = try await pipeline.client.get(photo.details.imageAddress!, limit: 1 << 24)
        let file = try XCTUnwrap(photo.path.flatMap(pipeline.store.file))
        let stored = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
        XCTAssertEqual(stored, sent.body)
      }
    }
  }

  func testFailedPhotosAreRetriedSinglyAndAllTogether() throws {
    try withPipeline { pipeline in
      pipeline.commonsOptions = "count=8"
      pipeline.options.count = 8
      pipeline.services.ask("/control/hold")
      let album = pipeline.filler.album(of: try await pipeline.dropPin(at: suva))
      try await pipeline.wait(for: "downloads") { album.activity == .downloading }
      pipeline.services.ask("/control/api/off")
      try await pipeline.settle(album)
      XCTAssertEqual(album.tally.failed, 8)
      XCTAssertTrue(album.photos.allSatisfy { $0.failure == .source(.unreachable) })
      XCTAssertEqual(pipeline.files, [])
      pipeline.services.ask("/control/api/on")
      pipeline.services.ask("/control/release")
      pipeline.filler.retry([album.photos[3].id], of: album)
      try await pipeline.settle(album)
      XCTAssertEqual(album.tally.stored, 1)
      XCTAssertEqual(album.photos[3].state, .stored)
      pipeline.filler.retry(album)
      try await pipeline.settle(album)
      XCTAssertEqual(album.tally.stored, 8)
      try pipeline.checkFiles(of: album)
    }
  }

  func testRemovalUndoAndForgettingWhileOthersAreOnTheirWay() throws {
    try withPipeline { pipeline in
      pipeline.commonsOptions = "count=12"
      pipeline.options.count = 12
      pipeline.services.ask("/control/hold")
      let album = pipeline.filler.album(of: try await pipeline.dropPin(at: paris))
      pipeline.services.ask("/control/release/1")
      try await pipeline.wait(for: "a photo") { album.tally.stored == 1 }
      let (stored, awaited) = (
        album.photos.first { $0.state == .stored }!, album.photos.last { $0.state == .awaited }!
      )
      let session = pipeline.session
      await session.remove([stored, awaited], from: album)
      pipeline.services.ask("/control/release")
      try await pipeline.settle(album)
      XCTAssertEqual(album.tally.stored, 10)
      try await session.undo.undoPhotoRemovals(from: album)
      XCTAssertEqual(album.photos.count, 12)
      try await pipeline.settle(album)
      XCTAssertEqual(album.tally.stored, 12)
      try pipeline.checkFiles(of: album)
      await session.remove([stored], from: album)
      let step = try await pipeline.store.nextStep(.undo)
      try await pipeline.store.forget(try XCTUnwrap(step).id)
      try await pipeline.wait(for: "the end of the file") { pipeline.files.count == 11 }
      XCTAssertEqual(pipeline.files, Set(album.photos.compactMap(\.path)))
    }
  }
}
