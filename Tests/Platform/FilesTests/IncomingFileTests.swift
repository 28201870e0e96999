import Foundation
import TestSupport
import Testing

@testable import Files

/// How unfinished files and folders behave.
struct IncomingFileTests {
  private let scratch = TemporaryFolder()
  private var folder: String { scratch.path }

  private var names: [String] { OpenFolder(folder)!.names.sorted() }

  @Test func `a file is there with the first bytes`() throws {
    let file = IncomingFile(path: "\(folder)/a")
    #expect(names.isEmpty)
    try file.append(Array("ab".utf8))
    try file.append(Array("c".utf8))
    #expect(FileManager.default.contents(atPath: "\(folder)/a") == Data("abc".utf8))
    var status = stat()
    #expect(stat("\(folder)/a", &status) == 0 && status.st_mode & 0o777 == 0o600)
  }

  @Test func `another attempt begins again`() throws {
    let file = IncomingFile(path: "\(folder)/a")
    try file.append(Array("half".utf8))
    file.discard()
    #expect(names.isEmpty)
    try file.append(Array("whole".utf8))
    try file.move(to: "\(folder)/b")
    #expect(names == ["b"])
    #expect(FileManager.default.contents(atPath: "\(folder)/b") == Data("whole".utf8))
  }

  @Test func `what is there already is never written`() throws {
    try Data("theirs".utf8).write(to: URL(fileURLWithPath: "\(folder)/theirs"))
    symlink("\(folder)/theirs", "\(folder)/link")
    for name in ["theirs", "link"] {
      let file = IncomingFile(path: "\(folder)/\(name)")
      #expect(throws: DiskFailure.unwritable) { try file.append([1]) }
      file.discard()
    }
    #expect(names == ["link", "theirs"])
    #expect(FileManager.default.contents(atPath: "\(folder)/theirs") == Data("theirs".utf8))
  }

  @Test func `a full disk is told from an unwritable one`() {
    let full = IncomingFile(path: "\(folder)/full", descriptor: open("/dev/full", O_WRONLY))
    #expect(throws: DiskFailure.noSpace) { try full.append([1]) }
    let missing = IncomingFile(path: "\(folder)/missing/a")
    #expect(throws: DiskFailure.unwritable) { try missing.append([1]) }
    #expect(DiskFailure(code: EDQUOT) == .noSpace && DiskFailure(code: EROFS) == .unwritable)
    #expect(DiskFailure(code: ENOENT) == nil)
  }

  @Test func `a sync that a signal interrupts is repeated and no other`() throws {
    for (errors, succeeds, count) in [([EINTR, EINTR], true, 3), ([EIO, 0], false, 1)] {
      let file = IncomingFile(path: scratch.newPath())
      try file.append([1])
      Syncs.watch(file.path, failing: errors)
      #expect(((try? file.sync()) != nil) == succeeds)
      #expect(Syncs.count(of: file.path) == count)
    }
  }

  @Test func `a new name that does not get to the disk is told`() throws {
    func write(_ content: UInt8) throws(DiskFailure) {
      try IncomingFile.replace("\(folder)/a") { file throws(DiskFailure) in
        try file.append([content])
      }
    }
    Syncs.watch(folder, failing: [ENOSPC])
    #expect(throws: DiskFailure.noSpace) { try write(1) }
    #expect(names == ["a"])
    // As file systems say that sync files only.
    Syncs.watch(folder, failing: [EINVAL])
    try write(2)
    #expect(FileManager.default.contents(atPath: "\(folder)/a") == Data([2]))
    #expect(Syncs.count(of: folder) == 1)
  }

  @Test func `a synced file gets its name in the folder that is open`() throws {
    let file = IncomingFile(path: "\(folder)/a")
    try file.append([1])
    let target = try #require(OpenFolder(folder)?.makeFolder("pin"))
    try target.moveIn(file.sync(), as: "photo.jpg")
    try target.sync()
    #expect(names == ["pin"] && target.names == ["photo.jpg"])
  }

