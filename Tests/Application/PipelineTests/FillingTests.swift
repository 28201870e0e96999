import Foundation
import SoupHTTP
import TestDesk
import TouristSession
import TravelModel
import TravelStore
import WebServices
import XCTest

/// Albums against services that answer as the real ones do.
final class FillingTests: PipelineTestCase {
  func testAnAlbumOf24IsFilledFromCommons() throws {
    try withPipeline { pipeline in
      let album = try await pipeline.filledAlbum()
      XCTAssertEqual(album.tally.stored, 24)
      XCTAssertEqual(album.info?.source, "commons")
      XCTAssertNil(album.trouble)
      XCTAssertTrue(album.photos.allSatisfy { $0.details.author != nil })
      try pipeline.checkFiles(of: album)
      XCTAssertEqual(pipeline.files, Set(album.photos.compactMap(\.path)))
    }
  }

  func testNearCopiesGiveWayToOtherPhotosWithoutAFurtherRequest() throws {
    try withPipeline { pipeline in
      var stored = 0
      for choice in [SourceChoice.commons, .flickr] {
        pipeline.options.choice = choice
        var counts: [Int] = []
        for copies in ["-", "copies=6"] {
          (pipeline.commonsOptions, pipeline.flickrOptions) = (copies, copies)
          let before = pipeline.requests
          let album = try await pipeline.filledAlbum()
          counts.append(pipeline.requests - before)
          XCTAssertEqual(album.tally.stored, 24)
          try pipeline.checkFiles(of: album)
          stored += 24
          XCTAssertEqual(pipeline.files.count, stored)
          let looks = album.photos.compactMap(\.look)
          XCTAssertEqual(looks.count, 24)
          for (place, look) in looks.enumerated() {
            XCTAssertFalse(looks[(place + 1)...].contains { look.isNear($0) }, "\(copies)")
          }
        }
        XCTAssertEqual(counts[0], counts[1], "\(choice)")
      }
    }
  }

  func testTheDirectionsOfPhotosAreAskedForOnceAnAlbum() throws {
    try withPipeline { pipeline in
      pipeline.commonsOptions = "headings"
      let before = pipeline.services.requests.count
      let album = try await pipeline.filledAlbum()
      let headings = album.photos.map(\.details.heading)
      XCTAssertTrue(headings.contains { $0 != nil } && headings.contains(nil))
      let saved = try await pipeline.store.album(of: album.pin.id)
      XCTAssertEqual(saved.map(\.details.heading), headings)
      let asked = pipeline.services.requests.dropFirst(before)
      XCTAssertEqual(asked.count { $0.contains("wbgetentities") }, 1)
    }
  }

  func testAnAlbumOf250IsFilledFromEachService() throws {
    try withPipeline { pipeline in
      pipeline.commonsOptions = "count=300,quirks=all"
      pipeline.flickrOptions = "count=300,quirks=all"
      pipeline.options.count = 250
      for choice in [SourceChoice.commons, .flickr] {
        pipeline.options.choice = choice
        let album = try await pipeline.filledAlbum()
        XCTAssertNil(album.trouble, "\(choice)")
        XCTAssertGreaterThan(album.tally.stored, 150, "\(choice)")
        XCTAssertEqual(album.info?.source, choice.rawValue)
        try pipeline.checkFiles(of: album)
      }
    }
  }

  func testNewCollectionsRepeatNothingUntilAllWereSeenAlsoAfterARestart() throws {
    nonisolated(unsafe) var seen: Set<String> = []
    nonisolated(unsafe) var pin: Pin?
    try withPipeline { pipeline in
      pipeline.commonsOptions = "count=60"
      let album = try await pipeline.filledAlbum()
      pin = album.pin
      seen = Set(album.photos.map(\.details.sourceID))
      XCTAssertEqual(seen.count, 24)
    }
    try withPipeline { pipeline in
      pipeline.commonsOptions = "count=60"
      let album = pipeline.filler.album(of: pin!)
      try await pipeline.settle(album)
      for expected in [24, 12] {
        pipeline.filler.newCollection(album)
        try await pipeline.settle(album)
        let ids = Set(album.photos.map(\.details.sourceID))
        XCTAssertEqual(ids.count, expected)
        XCTAssertTrue(ids.isDisjoint(with: seen))
        XCTAssertEqual(album.info?.hasBegunAgain, false)
        seen.formUnion(ids)
        try await pipeline.waitForFiles(of: album)
      }
      pipeline.filler.newCollection(album)
      try await pipeline.settle(album)
      XCTAssertEqual(album.info?.hasBegunAgain, true)
      XCTAssertEqual(album.tally.stored, 24)
    }
  }

