import Foundation
import TestSupport
import Testing
import TouristSession

/// What the program takes on the disk.
struct CachesTests {
  private let folder = TemporaryFolder()

  private func write(_ path: String) throws {
    let file = URL(fileURLWithPath: "\(folder.path)/\(path)")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(count: 100).write(to: file)
  }

  private func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(folder.path)/\(path)")
  }

  @Test func `caches are counted and cleared and nothing else is`() async throws {
    let cleared = [
      "tiles/key/3/1/2.png", "thumbnails/1-2-200.jpg", "large/1-2.jpg", "found/found-1.jpg",
    ]
    let kept = [
      "tiles/cache.db", "tiles/key.refused", "large/.incoming-1", "pictures.sqlite", "other/file",
    ]
    for path in cleared + kept { try write(path) }
    // What is behind a link is the user's.
    symlink("\(folder.path)/other", "\(folder.path)/tiles/link")
    let caches = Caches(in: folder.path)
    #expect(await caches.size() == 400)
    await caches.clear()
    #expect(await caches.size() == 0)
    #expect(cleared.filter(exists).isEmpty)
    #expect(kept.filter(exists) == kept)
  }

  @Test func `a library counts its photos but not its snapshots`() async throws {
    for path in ["library.sqlite", "photos/1/2.jpg", "snapshots/1-0123456789abcdef.sqlite"] {
      try write(path)
    }
    let library = await Library(folder: folder.path)
    #expect(await library.size() == 200)
    // Photos may be on another disk.
    try write("other disk/1/2.jpg")
    let elsewhere = await Library(folder: "\(folder.path)/linked")
    try write("linked/library.sqlite")
    symlink("\(folder.path)/other disk", "\(folder.path)/linked/photos")
    #expect(await elsewhere.size() == 200)
  }

  @Test func `caches that are missing take nothing`() async {
    let caches = Caches(in: "\(folder.path)/missing")
    await caches.clear()
    #expect(await caches.size() == 0)
  }
}
