import Foundation
import LibrarySchema
import TestFiles
import TestSupport
import Testing
import TravelModel

@testable import LibraryBackup
@testable import TravelStore

/// Files that are no backups, or not as they were written: none of them changes anything.
struct HostileBackupTests {
  let scratch = Scratch()
  let other = Scratch()

  private func entries() async throws -> [Zip.Entry] {
    let store = try await fullLibrary(in: scratch.folder)
    try await backUp(store, to: scratch.backup)
    return try Zip.unpack(scratch.backup)
  }

  private func read() throws -> FoundBackup {
    try LibraryBackup.read(scratch.backup, besideLibraryIn: other.folder)
  }

  private func expect(_ failure: BackupFailure, line: Int = #line) {
    #expect(
      throws: failure,
      sourceLocation: SourceLocation(
        fileID: #fileID, filePath: #filePath, line: line, column: 1)
    ) { try read() }
    #expect(other.marks.isEmpty)
  }

  /// Writes the entries with checksums that are right.
  private func pack(_ entries: [Zip.Entry]) {
    var sums = Checksums()
    let others = entries.filter { $0.name != Checksums.name }
    for entry in others where !entry.isFolder {
      let sum = Checksum()
      entry.bytes.withUnsafeBytes { sum.add($0) }
      sums.add(sum.digits, of: entry.name)
    }
    Zip.pack(others + [Zip.Entry(name: Checksums.name, text: sums.text)], into: scratch.backup)
  }