  func testAServerThatWantsFewerRequestsIsHeardAndAllPhotosComeByThemselves() throws {
    try withPipeline { pipeline in
      pipeline.commonsOptions = "delay=50,atonce=2"
      let album = pipeline.filler.album(of: try await pipeline.dropPin(at: paris))
      try await pipeline.wait(for: "the pause to be told") { album.isPaused || !album.isBusy }
      XCTAssertTrue(album.isPaused)
      try await pipeline.settle(album)
      XCTAssertEqual(album.tally.stored, 24)
      XCTAssertFalse(album.isPaused)
    }
  }

  func testAContinuationThatBringsNothingEndsTheListAlone() throws {
    try withPipeline { pipeline in
      pipeline.commonsOptions = "quirks=continue+abrupt"
      let album = try await pipeline.filledAlbum()
      XCTAssertEqual(album.tally.stored, 24)
    }
  }

  func testPhotosWhoseAddressesHaveMovedAreNotGone() throws {
    try withPipeline { pipeline in
      pipeline.options.count = 6
      let filled = try await pipeline.filledAlbum()
      pipeline.filler.release(filled)
      try FileManager.default.removeItem(atPath: "\(pipeline.folder)/photos")
      pipeline.services.ask("/control/move")
      defer { pipeline.services.ask("/control/move") }
      let album = pipeline.filler.album(of: filled.pin)
      try await pipeline.wait(for: "the loss to be told") { album.tally.failed == 6 }
      try await pipeline.settle(album)
      pipeline.filler.retry(album)
      try await pipeline.settle(album)
      XCTAssertEqual(album.tally.stored, 6)
      try pipeline.checkFiles(of: album)
    }
  }

  func testWhereThereIsNothingTheAlbumIsEmptyAndDone() throws {
    try withPipeline { pipeline in
      pipeline.commonsOptions = "count=0"
      let album = try await pipeline.filledAlbum()
      XCTAssertEqual(album.photos.count, 0)
      XCTAssertEqual(album.info?.state, .found)
      XCTAssertNil(album.trouble)
      XCTAssertEqual(album.info?.radius, 10_000)
    }
  }

  func testTheAlbumSaysHowFarTheSearchReached() throws {
    try withPipeline { pipeline in
      pipeline.commonsOptions = "count=40,spread=8000"
      let album = try await pipeline.filledAlbum()
      XCTAssertEqual(album.tally.stored, 24)
      XCTAssertGreaterThan(album.info?.radius ?? 0, 1000)
    }
  }

  func testASearchThatFailsChangesNothing() throws {
    try withPipeline { pipeline in
      let album = try await pipeline.filledAlbum()
      let (before, files) = (album.photos, pipeline.files)
      for failure in ["offline", "500", "429", "maxlag", "html", "empty", "garbage"] {
        pipeline.commonsOptions = "fail=\(failure)"
        pipeline.filler.newCollection(album)
        try await pipeline.settle(album)
        guard case .search = album.trouble else { return XCTFail("\(failure)") }
        XCTAssertEqual(album.photos, before)
        XCTAssertEqual(pipeline.files, files)
      }
      let stored = try await pipeline.store.album(of: album.pin.id)
      XCTAssertEqual(stored, before)
    }
  }

  func testAFirstSearchThatFailsSaysSoAndCanBeTriedAgain() throws {
    try withPipeline { pipeline in
      pipeline.commonsOptions = "fail=offline"
      let album = try await pipeline.filledAlbum()
      XCTAssertEqual(album.trouble, .search(.unreachable))
      XCTAssertEqual(album.info?.state, .failed(.unreachable))
      pipeline.commonsOptions = "-"
      pipeline.filler.retry(album)
      try await pipeline.settle(album)
      XCTAssertNil(album.trouble)
      XCTAssertEqual(album.tally.stored, 24)
    }
  }

  func testASilentPictureServerFailsAllPhotosAndIsTriedAgain() throws {
    try withPipeline(silences: Downloader.silenceLimit) { pipeline in
      pipeline.services.ask("/control/hold")
      let album = try await pipeline.filledAlbum()
      XCTAssertEqual(album.tally.failed, 24)
      XCTAssertTrue(album.photos.allSatisfy { $0.failure == .source(.unreachable) })
      XCTAssertEqual(pipeline.files, [])
      pipeline.services.ask("/control/release")
      pipeline.filler.retry(album)
      try await pipeline.settle(album)
      XCTAssertEqual(album.tally.stored, 24)
      try pipeline.checkFiles(of: album)
    }
  }

