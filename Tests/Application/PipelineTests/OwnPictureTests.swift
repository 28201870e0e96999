import Foundation
import TestFiles
import TouristSession
import TravelModel
import TravelStore
import XCTest

/// The user’s own pictures, and what becomes of them in the folder they are from.
final class OwnPictureTests: PipelineTestCase {
  private var pictures: String { "\(folder)/Pictures" }

  func testOwnPicturesAreCopiedAndLeftAlone() throws {
    try withPipeline { [pictures] pipeline in
      let files = try await OwnPictureTests.take(3, to: pictures, for: pipeline)
      let originals = try files.map { try Data(contentsOf: $0) }
      let album = try await pipeline.filledAlbum()
      XCTAssertEqual(album.tally.stored, 3)
      XCTAssertEqual(album.info?.source, "pictures")
      try pipeline.checkFiles(of: album)
      XCTAssertEqual(try files.map { try Data(contentsOf: $0) }, originals)
    }
  }

  func testAnAlbumAwaitedFromOwnPicturesIsFilledFromThemAfterARestartAndAFailure() throws {
    nonisolated(unsafe) var awaited: Pin.ID?
    try withPipeline { [pictures] pipeline in
      _ = try await OwnPictureTests.take(2, to: pictures, for: pipeline)
      let made = try await pipeline.store.addPins(
        [NewPin(at: paris)], wantsPhotos: true, from: "pictures")
      awaited = made.pins[0].id
    }
    // The usual source is another one here, and the folder is not there at first.
    try withPipeline { [pictures] pipeline in
      let pin = try XCTUnwrap(awaited.flatMap { pipeline.session.map.pins[$0] })
      let album = pipeline.filler.album(of: pin)
      try await pipeline.settle(album)
      XCTAssertTrue(album.photos.isEmpty)
      XCTAssertNotNil(album.trouble)

      pipeline.picturesFolder = pictures
      pipeline.filler.retry(album)
      try await pipeline.settle(album)
      XCTAssertEqual(album.photos.map(\.details.source), ["pictures", "pictures"])
      XCTAssertEqual(album.tally.stored, 2)
    }
  }

  func testWhatIsLostOrChangedInTheFolderLeavesItsAlbumAsItIs() throws {
    try withPipeline { [pictures] pipeline in
      let files = try await OwnPictureTests.take(4, to: pictures, for: pipeline)
      let album = try await pipeline.filledAlbum()
      XCTAssertEqual(album.tally.stored, 4)
      let photos = album.photos
      let copies = try OwnPictureTests.copies(of: photos, in: pipeline)
      pipeline.filler.release(album)

      try OwnPictureTests.spoil(files)
      let again = pipeline.filler.album(of: album.pin)
      try await pipeline.settle(again)
      XCTAssertEqual(again.photos, photos)
      XCTAssertEqual(try OwnPictureTests.copies(of: photos, in: pipeline), copies)
    }
  }

  func testWhatIsLostHereAndInTheFolderIsToldAndTheOthersAreCopiedAnew() throws {
    try withPipeline { [pictures] pipeline in
      let files = try await OwnPictureTests.take(4, to: pictures, for: pipeline)
      let filled = try await pipeline.filledAlbum()
      pipeline.filler.release(filled)
      try OwnPictureTests.spoil(files)
      try FileManager.default.removeItem(atPath: "\(pipeline.folder)/photos")

      let album = pipeline.filler.album(of: filled.pin)
      try await pipeline.wait(for: "the loss to be told") {
        album.tally.failed == 4 && !album.isBusy
      }
      XCTAssertEqual(Set(album.photos.map(\.failure)), [.picture(.lost)])
      pipeline.filler.retry(album)
      try await pipeline.settle(album)
      @MainActor func photo(_ number: Int) -> Photo? {
        album.photos.first { $0.details.sourceID == files[number].lastPathComponent }
      }
      XCTAssertEqual(photo(0)?.failure, .source(.gone))
      XCTAssertEqual(photo(1)?.failure, .picture(.damaged))
      XCTAssertEqual(photo(2)?.state, .stored)
      XCTAssertEqual(photo(3)?.state, .stored)
      try pipeline.checkFiles(of: album)
      let edited = try XCTUnwrap(photo(2)?.path.flatMap(pipeline.store.file))
      XCTAssertEqual(
        try Data(contentsOf: URL(fileURLWithPath: edited)), try Data(contentsOf: files[2]))

      // A way on, for the album and for one that has lost the folder as well.
      pipeline.filler.newCollection(album)
      try await pipeline.settle(album)
      XCTAssertNil(album.trouble)
      XCTAssertFalse(album.photos.contains { $0.details.sourceID == files[0].lastPathComponent })
      let kept = album.photos
      try FileManager.default.removeItem(atPath: pictures)
      pipeline.filler.newCollection(album)
      try await pipeline.settle(album)
      XCTAssertEqual(album.trouble, .search(.folderUnreadable))
      XCTAssertEqual(album.photos, kept)
    }
  }

  /// Puts pictures of Paris into a folder, and chooses it.
  @MainActor private static func take(
    _ count: Int, to folder: String, for pipeline: Pipeline
  ) async throws -> [URL] {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // Cards of another album are pictures as well.
    pipeline.options = AlbumOptions(choice: .postcards, count: count, radius: 1000)
    let cards = try await pipeline.filledAlbum()
    let files = try cards.photos.enumerated().map { number, card in
      let file = "\(folder)/\(number).jpg"
      try FileManager.default.copyItem(
        atPath: try XCTUnwrap(card.path.flatMap(pipeline.store.file)), toPath: file)
      Metadata.write(place: paris, into: file)
      return URL(fileURLWithPath: file)
    }
    pipeline.picturesFolder = folder
    pipeline.options.choice = .pictures
    return files
  }

  /// Removes the first, cuts the second short and puts the last in the place of the third.
  private static func spoil(_ files: [URL]) throws {
    try FileManager.default.removeItem(at: files[0])
    try Data(contentsOf: files[1]).dropLast(2000).write(to: files[1])
    try Data(contentsOf: files[3]).write(to: files[2])
  }

  @MainActor private static func copies(
    of photos: [Photo], in pipeline: Pipeline
  ) throws -> [Data] {
    try photos.map {
      let path = try XCTUnwrap($0.path.flatMap(pipeline.store.file))
      return try Data(contentsOf: URL(fileURLWithPath: path))
    }
  }
}