  @Test func `something else is said to be`() async throws {
    expect(.unreadable)
    for text in ["", "PK", "no zip at all", "%PDF-1.5"] {
      try text.write(toFile: scratch.backup, atomically: true, encoding: .utf8)
      expect(.notABackup)
    }
    Zip.pack([Zip.Entry(name: "letter.txt", bytes: [65])], into: scratch.backup)
    expect(.notABackup)
    #expect(throws: BackupFailure.unreadable) {
      try LibraryBackup.read(scratch.path, besideLibraryIn: other.folder)
    }
  }

  @Test(arguments: ["../evil", "photos/../../evil", "/tmp/evil", "photos/1/..", "a\\..\\b"])
  func `a name that leads out is refused`(name: String) async throws {
    var entries = try await entries()
    entries.insert(Zip.Entry(name: name, bytes: [1]), at: 1)
    pack(entries)
    expect(.harmful)
  }

  @Test(arguments: [
    "photos/1/cover.jpg", "photos/0123456789abcdef.jpg", "library.sqlite-wal", ".bashrc",
    "photos/01/0123456789abcdef.jpg", "photos/1/2/0123456789abcdef.jpg",
  ])
  func `a file that no library has is refused`(name: String) async throws {
    pack(try await entries() + [Zip.Entry(name: name, bytes: [1])])
    expect(.notABackup)
  }

  @Test func linksAreRefused() async throws {
    var entries = try await entries()
    entries.insert(Zip.Entry(name: "photos/1", link: "/etc"), at: 1)
    Zip.pack(entries, into: scratch.backup)
    expect(.harmful)
  }

  @Test func `an archive that unpacks to far more is refused`() async throws {
    var entries = try await entries()
    let index = try #require(entries.firstIndex { $0.name.hasPrefix("photos/") })
    entries[index].bytes = [UInt8](repeating: 0, count: 80 << 20)
    Zip.pack(entries, into: scratch.backup, isCompressed: true)
    expect(.harmful)
  }

  @Test func `a backup that a person has packed anew is read`() async throws {
    let entries = try await entries()
    let folders = ["photos/", "photos/1/"].map { Zip.Entry(name: $0, isFolder: true) }
    Zip.pack((folders + entries).reversed(), into: scratch.backup, isCompressed: true)
    #expect(try read().content.photoCount == 5)
  }

  @Test func `what has changed is not restored`() async throws {
    let entries = try await entries()
    for index in entries.indices {
      var changed = entries
      changed[index].bytes[changed[index].bytes.count / 2] ^= 1
      Zip.pack(changed, into: scratch.backup)
      #expect(throws: BackupFailure.self) { try read() }
      // Missing altogether.
      changed.remove(at: index)
      Zip.pack(changed, into: scratch.backup)
      #expect(throws: BackupFailure.self) { try read() }
      // Twice.
      Zip.pack(entries + [entries[index]], into: scratch.backup)
      #expect(throws: BackupFailure.self) { try read() }
      #expect(other.marks.isEmpty)
    }
  }

  @Test func `a list that has one name twice and another not at all is damaged`() async throws {
    var entries = try await entries()
    let index = try #require(entries.firstIndex { $0.name == Checksums.name })
    var lines = String(decoding: entries[index].bytes, as: UTF8.self).split(separator: "\n")
    lines[1] = lines[2]
    entries[index].bytes = Array(lines.map { "\($0)\n" }.joined().utf8)
    Zip.pack(entries, into: scratch.backup)
    expect(.damaged)
  }

  @Test func `a file that is cut off is damaged`() async throws {
    _ = try await entries()
    let whole = try Data(contentsOf: URL(fileURLWithPath: scratch.backup))
    for length in stride(from: 4, to: whole.count, by: 997) {
      try whole.prefix(length).write(to: URL(fileURLWithPath: scratch.backup))
      expect(.damaged)
    }
  }

  @Test func `flipped bits never bring anything else`() async throws {
    let store = try await fullLibrary(in: scratch.folder)
    try await backUp(store, to: scratch.backup)
    let whole = try Data(contentsOf: URL(fileURLWithPath: scratch.backup))
    var numbers = SeededNumbers(seed: 16)
    var readings = Readings()
    for round in 0..<1500 where round < 150 || readings.read == 0 {
      var bytes = whole
      bytes[Int.random(in: 0..<bytes.count, using: &numbers)] ^=
        1 << UInt8.random(in: 0..<8, using: &numbers)
      try bytes.write(to: URL(fileURLWithPath: scratch.backup))
      // A bit of a date or of the rights of a file says nothing.
      if let found = try readings.attempt(or: BackupFailure.self, read) {
        #expect(found.content.pinCount == 3 && found.content.photoCount == 5)
        #expect(found.library.settings == someSettings)
      }
    }
    #expect(readings.read > 0)
    #expect(readings.refused > 100)
    #expect(other.marks.isEmpty)
  }

  @Test func `a newer layout is said to be`() async throws {
    var entries = try await entries()
    let text = String(decoding: entries[0].bytes, as: UTF8.self)
    entries[0].bytes = Array(text.replacing("format=1", with: "format=2").utf8)
    entries.append(Zip.Entry(name: "what-is-new", bytes: [1]))
    pack(entries)
    expect(.newerVersion)
  }

  /// Changes the library in a backup.
  private func change(_ sql: String) async throws {
    var entries = try await entries()
    let index = try #require(entries.firstIndex { $0.name == "library.sqlite" })
    let file = "\(scratch.path)/changed.sqlite"
    try Data(entries[index].bytes).write(to: URL(fileURLWithPath: file))
    try rows(sql, file)
    entries[index].bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
    pack(entries)
  }

  @Test func `a newer library is said to be`() async throws {
    try await change("PRAGMA user_version = 1000")
    expect(.newerVersion)
  }

  @Test(arguments: [
    "PRAGMA application_id = 1", "PRAGMA user_version = -3", "DROP TABLE album",
    "ALTER TABLE photo DROP COLUMN merit", "UPDATE photo SET path = '../../x' WHERE id = 2",
    "UPDATE photo SET path = '1/0000000000000000.jpg' WHERE id = 2",
    "UPDATE photo SET path = NULL WHERE id = 2",
    "INSERT INTO album (pin_id, state) VALUES (99, 'x')",
    "INSERT INTO trip (id, name) VALUES (1, 'x'); INSERT INTO trip_pin VALUES (1, 0, 99)",
    """
    PRAGMA legacy_alter_table = ON; CREATE TABLE p AS SELECT * FROM photo; DROP TABLE photo; ALTER TABLE p RENAME TO photo
    """,
  ])
  func `a library that is not as it must be is damaged`(sql: String) async throws {
    try await change(sql)
    expect(.damaged)
  }

  @Test func `triggers from elsewhere stay outside`() async throws {
    try await change(
      """
      CREATE TRIGGER evil AFTER INSERT ON pin BEGIN DELETE FROM photo; END;
      CREATE VIEW evil_view AS SELECT * FROM pin;
      DROP TRIGGER photo_added
      """)
    let found = try read()
    _ = try await TravelStore.replace(libraryIn: other.folder, by: found.library)
    let store = try await TravelStore(folder: other.folder)
    _ = try await store.makePin("New", photos: ["5"])
    #expect(try await store.pins().map(\.photoCount) == [3, 2, 0, 1])
    #expect(try other.rows("SELECT name FROM sqlite_schema WHERE name LIKE 'evil%'") == "")
  }

  @Test func `a library of each older version is brought up to date`() async throws {
    for version in 1...LibrarySchema.steps.count {
      let file = "\(scratch.path)/older-\(version).sqlite"
      try rows(
        LibrarySchema.steps[..<version].joined()
          + "PRAGMA application_id = \(LibrarySchema.applicationID); PRAGMA user_version = \(version);"
          + "INSERT INTO pin (latitude, longitude, title) VALUES (1, 2, 'Old')", file)
      let content = BackupContent(made: 0, pinCount: 1, photoCount: 0)
      pack([
        Zip.Entry(name: Manifest.name, text: Manifest.text(of: content, by: "0")),
        Zip.Entry(
          name: "library.sqlite", bytes: [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))),
      ])
      let store = try await TravelStore(folder: other.folder)
      _ = try await store.merge(try read().library)
      #expect(try await store.pins().map(\.title) == ["Old"])
    }
  }

  @Test func `a cancelled reading leaves nothing`() async throws {
    _ = try await entries()
    let progress = BackupProgress()
    progress.cancel()
    #expect(throws: BackupFailure.cancelled) {
      try LibraryBackup.read(scratch.backup, besideLibraryIn: other.folder, progress: progress)
    }
    #expect(other.marks.isEmpty)
  }
}