  func testWhatIsUnderWayGoesOnWhenTheNetworkChanges() throws {
    try withPipeline { pipeline in
      pipeline.services.ask("/control/hold")
      let album = pipeline.filler.album(of: try await pipeline.dropPin(at: paris))
      pipeline.services.ask("/control/release/2")
      try await pipeline.wait(for: "two photos") { album.tally.stored == 2 }
      pipeline.client.networkReturned()
      pipeline.services.ask("/control/release")
      try await pipeline.settle(album)
      XCTAssertEqual(album.tally.stored, 24)
      try pipeline.checkFiles(of: album)
    }
  }

  func testABadKeyIsToldFromABusyService() throws {
    try withPipeline { pipeline in
      pipeline.options.choice = .flickr
      pipeline.key = "wrong"
      let bad = try await pipeline.filledAlbum()
      XCTAssertEqual(bad.trouble, .search(.keyRefused))
      pipeline.key = nil
      let missing = try await pipeline.filledAlbum()
      XCTAssertEqual(missing.trouble, .search(.keyMissing))
      pipeline.key = "sandbox-key"
      pipeline.flickrOptions = "fail=error105"
      let busy = try await pipeline.filledAlbum()
      XCTAssertEqual(busy.trouble, .search(.busy))
    }
  }

  func testSeveralPinsFillAtOnceWithoutMixing() throws {
    try withPipeline { pipeline in
      pipeline.commonsOptions = "delay=20"
      var albums: [AlbumModel] = []
      for number in 0..<6 {
        let place = Coordinate(latitude: Double(number) * 3, longitude: 10)!
        albums.append(pipeline.filler.album(of: try await pipeline.dropPin(at: place)))
      }
      for album in albums { try await pipeline.settle(album) }
      var ids: Set<String> = []
      for album in albums {
        XCTAssertEqual(album.tally.stored, 24)
        try pipeline.checkFiles(of: album)
        XCTAssertTrue(album.photos.allSatisfy { $0.pin == album.pin.id })
        for photo in album.photos {
          XCTAssertTrue(photo.path!.hasPrefix("\(album.pin.id.number)/"))
          ids.insert(photo.details.sourceID)
        }
      }
      XCTAssertEqual(ids.count, 6 * 24)
    }
  }

  func testAnAlbumThatIsLookedAtWaitsForNoOther() throws {
    try withPipeline { pipeline in
      pipeline.services.ask("/control/hold")
      var pins: [Pin] = []
      for number in 0..<8 {
        let place = Coordinate(latitude: Double(number) * 3, longitude: -60)!
        pins.append(try await pipeline.dropPin(at: place))
        pipeline.filler.prefetch(pins[number])
      }
      let album = pipeline.filler.album(of: pins[7])
      try await pipeline.wait(for: "downloads") { album.activity == .downloading }
      XCTAssertEqual(album.tally.awaited, 24)
      pipeline.services.ask("/control/release")
      try await pipeline.settle(album)
      XCTAssertEqual(album.tally.stored, 24)
      for pin in pins {
        try await pipeline.wait(for: "all photos") {
          try await pipeline.store.album(of: pin.id).count { $0.state == .stored } == 24
        }
      }
    }
  }

  func testTheSamePictureNearTwoPinsIsTwoFiles() throws {
    try withPipeline { pipeline in
      pipeline.commonsOptions = "count=5,shared"
      let (a, b) = (try await pipeline.filledAlbum(), try await pipeline.filledAlbum(at: suva))
      XCTAssertEqual(
        Set(a.photos.map(\.details.sourceID)), Set(b.photos.map(\.details.sourceID)))
      XCTAssertEqual(pipeline.files.count, 10)
      try await pipeline.store.removePins([a.pin.id])
      try pipeline.checkFiles(of: b)
    }
  }

