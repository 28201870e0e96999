import Foundation
import TestDesk
import TravelModel
import XCTest

/// A photo folder that is a file system of its own.
final class MountTests: AlbumWalkthrough {
  private var disk: URL { person.desk.home.appendingPathComponent("disk") }
  private var photoFolder: URL { person.libraryFolder.appendingPathComponent("photos") }

  /// Starts the program with the disk in the photo folder's place; nothing is renamed to or from it.
  private func launchWithDisk() throws {
    for folder in [disk, photoFolder] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    try launch(after: "mount --bind \"$HOME/disk\" \"$XDG_DATA_HOME/virtual-tourist/photos\"")
  }

  private func filesOnDisk() -> Set<String> {
    let all = FileManager.default.enumerator(atPath: disk.path)?.compactMap { $0 as? String } ?? []
    return Set(all.filter { $0.hasSuffix(".jpg") })
  }

  private func prepareSettings() throws {
    try person.writeSettings([
      "commons-endpoint": "'\(person.services.commons("-"))'", "photos-per-album": "6",
      "prefetch": "true", "map-latitude": "\(view.center.latitude)",
      "map-longitude": "\(view.center.longitude)", "map-zoom": "\(view.zoom)",
    ])
  }

  func testPhotosOnADiskOfTheirOwnComeStayAndGo() throws {
    try prepareSettings()
    try launchWithDisk()
    _ = try app.waitFor("Map")
    try openNewAlbum()
    try waitForPhotos(6)
    let first = try savedPaths()
    XCTAssertEqual(filesOnDisk(), first)
    try quit()
    let stray = "77/0123456789abcdef.jpg"
    try FileManager.default.createDirectory(
      at: disk.appendingPathComponent("77"), withIntermediateDirectories: true)
    try Data("stray".utf8).write(to: disk.appendingPathComponent(stray))

    try launchWithDisk()
    _ = try app.waitFor("Map")
    try openAlbum()
    try waitForPhotos(6)
    try watch(for: "the stray to be set aside") {
      filesOnDisk() == first.union([".set-aside/\(stray)"]) ? true : nil
    }
    try press("New Collection")
    try watch(for: "other photos") {
      let paths = try savedPaths()
      return paths.count == 6 && paths.isDisjoint(with: first)
        // The earlier ones stay as long as Undo can bring them back.
        && filesOnDisk() == paths.union(first).union([".set-aside/\(stray)"]) ? true : nil
    }
    try quit()
  }

  func testADamagedLibraryWithSuchPhotosCanBeSetAside() throws {
    let content = Data("not a database at all".utf8)
    try prepareSettings()
    for (path, bytes) in [("5/0123456789abcdef.jpg", "a photo"), ("mine.txt", "the user’s")] {
      let file = disk.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes.utf8).write(to: file)
    }
    try FileManager.default.createDirectory(
      at: person.libraryFolder, withIntermediateDirectories: true)
    try content.write(to: person.library)
    try launchWithDisk()
    try press("Start an Empty Library")
    _ = try app.waitFor("Map")
    try openNewAlbum()
    try waitForPhotos(6)

    let names = try FileManager.default.contentsOfDirectory(atPath: person.libraryFolder.path)
    let kept = try XCTUnwrap(names.first { $0.hasPrefix("set-aside-") })
    XCTAssertEqual(
      try Data(contentsOf: person.libraryFolder.appendingPathComponent("\(kept)/library.sqlite")),
      content)
    XCTAssertEqual(
      filesOnDisk(), try savedPaths().union(["\(kept)/5/0123456789abcdef.jpg"]))
    XCTAssertTrue(
      FileManager.default.fileExists(atPath: disk.appendingPathComponent("mine.txt").path))
    try quit()
  }
}
