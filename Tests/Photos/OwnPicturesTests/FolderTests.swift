import Files
import Foundation
import PhotoSources
import SQLite
import TestSupport
import Testing
import TravelModel

@testable import OwnPictures

@Suite(.serialized) struct FolderTests {
  let camera = Camera()

  @Test func `a file is read once`() async throws {
    camera.take("a.jpg", 10, 20)
    camera.take("deep/er/b.jpg", 10, 20)
    camera.take("nowhere.jpg")
    camera.put(Array("notes".utf8), "notes.txt")
    let source = camera.source()
    #expect(try await source.near(10, 20) == ["a.jpg", "deep/er/b.jpg"])
    #expect(await source.readings == 4)
    #expect(try await source.near(10, 20).count == 2)
    #expect(await source.readings == 4)
    // Another start of the program.
    let later = camera.source()
    #expect(try await later.near(10, 20).count == 2)
    #expect(await later.readings == 0)
  }

  @Test func `files without a place are read again when more kinds can be read`() async throws {
    camera.take("a.jpg", 10, 20)
    camera.put(Array("of a kind that could not be read".utf8), "b.heic")
    #expect(try await camera.source().near(10, 20) == ["a.jpg"])
    do {
      let connection = try Connection<SQLiteError>(path: camera.index)
      try connection.execute("DELETE FROM readable_kind WHERE name = 'png'")
    }
    for readings in [1, 0] {
      let source = camera.source()
      #expect(try await source.near(10, 20) == ["a.jpg"])
      #expect(await source.readings == readings)
    }
    // What was read by a loader that has gone stays.
    do {
      let connection = try Connection<SQLiteError>(path: camera.index)
      try connection.execute("INSERT INTO readable_kind VALUES ('heif/avif of yesterday')")
    }
    let source = camera.source()
    #expect(try await source.near(10, 20) == ["a.jpg"])
    #expect(await source.readings == 0)
  }

  @Test func `new changed and vanished files are noticed`() async throws {
    camera.take("stays.jpg", 10, 20)
    let goes = camera.take("goes.jpg", 10, 20)
    camera.take("moves.jpg", 10, 20)
    let source = camera.source()
    #expect(try await source.near(10, 20).count == 3)
    unlink(goes)
    camera.take("moves.jpg", 60, 20)
    camera.take("new.jpg", 60, 20)
    #expect(try await source.near(10, 20) == ["stays.jpg"])
    #expect(try await source.near(60, 20) == ["moves.jpg", "new.jpg"])
    #expect(await source.readings == 5)
  }

  @Test(arguments: [-99_999_999_999, -9_223_372_037, 9_223_372_037, 99_999_999_999])
  func `files of any date are read`(seconds: Int) async throws {
    let path = camera.take("old.jpg", 10, 20)
    var times = [timespec(tv_sec: seconds, tv_nsec: 7), timespec(tv_sec: seconds, tv_nsec: 7)]
    try #require(utimensat(AT_FDCWD, path, &times, 0) == 0)
    #expect(try await camera.source().near(10, 20) == ["old.jpg"])
    let later = camera.source()
    #expect(try await later.near(10, 20) == ["old.jpg"])
    #expect(await later.readings == 0)
  }

  @Test func `stamps of the earliest and the latest date are told`() {
    let stamps = [.min + 1, -(1 << 40), 0, 1 << 40, .max - 1].map { seconds in
      var status = stat()
      status.st_mtim = timespec(tv_sec: seconds, tv_nsec: 999_999_999)
      return FoundFile.Stamp(status)
    }
    #expect(Set(stamps).count == 5)
  }

  @Test func `an index that says anything is no trouble`() async throws {
    camera.take("a.jpg", 10, 20)
    camera.take("b.jpg", 10, 20)
    _ = try await camera.source().near(10, 20)
    do {
      let connection = try Connection<SQLiteError>(path: camera.index)
      try connection.execute("UPDATE file SET width = -9e99, height = 9e99 WHERE path = 'a.jpg'")
    }
    #expect(try await camera.source().near(10, 20) == ["b.jpg"])
  }

  @Test(arguments: [
    Array("This is no database, and long enough to be sure of it.".utf8),
    Array("SQLite format 3\0".utf8),
    [UInt8](repeating: 9, count: 50_000), [],
  ]) func `an index that cannot be read is begun anew`(content: [UInt8]) async throws {
    camera.take("a.jpg", 10, 20)
    camera.makeFolder(camera.cache)
    try Data(content).write(to: URL(fileURLWithPath: camera.index))
    #expect(try await camera.source().near(10, 20) == ["a.jpg"])
    let later = camera.source()
    #expect(try await later.near(10, 20) == ["a.jpg"])
    #expect(await later.readings == 0)
  }