  func testWhatIsLateLeavesNothing() throws {
    try withPipeline { pipeline in
      pipeline.commonsOptions = "delay=100"
      let album = pipeline.filler.album(of: try await pipeline.dropPin(at: paris))
      try await pipeline.wait(for: "a photo") { album.tally.stored > 0 }
      try await pipeline.session.remove([album.pin.id])
      try await pipeline.settle(album)
      XCTAssertLessThan(album.tally.stored, 24)
      let step = try await pipeline.store.nextStep(.undo)
      XCTAssertEqual(step?.kind, .pinsRemoved)
      guard let step, try await !pipeline.store.apply(step, .undo).pinsBack.isEmpty else {
        return XCTFail("the pin does not come back")
      }
      let rows = try await pipeline.store.album(of: album.pin.id)
      XCTAssertEqual(pipeline.files, Set(rows.compactMap(\.path)))
      // Once more, and this time the photos go while they are on their way.
      let again = pipeline.filler.album(of: album.pin)
      try await pipeline.wait(for: "downloads") { again.activity == .downloading }
      let replacement = try await pipeline.store.replaceAlbum(
        of: album.pin.id, with: NewAlbum(source: "commons", slice: PhotoSlice(photos: [])))
      if let old = replacement.old { try await pipeline.store.forget(old.step) }
      try await pipeline.settle(again)
      XCTAssertEqual(pipeline.files, [])
    }
  }

  func testWhatWasBegunGoesOnAtTheNextStartAndSoDoesWhatWasOnlyWanted() throws {
    nonisolated(unsafe) var halfway: Pin.ID?
    nonisolated(unsafe) var wanted: Pin.ID?
    try withPipeline { pipeline in
      let pin = try await pipeline.dropPin(at: paris)
      let found = try await pipeline.filledAlbum(at: suva)
      _ = try await pipeline.store.replaceAlbum(
        of: pin.id,
        with: NewAlbum(
          source: "commons", slice: PhotoSlice(photos: found.photos.map(\.details))))
      halfway = pin.id
      wanted = try await pipeline.dropPin(at: paris).id
      try await pipeline.store.searchBegan(for: wanted!)
    }
    try withPipeline { pipeline in
      for id in [halfway!, wanted!] {
        try await pipeline.wait(for: "all photos") {
          try await pipeline.store.album(of: id).count { $0.state == .stored } == 24
        }
      }
      let unfinished = try await pipeline.store.unfinishedAlbums()
      XCTAssertEqual(unfinished, [])
    }
  }

  func testWhatLostItsFileIsToldAndBroughtAnewFromEachSource() throws {
    try withPipeline { pipeline in
      pipeline.options.count = 2
      for choice in [SourceChoice.commons, .flickr, .postcards] {
        pipeline.options.choice = choice
        let filled = try await pipeline.filledAlbum()
        XCTAssertEqual(filled.tally.stored, 2, "\(choice)")
        pipeline.filler.release(filled)
        try FileManager.default.removeItem(atPath: "\(pipeline.folder)/photos")
        let album = pipeline.filler.album(of: filled.pin)
        try await pipeline.wait(for: "the loss to be told") { album.tally.failed == 2 }
        // A folder that is not there today may be there tomorrow.
        let stored = try await pipeline.store.album(of: album.pin.id)
        XCTAssertTrue(stored.allSatisfy { $0.state == .stored })
        pipeline.filler.retry(album)
        try await pipeline.settle(album)
        XCTAssertEqual(album.tally.stored, 2, "\(choice)")
        try pipeline.checkFiles(of: album)
        pipeline.filler.release(album)
      }
    }
  }

  func testAnOlderCardThatLostItsFileIsGoneAndStaysInItsAlbum() throws {
    try withPipeline { pipeline in
      pipeline.options.choice = .postcards
      let pin = try await pipeline.dropPin(at: paris)
      let album = pipeline.filler.album(of: pin)
      try await pipeline.settle(album)
      pipeline.filler.release(album)
      let cards = ["globe.night", "globe-night"].map { identity in
        var card = PhotoDetails(source: "postcards", sourceID: identity, title: "Paris")
        card.coordinate = paris
        return card
      }
      _ = try await pipeline.store.replaceAlbum(
        of: pin.id, with: NewAlbum(source: "postcards", slice: PhotoSlice(photos: cards)))
      let stored = pipeline.filler.album(of: pin)
      try await pipeline.settle(stored)
      XCTAssertEqual(stored.photos.map(\.state), [.failed, .stored])
      XCTAssertEqual(stored.photos.first?.failure, .source(.gone))
      let rows = try await pipeline.store.album(of: pin.id)
      XCTAssertEqual(rows.map(\.details.sourceID), ["globe.night", "globe-night"])
    }
  }
}
