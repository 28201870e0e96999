import Foundation
import TestDesk
import XCTest

/// What becomes of an album when its files do not stay what they were.
final class PhotoLossTests: AlbumWalkthrough {
  private var photoFolder: URL { person.libraryFolder.appendingPathComponent("photos") }

  private func files() throws -> [URL] {
    try savedPaths().sorted().map { photoFolder.appendingPathComponent($0) }
  }

  func testFilesThatAreLostOrDamagedAreSaidAndBroughtAnew() throws {
    try begin()
    try openNewAlbum()
    try waitForPhotos(6)
    let files = try files()
    try press("Back")
    try app.waitForEnd(of: "New Collection")

    let edited = Data("What I made of this photo".utf8)
    try FileManager.default.removeItem(at: files[0])
    try Data(contentsOf: files[1]).dropLast(2000).write(to: files[1])
    try edited.write(to: files[2])
    try openAlbum()
    try waitForPhotos(6, failed: 3)
    try press("Try Again")
    try waitForPhotos(6)
    XCTAssertEqual(try savedPaths().count, 6)
    for file in files[3...] {
      XCTAssertTrue(FileManager.default.fileExists(atPath: file.path), "a whole file has gone")
    }
    let all = FileManager.default.enumerator(
      at: person.libraryFolder, includingPropertiesForKeys: nil)
    let contents = all?.compactMap { ($0 as? URL).flatMap { try? Data(contentsOf: $0) } } ?? []
    XCTAssertTrue(contents.contains(edited), "the user’s work has gone")
  }

  func testPhotosThatComeBackAreShownAndNotBroughtAnew() throws {
    try begin()
    try openNewAlbum()
    try waitForPhotos(6)
    let paths = try savedPaths()
    let away = person.libraryFolder.appendingPathComponent("away")
    try press("Back")
    try app.waitForEnd(of: "New Collection")
    try FileManager.default.moveItem(at: photoFolder, to: away)
    try openAlbum()
    try waitForPhotos(6, failed: 6)
    XCTAssertEqual(try savedPaths(), paths)

    try? FileManager.default.removeItem(at: photoFolder)
    try FileManager.default.moveItem(at: away, to: photoFolder)
    try press("Try Again")
    try waitForPhotos(6)
    XCTAssertEqual(try savedPaths(), paths)
  }

  func testAPhotoFolderThatIsRemovedIsMadeAgain() throws {
    try begin()
    try watch(for: "the folder") {
      FileManager.default.fileExists(atPath: photoFolder.path) ? true : nil
    }
    try FileManager.default.removeItem(at: photoFolder)
    try openNewAlbum()
    try waitForPhotos(6)
    XCTAssertTrue(try files().allSatisfy { FileManager.default.fileExists(atPath: $0.path) })
  }
}