  @Test func `an index damaged in its middle is begun anew`() async throws {
    for number in 0..<300 { camera.take("\(number).jpg", 10, 20) }
    do { _ = try await camera.source().near(10, 20) }
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: camera.index)))
    for place in 4096..<bytes.count { bytes[place] = UInt8(truncatingIfNeeded: place &* 31) }
    for suffix in ["-wal", "-shm"] { unlink(camera.index + suffix) }
    try Data(bytes).write(to: URL(fileURLWithPath: camera.index))
    let slice = try await camera.source().photos(request(10, 20))
    #expect(slice.total == 300)
  }

  @Test func `without a cache the index is in memory`() async throws {
    camera.take("a.jpg", 10, 20)
    try Data("in the way".utf8).write(to: URL(fileURLWithPath: camera.base + "/cache"))
    #expect(try await camera.source().near(10, 20) == ["a.jpg"])
  }

  @Test func `links that go in circles come to an end`() async throws {
    camera.take("a/one.jpg", 10, 20)
    let manager = FileManager.default
    try manager.createSymbolicLink(
      atPath: camera.folder + "/a/up", withDestinationPath: camera.folder)
    try manager.createSymbolicLink(atPath: camera.folder + "/Root", withDestinationPath: "/")
    try manager.createSymbolicLink(
      atPath: camera.folder + "/again", withDestinationPath: camera.folder + "/a")
    try manager.createSymbolicLink(atPath: camera.folder + "/loop", withDestinationPath: "loop")
    try manager.createSymbolicLink(
      atPath: camera.folder + "/elsewhere", withDestinationPath: camera.base + "/card")
    camera.makeFolder(camera.base + "/card")
    try manager.moveItem(
      atPath: camera.take("two.jpg", 10, 20), toPath: camera.base + "/card/two.jpg")
    #expect(try await camera.source().near(10, 20) == ["a/one.jpg", "elsewhere/two.jpg"])
  }

  @Test func `hidden and unreadable files are left out`() async throws {
    camera.take("a.jpg", 10, 20)
    camera.take(".trash/b.jpg", 10, 20)
    camera.take(".c.jpg", 10, 20)
    chmod(camera.take("locked.jpg", 10, 20), 0)
    camera.take("locked/d.jpg.d/e.jpg", 10, 20)
    mkfifo(camera.folder + "/pipe.jpg", 0o600)
    chmod(camera.folder + "/locked", 0)
    defer { chmod(camera.folder + "/locked", 0o700) }
    let found = try await camera.source().near(10, 20)
    // Who may read everything reads the locked ones too.
    #expect(geteuid() == 0 || found == ["a.jpg"])
    #expect(found.contains("a.jpg") && !found.contains { $0.hasPrefix(".") })
  }

  @Test func `a folder that cannot be read is a failure`() async throws {
    for folder in [nil, "", "relative", camera.folder + "/missing", camera.take("file.jpg")] {
      let source = PicturesSource(cacheFolder: camera.cache) { folder }
      await #expect(throws: SourceFailure.folderUnreadable) {
        _ = try await source.photos(request(0, 0))
      }
    }
  }

  @Test func `another folder has other pictures`() async throws {
    camera.take("one/a.jpg", 10, 20)
    camera.take("two/b.jpg", 10, 20)
    let folder = camera.folder
    for (name, expected) in [("one", "a.jpg"), ("two", "b.jpg"), ("one", "a.jpg")] {
      let source = PicturesSource(cacheFolder: camera.cache) { "\(folder)/\(name)/" }
      #expect(try await source.near(10, 20) == [expected])
    }
  }

  @Test func `thousands of files are indexed`() async throws {
    let picture = [UInt8](
      try Data(contentsOf: URL(fileURLWithPath: camera.take("0/0.jpg", 10, 20))))
    for number in 1..<5000 { camera.put(picture, "\(number % 50)/\(number).jpg") }
    let source = camera.source()
    let slice = try await source.photos(request(10, 20))
    #expect(slice.total == 5000)
    #expect(slice.photos.count == 12)
    #expect(try await source.photos(request(10, 20)).total == 5000)
    #expect(await source.readings == 5000)
  }

  @Test func `a search that is given up ends and the next one goes on`() async throws {
    let picture = [UInt8](try Data(contentsOf: URL(fileURLWithPath: camera.take("0.jpg", 10, 20))))
    for number in 1..<500 { camera.put(picture, "\(number).jpg") }
    let source = camera.source()
    let given = Task { try await source.photos(request(10, 20)) }
    let kept = Task { try await source.photos(request(10, 20)) }
    try await wait { await source.readings > 0 }
    given.cancel()
    #expect(try await kept.value.total == 500)
    #expect(await source.readings == 500)
    do { _ = try await given.value } catch { #expect(error is CancellationError) }

    // One that is given up before it begins, however late that is.
    let alone = Task {
      try? await wait { Task.isCancelled }
      return try await source.photos(request(10, 20))
    }
    alone.cancel()
    await #expect(throws: CancellationError.self) { _ = try await alone.value }
  }

  @Test func `names that are not UTF-8 are names`() async throws {
    let path = camera.take("x.jpg", 10, 20)
    camera.take("whole.jpg", 10.0001, 20)
    // In Latin-1, as other systems have written it.
    let folder: [UInt8] = Array("\(camera.folder)/".utf8)
    let deep = folder + Array("Caf".utf8) + [0xE9]
    let name = deep + Array("/M".utf8) + [0xFC] + Array("nchen \u{10FFFC}_1.jpg".utf8)
    func cString(_ bytes: [UInt8]) -> [CChar] { (bytes + [0]).map { CChar(bitPattern: $0) } }
    try #require(mkdir(cString(deep), 0o700) == 0 && rename(path, cString(name)) == 0)
    for _ in 0..<2 {
      // The second time is another start of the program.
      let source = camera.source()
      let photos = try await source.photos(request(10, 20)).photos
      #expect(photos.count == 2)
      let photo = try #require(photos.first)
      #expect(photo.title == "M\u{FFFD}nchen \u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD} 1")
      #expect(photo.imageAddress?.hasSuffix("/Caf%E9/M%FCnchen%20%F4%8F%BF%BC_1.jpg") == true)
      let copy = camera.base + "/copy.jpg"
      unlink(copy)
      try await source.fetch(photo, into: IncomingFile(path: copy))
      #expect(try Data(contentsOf: URL(fileURLWithPath: copy)).count > 100)
      // An address that is in no library names it by its path.
      var other = photo
      other.imageAddress = nil
      unlink(copy)
      try await source.fetch(other, into: IncomingFile(path: copy))
      let places = try await source.places()
      #expect(try await source.details(of: places).compactMap(\.self).count == 2)
    }
  }
}
