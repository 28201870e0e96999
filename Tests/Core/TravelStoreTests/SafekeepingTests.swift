import Foundation
import TestSupport
import Testing
import TravelModel

@testable import TravelStore

/// No photo goes because a library does not know it.
struct SafekeepingTests {
  let scratch = Scratch()

  /// A library of some pins, closed, and its photos.
  private func prepare(pins: Int = 2, photos: Int = 3) async throws -> [Photo] {
    let store = try await TravelStore(folder: scratch.folder)
    var kept: [Photo] = []
    for _ in 0..<pins { kept += try await filledPin(photos, in: store) }
    return kept
  }

  private func openAndSweep() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    try await store.sweep()
  }

  /// The photos whose content is nowhere below the library's folder any more.
  private func lost(of photos: [Photo]) -> [String] {
    let contents = Set(scratch.everything.values)
    return photos.filter { !contents.contains(Data(content(of: $0).utf8)) }.map { $0.path! }
  }

  private func isInPlace(_ photo: Photo) -> Bool {
    FileManager.default.fileExists(atPath: "\(scratch.photoFolder)/\(photo.path!)")
  }

  @Test(arguments: [
    "missing", "empty", "missing, with its log", "photos behind a link", "one empty page",
  ])
  func `a library that is gone beside photos is damage and nothing is touched`(_ how: String)
    async throws
  {
    _ = try await prepare()
    let manager = FileManager.default
    try manager.removeItem(atPath: scratch.file)
    switch how {
    case "empty": try Data().write(to: URL(fileURLWithPath: scratch.file))
    case "one empty page":
      // As much as was in the file itself when the log was left behind.
      try scratch.sql("PRAGMA user_version = 1; PRAGMA user_version = 0")
    case "missing, with its log":
      try manager.removeItem(atPath: scratch.photoFolder)
      try scratch.write("a log", to: scratch.file + "-wal")
    case "photos behind a link":
      try manager.moveItem(atPath: scratch.photoFolder, toPath: scratch.folder + "/elsewhere")
      try manager.createSymbolicLink(
        atPath: scratch.photoFolder, withDestinationPath: scratch.folder + "/elsewhere")
    default: break
    }
    let before = scratch.everything
    await #expect(throws: StoreError.self) { try await openAndSweep() }
    #expect(scratch.everything == before)
  }

  @Test func `an older library loses no photo and a newer one finds them all`() async throws {
    let old = try await prepare()
    let older = try Data(contentsOf: URL(fileURLWithPath: scratch.file))
    var new: [Photo] = []
    do {
      let store = try await TravelStore(folder: scratch.folder)
      new = try await filledPin(4, in: store)
    }
    let newer = try Data(contentsOf: URL(fileURLWithPath: scratch.file))
    try older.write(to: URL(fileURLWithPath: scratch.file))
    try await openAndSweep()
    #expect(lost(of: old + new).isEmpty)
    #expect(old.allSatisfy(isInPlace))
    #expect(!new.contains(where: isInPlace))

    try newer.write(to: URL(fileURLWithPath: scratch.file))
    _ = try await TravelStore(folder: scratch.folder)
    #expect((old + new).allSatisfy(isInPlace))
    #expect(scratch.photoFiles.count == 10)
  }

  @Test func `an empty library of this program loses no photo`() async throws {
    let photos = try await prepare()
    try FileManager.default.removeItem(atPath: scratch.file)
    let other = Scratch()
    do { _ = try await TravelStore(folder: other.folder) }
    try FileManager.default.copyItem(atPath: other.file, toPath: scratch.file)
    for _ in 0..<3 { try await openAndSweep() }
    #expect(lost(of: photos).isEmpty)
  }

  @Test func `a flipped bit loses no photo`() async throws {
    let photos = try await prepare(pins: 6, photos: 24)
    do {
      // What may go at a start, so that damage can lead astray whatever does that.
      let store = try await TravelStore(folder: scratch.folder)
      let doomed = try await filledPin(24, in: store)
      try await store.removePins([doomed[0].pin])
      try await store.removePhotos(try await filledPin(24, in: store).map(\.id))
    }
    let whole = try Data(contentsOf: URL(fileURLWithPath: scratch.file))
    var dice = SeededNumbers(seed: 11)
    var (opened, refused) = (0, 0)
    for round in 0..<500 where round < 100 || refused < 3 {
      var bytes = whole
      let place = Int.random(in: 0..<bytes.count, using: &dice)
      bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &dice)
      try bytes.write(to: URL(fileURLWithPath: scratch.file))
      for name in ["-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: scratch.file + name)
      }
      do {
        try await openAndSweep()
        opened += 1
      } catch is StoreError { refused += 1 }
      let gone = lost(of: photos)
      #expect(gone.isEmpty, "byte \(place)")
      if !gone.isEmpty { return }
    }
    #expect(opened > 50)
    #expect(refused > 2)
  }

  /// Makes an index say something else than its table does.
  private func mislead(_ index: String, _ truth: String, by lie: String) throws {
    func define(_ sql: String) -> String {
      """
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET sql = 'CREATE INDEX \(index) ON \(sql)' WHERE name = '\(index)'
      """
    }
    try scratch.sql(define(lie))
    try scratch.sql("REINDEX \(index)")
    try scratch.sql(define(truth))
  }

  @Test func `an index that says that every photo is of one pin takes none`() async throws {
    let photos = try await prepare()
    try mislead("photo_album", "photo (pin_id, position)", by: "photo ((1), position)")
    let store = try await TravelStore(folder: scratch.folder)
    await #expect(throws: StoreError.damaged(path: scratch.file)) {
      try await store.replaceAlbum(of: photos[0].pin, with: commons([photo("9")])).photos
    }
    try await store.sweep()
    #expect(photos.allSatisfy(isInPlace))
    try scratch.sql("REINDEX photo_album")
    #expect(try await store.album(of: photos[5].pin) == Array(photos[3...]))
  }

  @Test func `a library that is cut short loses no photo`() async throws {
    let photos = try await prepare(pins: 3, photos: 24)
    let whole = try Data(contentsOf: URL(fileURLWithPath: scratch.file))
    var refused = 0
    for length in stride(from: 0, through: whole.count, by: 4096 - 128) {
      try whole.prefix(length).write(to: URL(fileURLWithPath: scratch.file))
      do { try await openAndSweep() } catch is StoreError { refused += 1 }
    }
    // A part of the last page may not be missed.
    #expect(refused > 40)
    #expect(lost(of: photos).isEmpty)
  }
}
