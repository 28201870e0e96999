import Files
import Foundation
import LibrarySchema
import SQLite
import Testing
import TravelModel

@testable import TravelStore

struct OpeningTests {
  let scratch = Scratch()

  private func prepare(_ content: Data) throws {
    try FileManager.default.createDirectory(
      atPath: scratch.folder, withIntermediateDirectories: true)
    try content.write(to: URL(fileURLWithPath: scratch.file))
  }

  private func content() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: scratch.file)) }

  @Test(arguments: [Data("no database".utf8), Data(repeating: 7, count: 100_000)])
  func `what is no database is refused and untouched`(file: Data) async throws {
    try prepare(file)
    await #expect(throws: StoreError.notALibrary(path: scratch.file)) {
      _ = try await TravelStore(folder: scratch.folder)
    }
    #expect(try content() == file)
  }

  @Test func `another programs database is refused and untouched`() async throws {
    try prepare(Data())
    try scratch.sql("CREATE TABLE recipe (name TEXT); INSERT INTO recipe VALUES ('soup')")
    let before = try content()
    await #expect(throws: StoreError.notALibrary(path: scratch.file)) {
      _ = try await TravelStore(folder: scratch.folder)
    }
    #expect(try content() == before)
  }

  @Test func `a version that there cannot be is damage`() async throws {
    do { _ = try await TravelStore(folder: scratch.folder) }
    try scratch.sql("PRAGMA user_version = -1")
    let before = try content()
    await #expect(throws: StoreError.damaged(path: scratch.file)) {
      _ = try await TravelStore(folder: scratch.folder)
    }
    #expect(try content() == before)
  }

  @Test func `a newer library is refused and untouched`() async throws {
    do {
      let store = try await TravelStore(folder: scratch.folder)
      _ = try await store.addPin(at: kyoto, titled: "Kyoto")
    }
    try scratch.sql("PRAGMA user_version = \(LibrarySchema.steps.count + 1)")
    let before = try content()
    await #expect(throws: StoreError.newerVersion(path: scratch.file)) {
      _ = try await TravelStore(folder: scratch.folder)
    }
    #expect(try content() == before)
  }

  @Test func `a damaged library says so`() async throws {
    do {
      let store = try await TravelStore(folder: scratch.folder)
      for _ in 0..<200 { _ = try await store.addPin(at: kyoto, titled: "Kyoto") }
    }
    var bytes = try content()
    bytes.replaceSubrange(
      4096..<(bytes.count - 4096), with: Data(repeating: 0xAB, count: bytes.count - 8192))
    try prepare(bytes)
    await #expect(throws: StoreError.damaged(path: scratch.file)) {
      _ = try await TravelStore(folder: scratch.folder).pins()
    }
  }

  @Test func `of a damaged library is read what can be and nothing is written`() async throws {
    let titles = (0..<600).map { "Pin number \($0)" }
    do {
      let store = try await TravelStore(folder: scratch.folder)
      for title in titles { _ = try await store.addPin(at: kyoto, titled: title) }
      try await store.tidy()
    }
    var bytes = try content()
    let place = try #require(bytes.range(of: Data(titles[300].utf8))).lowerBound
    let page = place / 4096 * 4096
    bytes.replaceSubrange(page..<page + 4096, with: Data(repeating: 0xAB, count: 4096))
    try prepare(bytes)

    var store: TravelStore? = try await TravelStore(folder: scratch.folder)
    let read = try await store!.pins().map(\.title)
    #expect(read.count > 400 && read.count < titles.count)
    #expect(read == titles.filter { read.contains($0) })
    #expect(read.first == titles.first && read.last == titles.last)
    var refusals = store!.refusals.makeAsyncIterator()
    let damaged = StoreError.damaged(path: scratch.file)
    #expect(await refusals.next() == damaged)
    await #expect(throws: damaged) { _ = try await store!.addPin(at: kyoto, titled: "new") }
    await #expect(throws: damaged) { try await store!.tidy() }
    try await store!.sweep()
    store = nil
    #expect(try content() == bytes)
  }

  @Test func `a library whose photos cannot be written is read`() async throws {
    do {
      let store = try await TravelStore(folder: scratch.folder)
      _ = try await store.addPin(at: kyoto, titled: "Kyoto")
    }
    let photos = scratch.folder + "/photos"
    try FileManager.default.removeItem(atPath: photos)
    try Data("a file of the user’s".utf8).write(to: URL(fileURLWithPath: photos))
    let store = try await TravelStore(folder: scratch.folder)
    #expect(try await store.pins().map(\.title) == ["Kyoto"])
    await #expect(throws: StoreError.unwritable(path: photos + "/.incoming")) {
      _ = try await store.addPin(at: kyoto, titled: "new")
    }
    #expect(try String(contentsOfFile: photos, encoding: .utf8) == "a file of the user’s")
  }

  @Test func `a folder that cannot be made says so`() async throws {
    try Data().write(to: URL(fileURLWithPath: scratch.folder))
    await #expect(throws: StoreError.unwritable(path: scratch.folder + "/below")) {
      _ = try await TravelStore(folder: scratch.folder + "/below")
    }
  }

  @Test func `a library is opened in folders that are not there yet`() async throws {
    let store = try await TravelStore(folder: scratch.folder + "/a/b/c")
    #expect(try await store.pins().isEmpty)
  }

  @Test func `a library of any path is read where it is`() throws {
    let folder = "\(scratch.folder)/jürgen’s 100 %?a#b"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = "\(folder)/library.sqlite"
    try LibraryConnection(path: path).execute("CREATE TABLE place (name TEXT)")
    for isStill in [false, true] {
      let reading = try LibraryConnection(reading: path, isStill: isStill)
      #expect(try reading.first("SELECT count(*) FROM place") { $0.integer(0) } == 0)
    }
  }

  @Test func `a tidied library is one file`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    _ = try await store.addPin(at: kyoto, titled: "Kyoto")
    try await store.tidy()
    try FileManager.default.copyItem(atPath: scratch.file, toPath: "\(scratch.folder)/copy")
    let connection = try LibraryConnection(path: "\(scratch.folder)/copy")
    #expect(try connection.first("SELECT title FROM pin") { $0.text(0) } == "Kyoto")
  }

  @Test func `what is busy is not copied as if it were empty`() throws {
    try FileManager.default.createDirectory(
      atPath: scratch.folder, withIntermediateDirectories: true)
    let connection = try LibraryConnection(path: scratch.file)
    try connection.execute("CREATE TABLE place (name TEXT)")
    #expect(throws: StoreError.busy(path: scratch.file)) {
      try connection.transaction { () throws(StoreError) in
        try connection.copy(toNewFile: scratch.folder + "/copy")
      }
    }
  }

  @Test func `an older library is brought up to date in one step or not at all`() throws {
    _ = try makeFolder(scratch.folder)
    let steps = [LibrarySchema.steps[0]]
    let connection = try LibraryConnection(path: scratch.file)
    try Migrations.migrate(connection, through: steps)
    try connection.run("INSERT INTO pin (latitude, longitude, title) VALUES (1, 2, 'old')")
    #expect(throws: StoreError.self) {
      try Migrations.migrate(
        connection, through: steps + ["ALTER TABLE pin ADD note TEXT", "not SQL"])
    }
    #expect(throws: StoreError.self) { try connection.run("SELECT note FROM pin") }
    try Migrations.migrate(connection, through: steps + ["ALTER TABLE pin ADD remark TEXT"])
    var titles: [String] = []
    try connection.run("SELECT title, remark FROM pin") { row throws(StoreError) in
      titles.append(row.text(0) ?? "")
    }
    #expect(titles == ["old"])
  }

  @Test func `a commit is on the disk and foreign keys hold`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    let pragmas = try await store.pragmas()
    #expect(pragmas == ["wal", "2", "1"])
  }
}

extension TravelStore {
  fileprivate func pragmas() throws -> [String] {
    let answers: [String] = [
      "PRAGMA journal_mode", "PRAGMA synchronous", "PRAGMA foreign_keys",
    ]
    return try answers.map { try connection.first($0) { $0.text(0) ?? "" } ?? "" }
  }
}