  @Test func `where a file is there is no folder`() throws {
    try Data().write(to: URL(fileURLWithPath: "\(folder)/file"))
    for path in ["file", "file/below"] {
      #expect(throws: DiskFailure.unwritable) { try makeFolder("\(folder)/\(path)") }
    }
    try makeFolder("\(folder)/a/b")
    try makeFolder("\(folder)/a/b")
    #expect(OpenFolder("\(folder)/a")?.names == ["b"])
  }

  @Test func `a cache keeps the newest and forgets what was left on its way`() throws {
    let cache = CacheFolder(path: "\(folder)/cache", limit: 25)
    func keep(_ name: String, at seconds: Int) throws {
      let file = cache.newIncoming()
      try file.append([UInt8](repeating: 1, count: 10))
      let path = try cache.add(file, as: name)
      var times = [timespec(tv_sec: seconds, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 0)]
      utimensat(AT_FDCWD, path, &times, 0)
    }
    try keep(".incoming-left", at: 1)
    for (second, name) in ["a.jpg", "b.png", "c.jpg"].enumerated() {
      try keep(name, at: 1000 + second)
    }
    #expect(OpenFolder(cache.path)!.names.sorted() == ["b.png", "c.jpg"])
    #expect(cache.find("b") == "\(cache.path)/b.png" && cache.find("a") == nil)
    try keep("d.jpg", at: 1000)
    #expect(OpenFolder(cache.path)!.names.sorted() == ["b.png", "d.jpg"])
  }

  @Test func `what a link leads to is not trimmed`() throws {
    let pictures = "\(folder)/pictures"
    try makeFolder(pictures)
    for name in ["first.jpg", "second.jpg"] {
      try IncomingFile(path: "\(pictures)/\(name)").append([UInt8](repeating: 1, count: 10))
    }
    symlink(pictures, "\(folder)/cache")
    CacheFolder(path: "\(folder)/cache", limit: 5).trim()
    #expect(OpenFolder(pictures)!.names.sorted() == ["first.jpg", "second.jpg"])
  }

  /// Makes a file as a process does that is killed before it has renamed it.
  private func leave(_ name: String) throws {
    try Data("whole".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
  }

  @Test func `what killed processes have left goes with the next file`() throws {
    let left = ".virtual-tourist-1f00000000000000"
    try leave(left)
    try IncomingFile.replace("\(folder)/a") { file throws(DiskFailure) in try file.append([1]) }
    #expect(names == ["a"])

    // What others have made, or work at, stays.
    let others = [
      ".virtual-tourist-", ".virtual-tourist-notes", "virtual-tourist-1f", ".virtual-tourist-cafe",
    ]
    for name in others + [left, ".virtual-tourist-2f00000000000000"] { try leave(name) }
    symlink("\(folder)/a", "\(folder)/.virtual-tourist-3f00000000000000")
    try makeFolder("\(folder)/.virtual-tourist-4f00000000000000")
    link("\(folder)/a", "\(folder)/.virtual-tourist-5f00000000000000")
    let before = names.filter { $0 != left }
    let busy = open("\(folder)/.virtual-tourist-2f00000000000000", O_RDONLY)
    defer { close(busy) }
    flock(busy, LOCK_EX)
    try IncomingFile.replace("\(folder)/b") { file throws(DiskFailure) in try file.append([1]) }
    #expect(names == (before + ["b"]).sorted())
  }

  @Test func `a file on its way is no leftover, with a name or without`() throws {
    struct Failed: Error {}
    for isNamed in [false, true] {
      for target in ["a", "a", "b"] {
        try IncomingFile.replace(
          "\(folder)/\(target)", isNamed: isNamed, because: { _ in Failed() }
        ) {
          file throws(Failed) in
          do throws(DiskFailure) {
            try file.append(Array("whole".utf8))
            try IncomingFile.replace("\(folder)/other") { other throws(DiskFailure) in
              try other.append([1])
            }
          } catch { throw Failed() }
        }
        #expect(FileManager.default.contents(atPath: "\(folder)/\(target)") == Data("whole".utf8))
      }
      #expect(names == ["a", "b", "other"])
      for name in names { unlink("\(folder)/\(name)") }
    }
    #expect(throws: Failed.self) {
      try IncomingFile.replace("\(folder)/missing/a", because: { _ in Failed() }) {
        _ throws(Failed) in
      }
    }
  }
}
