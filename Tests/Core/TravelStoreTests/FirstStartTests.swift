import Files
import Foundation
import SQLite
import TestSupport
import Testing

@testable import TravelStore

/// The first start, wherever it ends: there never was a library, and the next start makes one.
struct FirstStartTests {
  /// The size of a page, with what goes before it in the log.
  private static let frame = 24 + 4096

  /// The file and the log of a library of which nothing is in the file yet.
  private func prepare(_ sql: String = "") throws -> (file: Data, log: Data) {
    let scratch = Scratch()
    try FileManager.default.createDirectory(
      atPath: scratch.folder, withIntermediateDirectories: true)
    let connection = try LibraryConnection(path: scratch.file)
    try Migrations.migrate(connection)
    try connection.execute(sql)
    let (file, log) = (try scratch.data(), try scratch.data("-wal"))
    try #require(file.count == 4096 && (log.count - 32).isMultiple(of: FirstStartTests.frame))
    return (file, log)
  }

  private func put(_ file: Data, _ log: Data, in scratch: Scratch) throws {
    try FileManager.default.createDirectory(
      atPath: scratch.folder, withIntermediateDirectories: true)
    try file.write(to: URL(fileURLWithPath: scratch.file))
    try log.write(to: URL(fileURLWithPath: scratch.file + "-wal"))
  }

  private func expectLibrary(from file: Data, _ log: Data) async throws {
    let scratch = Scratch()
    try put(file, log, in: scratch)
    for count in 1...2 {
      let store = try await TravelStore(folder: scratch.folder)
      _ = try await store.addPin(at: kyoto, titled: "Kyoto")
      #expect(try await store.pins().count == count)
    }
  }

  @Test func `what ends while the tables are made is begun anew`() async throws {
    let (file, log) = try prepare()
    for length in stride(from: 0, through: log.count, by: FirstStartTests.frame / 2) {
      try await expectLibrary(from: file, log.prefix(length))
    }
    // A disk may write what is not synced in any order.
    for place in stride(from: 32, to: log.count, by: FirstStartTests.frame) {
      var torn = log
      torn.resetBytes(in: place..<place + FirstStartTests.frame)
      try await expectLibrary(from: file, torn)
    }
  }

  @Test func `a damaged log that had a pin is not written over`() async throws {
    var (file, log) = try prepare(
      "INSERT INTO pin (latitude, longitude, title) VALUES (1, 2, 'mine')")
    log[32 + 24 + 100] ^= 1
    let scratch = Scratch()
    try put(file, log, in: scratch)
    await #expect(throws: StoreError.lost(path: scratch.file)) {
      _ = try await TravelStore(folder: scratch.folder)
    }
    #expect(try scratch.data() == file && scratch.data("-wal") == log)
  }

  @Test func `a log that cannot be read may have pins`() throws {
    let (file, log) = try prepare()
    let scratch = Scratch()
    try put(file, log, in: scratch)
    let path = scratch.file + "-wal"
    #expect(try TravelStore.hasMoreThanTables(OpenFile(path)) == false)
    // Open for writing alone, it cannot be read even by those who may read everything.
    let unreadable = OpenFile(adopting: open(path, O_WRONLY), size: log.count)
    #expect(TravelStore.hasMoreThanTables(unreadable) == nil)
  }

  @Test func `a new library is in the folders above it before a pin is`() async throws {
    let scratch = Scratch()
    // SQLite syncs the library's own folder.
    let folders = [scratch.folder, scratch.folder + "/a"]
    for folder in folders { Syncs.watch(folder) }
    let store = try await TravelStore(folder: scratch.folder + "/a/b")
    #expect(folders.allSatisfy { Syncs.count(of: $0) > 0 })
    withExtendedLifetime(store) {}
  }
}

extension Scratch {
  fileprivate func data(_ suffix: String = "") throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: file + suffix))
  }
}
