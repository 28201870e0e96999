import Foundation
import Synchronization
import TestSupport
import Testing
import TravelModel

@testable import TravelStore

struct SettingAsideTests {
  let scratch = Scratch()
  private let manager = FileManager.default

  /// What is in the library's folder, but for its lock.
  private var names: [String] {
    let all = (try? manager.contentsOfDirectory(atPath: scratch.folder)) ?? []
    return all.filter { $0 != "library.lock" }.sorted()
  }

  /// Leaves a library as a sudden end does, the last pin in its log alone, and returns its photos.
  private func prepare() async throws -> [Photo] {
    let other = Scratch()
    let store = try await TravelStore(folder: other.folder)
    let photos = try await filledPin(2, in: store)
    try await store.tidy()
    _ = try await store.addPin(at: suva, titled: "Suva")
    try manager.copyItem(atPath: other.folder, toPath: scratch.folder)
    #expect(manager.fileExists(atPath: scratch.file + "-wal"))
    return photos
  }

  private func expectAll(_ photos: [Photo], in folder: String) async throws {
    let store = try await TravelStore(folder: folder)
    #expect(try await store.pins().map(\.title) == ["Kyoto", "Suva"])
    try await store.sweep()
    for photo in photos {
      let file = try String(contentsOfFile: "\(folder)/photos/\(photo.path!)", encoding: .utf8)
      #expect(file == content(of: photo))
    }
  }

  @Test func `all of a library is kept together`() async throws {
    let photos = try await prepare()
    try await TravelStore.setAside(folder: scratch.folder)
    #expect(names.count == 1)
    let name = try #require(names.first)
    #expect(name.hasPrefix("set-aside-20"))
    do {
      let store = try await TravelStore(folder: scratch.folder)
      #expect(try await store.pins().isEmpty)
      try await store.sweep()
    }
    try await expectAll(photos, in: "\(scratch.folder)/\(name)")
  }

  @Test func `what is set aside twice is kept twice`() async throws {
    for content in ["first", "second", "third"] {
      try scratch.write(content, to: scratch.file)
      try await TravelStore.setAside(folder: scratch.folder)
    }
    let kept = try names.map {
      try String(contentsOfFile: "\(scratch.folder)/\($0)/library.sqlite", encoding: .utf8)
    }
    #expect(kept.sorted() == ["first", "second", "third"])
    try await TravelStore.setAside(folder: scratch.folder)
    #expect(names.count == 3)
  }

  @Test func `what was left unfinished on the same day is in nobodys way`() throws {
    let setting = SettingAside(folder: scratch.folder, now: 1_700_000_000)
    try scratch.write("first", to: scratch.file)
    try setting.run()
    let place = try #require(names.first)
    #expect(rename("\(scratch.folder)/\(place)", "\(scratch.folder)/\(place).unfinished") == 0)
    try scratch.write("second", to: scratch.file)
    try setting.run()
    #expect(names == ["\(place)-2", "\(place).unfinished"])
  }

  /// From here on nothing is moved any more.
  private func stop(after count: Int) -> @Sendable (String, String) -> Bool {
    let moves = Mutex(0)
    return { from, to in
      let isAlive = moves.withLock { number in
        number += 1
        return number <= count
      }
      return isAlive && rename(from, to) == 0
    }
  }

  @Test(arguments: 0...4, 0...4)
  func `what was stopped halfway is where it was at the next start`(after moves: Int, back: Int)
    async throws
  {
    let photos = try await prepare()
    #expect(throws: StoreError.unwritable(path: scratch.folder)) {
      try SettingAside(folder: scratch.folder, move: stop(after: moves)).run()
    }
    // The way back may be cut short too.
    try? SettingAside(folder: scratch.folder, move: stop(after: back)).undoUnfinished()
    try await expectAll(photos, in: scratch.folder)
    #expect(names.allSatisfy { !$0.hasPrefix("set-aside") })
  }

  @Test func `another library in its place is not mixed with it`() async throws {
    let photos = try await prepare()
    try? SettingAside(folder: scratch.folder, move: stop(after: 4)).run()
    let other = Scratch()
    do {
      let store = try await TravelStore(folder: other.folder)
      _ = try await filledPin(3, in: store)
    }
    for name in ["library.sqlite", "photos"] {
      try manager.copyItem(
        atPath: "\(other.folder)/\(name)", toPath: "\(scratch.folder)/\(name)")
    }
    let store = try await TravelStore(folder: scratch.folder)
    #expect(try await store.pins().map(\.photoCount) == [3])
    let name = try #require(names.first { $0.hasPrefix("set-aside") })
    try await expectAll(photos, in: "\(scratch.folder)/\(name)")
  }

  @Test func `one process moves a library at a time`() async throws {
    _ = try await prepare()
    let before = names
    let lock = try LibraryLock(moving: scratch.folder)
    await #expect(throws: StoreError.busy(path: scratch.folder)) {
      try await TravelStore.setAside(folder: scratch.folder)
    }
    #expect(names == before)
    withExtendedLifetime(lock) {}
  }

  /// Moves like `move`, but for the photo folder, as if another file system were mounted there.
  private func mounted(
    _ move: @escaping @Sendable (String, String) -> Bool = { rename($0, $1) == 0 }
  ) -> @Sendable (String, String) -> Bool {
    { [photos = scratch.photoFolder] from, to in
      guard from != photos else {
        errno = EBUSY
        return false
      }
      return move(from, to)
    }
  }

  @Test func `photos on a disk of their own are set aside there`() async throws {
    _ = try await prepare()
    try scratch.write("the user’s", to: "\(scratch.photoFolder)/mine.txt")
    try scratch.write("set aside", to: "\(scratch.photoFolder)/.set-aside/7/0123456789abcdef.jpg")
    let paths = scratch.photoFiles
    try SettingAside(folder: scratch.folder, move: mounted()).run()
    let name = try #require(names.first { $0.hasPrefix("set-aside") })
    let moved = paths.map { $0 == "mine.txt" ? $0 : "\(name)/\($0)" }
    #expect(scratch.photoFiles == Set(moved))
    let store = try await TravelStore(folder: scratch.folder)
    #expect(try await store.pins().isEmpty)
    try await store.sweep()
    #expect(scratch.photoFiles == Set(moved))
  }

  @Test(arguments: 0...4, 0...4)
  func `photos on a disk of their own stay with their library`(after moves: Int, back: Int)
    async throws
  {
    let photos = try await prepare()
    #expect(throws: StoreError.unwritable(path: scratch.folder)) {
      try SettingAside(folder: scratch.folder, move: mounted(stop(after: moves))).run()
    }
    try? SettingAside(folder: scratch.folder, move: stop(after: back)).undoUnfinished()
    try await expectAll(photos, in: scratch.folder)
    #expect(scratch.photoFiles == Set(photos.map { $0.path! }))
    #expect(names.allSatisfy { !$0.hasPrefix("set-aside") })
  }

  @Test(arguments: [[EIO], [0, ENOSPC]])
  func `a move that does not get to the disk is undone`(errors: [Int32]) async throws {
    let photos = try await prepare()
    Syncs.watch(scratch.folder, failing: errors)
    await #expect(throws: StoreError.self) {
      try await TravelStore.setAside(folder: scratch.folder)
    }
    #expect(names.allSatisfy { !$0.hasPrefix("set-aside") })
    try await expectAll(photos, in: scratch.folder)
  }

  @Test func `a move that is refused leaves all where it was`() async throws {
    let photos = try await prepare()
    let setting = SettingAside(
      folder: scratch.folder,
      move: { !$0.hasSuffix("/library.sqlite-wal") && rename($0, $1) == 0 })
    #expect(throws: StoreError.unwritable(path: scratch.folder)) { try setting.run() }
    #expect(names.allSatisfy { !$0.hasPrefix("set-aside") })
    try await expectAll(photos, in: scratch.folder)
  }
}
