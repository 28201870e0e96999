import Files
import Foundation
import LibrarySchema
import SQLite
import Testing
import TravelModel

@testable import TravelStore

private let day: Int64 = 24 * 3600

/// Which snapshots are kept.
struct ThinningTests {
  /// A Friday, at eight.
  private let now: Int64 = 1_800_000_000

  private func snapshot(_ time: Int64, size: Int = 1) -> Snapshot {
    Snapshot(name: "\(time)-0123456789abcdef.sqlite", time: time, size: size)
  }

  private func kept(_ times: [Int64], at now: Int64) -> [Int64] {
    Thinning.kept(of: times.map { snapshot($0) }, at: now, within: .max).map(\.time)
  }

  @Test func `all of two days are kept and the last of each day before`() {
    func hoursAgo(_ hours: [Int64]) -> [Int64] { hours.map { now - $0 * 3600 } }
    let times = hoursAgo(Array(0..<80))
    // The first hour of yesterday was 32 hours ago.
    #expect(kept(times, at: now) == hoursAgo(Array(0...33) + [57]))
    #expect(kept(times.reversed(), at: now) == kept(times, at: now))
  }

  @Test func `of years of days twelve days and ten weeks and nine months are kept`() {
    var times: [Int64] = []
    var end = now
    for _ in 0..<1000 {
      end += day
      times = kept(times + [end], at: end)
    }
    let ages = times.map { (end - $0) / day }
    #expect(Array(ages.prefix(14)) == Array(0...13))
    let weeks = ages.dropFirst(14).prefix(10)
    #expect(zip(weeks, weeks.dropFirst()).allSatisfy { $1 - $0 == 7 })
    #expect(ages.count == 2 + 12 + 10 + 9)
    #expect(zip(ages.dropFirst(23), ages.dropFirst(24)).allSatisfy { (28...35) ~= $1 - $0 })
  }

  @Test func `the oldest go where they have too many bytes`() {
    let all = (Int64(0)..<5).map { snapshot(now - $0 * day, size: 400) }
    func count(_ bound: Int) -> Int { Thinning.kept(of: all, at: now, within: bound).count }
    #expect([2000, 1999, 800, 399].map(count) == [5, 4, 2, 0])
  }

  @Test func `those from the future are kept`() {
    #expect(kept([now + 900 * day, now], at: now).count == 2)
  }
}

/// The copies of a library that are made by themselves.
struct SnapshotTests {
  let scratch = Scratch()
  private let clock = Clock()
  private let manager = FileManager.default

  private var snapshots: Snapshots { Snapshots(of: scratch.folder) }

  private func open() async throws -> TravelStore {
    try await TravelStore(folder: scratch.folder, now: { [clock] in clock.now })
  }

  private func path(of snapshot: Snapshot) -> String {
    "\(scratch.folder)/snapshots/\(snapshot.name)"
  }

  /// Damages a file in its middle.
  private func damage(_ path: String) throws {
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    bytes.replaceSubrange(
      4096..<(bytes.count - 4096), with: Data(repeating: 0xAB, count: bytes.count - 8192))
    try bytes.write(to: URL(fileURLWithPath: path))
  }

  @Test func `there is one of each day on which the library changed`() async throws {
    var store: TravelStore! = try await open()
    _ = try await filledPin(2, in: store)
    try await store.keepSnapshot()
    _ = try await store.addPin(at: suva, titled: "Suva")
    try await store.keepSnapshot()
    #expect(snapshots.all.count == 1)
    clock.advance(days: 1)
    try await store.keepSnapshot()
    #expect(snapshots.all.count == 2)
    store = nil
    // At a start, steps that can be undone get older.
    clock.advance(days: 2)
    store = try await open()
    try await store.keepSnapshot()
    #expect(snapshots.all.map(\.time) == [clock.now - 2 * day, clock.now - 3 * day])
    #expect(TravelStore.snapshots(ofLibraryIn: scratch.folder).count == 2)
  }

  @Test func `there is one from before a migration`() async throws {
    try makeFolder(scratch.folder)
    do {
      let connection = try LibraryConnection(path: scratch.file)
      try Migrations.migrate(connection, through: [LibrarySchema.steps[0]])
      try connection.execute("INSERT INTO pin (latitude, longitude, title) VALUES (1, 2, 'old')")
    }
    _ = try await open()
    let snapshot = try #require(snapshots.all.first)
    let old = try LibraryConnection(reading: path(of: snapshot))
    #expect(try old.version() == 1)
    #expect(try old.first("SELECT title FROM pin", read: { $0.text(0) }) == "old")
    // It is migrated again where it is needed.
    #expect(try TravelStore.findSnapshot(ofLibraryIn: scratch.folder)?.content.pinCount == 1)
    _ = try await open()
    #expect(snapshots.all == [snapshot])
  }

  @Test func `it comes back with its photos and what is newer is aside`() async throws {
    var store: TravelStore! = try await open()
    let kept = try await filledPin(3, in: store)
    try await store.keepSnapshot()
    let newer = try await filledPin(1, in: store)
    store = nil
    let text = Data("no database".utf8)
    try text.write(to: URL(fileURLWithPath: scratch.file))
    // One file is gone; one was set aside.
    try manager.removeItem(atPath: "\(scratch.photoFolder)/\(kept[0].path!)")
    let aside = PhotoFiles.placeAside(of: kept[1].path!, in: scratch.photoFolder)
    try scratch.write(content(of: kept[1]), to: aside)
    try manager.removeItem(atPath: "\(scratch.photoFolder)/\(kept[1].path!)")

    #expect(TravelStore.hasSnapshot(ofLibraryIn: scratch.folder))
    let found = try #require(try TravelStore.findSnapshot(ofLibraryIn: scratch.folder))
    #expect(found.content.pinCount == 1 && found.content.photoCount == 3)
    #expect(found.missing == 1 && found.skipped == 0 && found.time == clock.now)
    #expect(manager.contents(atPath: scratch.file) == text)
    let place = try #require(
      try await TravelStore.replace(libraryIn: scratch.folder, by: found.library))
    #expect(manager.contents(atPath: "\(place)/library.sqlite") == text)
    for photo in [kept[2], newer[0]] {
      #expect(
        manager.contents(atPath: "\(place)/photos/\(photo.path!)")
          == Data(content(of: photo).utf8))
    }
    store = try await open()
    try await store.sweep()
    let album = try await store.album(of: kept[0].pin)
    #expect(album.map(\.path) == [nil, kept[1].path, kept[2].path])
    #expect(scratch.photoFiles == [kept[1].path!, kept[2].path!])
    // Neither has lost a file by the other.
    try await store.forget(try await store.removePins([kept[0].pin]))
    #expect(manager.fileExists(atPath: "\(place)/photos/\(kept[2].path!)"))
  }

  @Test func `a damaged one is passed over`() async throws {
    let store = try await open()
    _ = try await store.addPin(at: kyoto, titled: "Kyoto")
    try await store.keepSnapshot()
    clock.advance(days: 1)
    for _ in 1...200 { _ = try await store.addPin(at: suva, titled: "Suva") }
    try await store.keepSnapshot()
    try damage(path(of: snapshots.all[0]))
    let found = try #require(try TravelStore.findSnapshot(ofLibraryIn: scratch.folder))
    #expect(found.content.pinCount == 1 && found.skipped == 1)
    #expect(snapshots.all.count == 2)
  }

  @Test func `there is none before there are pins`() async throws {
    let store = try await open()
    try await store.keepSnapshot()
    #expect(snapshots.all.isEmpty && !TravelStore.hasSnapshot(ofLibraryIn: scratch.folder))
    #expect(try TravelStore.findSnapshot(ofLibraryIn: scratch.folder) == nil)
    _ = try await store.addPin(at: kyoto, titled: "Kyoto")
    try await store.keepSnapshot()
    #expect(snapshots.all.count == 1 && TravelStore.hasSnapshot(ofLibraryIn: scratch.folder))
  }

  @Test func `a damaged library is said and has none`() async throws {
    do { _ = try await open() }
    try scratch.sql(
      """
      PRAGMA ignore_check_constraints = 1;
      INSERT INTO pin (latitude, longitude, title) VALUES (20, 9e999, 'Nowhere')
      """)
    let store = try await open()
    let damaged = StoreError.damaged(path: scratch.file)
    await #expect(throws: damaged) { try await store.keepSnapshot() }
    await #expect(throws: damaged) { try await store.addPin(at: kyoto, titled: "new") }
    #expect(snapshots.all.isEmpty)
  }

  @Test func `the files of the last week are kept unless space is wanted`() async throws {
    var store: TravelStore! = try await open()
    let kept = try await filledPin(3, in: store)
    try await store.keepSnapshot()
    let newer = try await filledPin(1, in: store)
    func remove(_ photo: Photo) async throws {
      let step = try #require(try await store.removePhotos([photo.id]))
      try await store.forget(step)
    }
    for photo in [kept[0], newer[0]] { try await remove(photo) }
    let aside = ".set-aside/\(kept[0].path!)"
    #expect(scratch.photoFiles == [aside, kept[1].path!, kept[2].path!])
    // Where space is wanted, it goes at once.
    try await store.removePhotos([kept[1].id])
    try await store.forgetSteps()
    #expect(scratch.photoFiles == [aside, kept[2].path!])
    store = nil
    for (days, isThere) in [(6, true), (2, false)] as [(Int64, Bool)] {
      clock.advance(days: days)
      store = try await open()
      try await store.sweep()
      store = nil
      #expect(scratch.photoFiles.contains(aside) == isThere)
    }
    // The last snapshot counts, however old it is: nothing may have changed since.
    store = try await open()
    try await remove(kept[2])
    #expect(scratch.photoFiles == [".set-aside/\(kept[2].path!)"])
  }

  @Test func `the files of others stay`() async throws {
    let store = try await open()
    _ = try await store.addPin(at: kyoto, titled: "Kyoto")
    let old = clock.now - 3 * day
    let names = (1...3).map { "\(old + Int64($0))-000000000000000\($0).sqlite" }
    for name in names + ["mine.sqlite", "\(old)-mine.sqlite"] {
      try scratch.write("x", to: "\(scratch.folder)/snapshots/\(name)")
    }
    try await store.keepSnapshot()
    let left = Set(try manager.contentsOfDirectory(atPath: "\(scratch.folder)/snapshots"))
    #expect(left.isSuperset(of: [names[2], "mine.sqlite", "\(old)-mine.sqlite"]))
    #expect(left.count == 4 && snapshots.all.count == 2)
  }

  @Test(arguments: [false, true])
  func `what stands in its place is not touched`(isLink: Bool) async throws {
    let store = try await open()
    let place = "\(scratch.folder)/snapshots"
    let other = Scratch()
    if isLink {
      try scratch.write("x", to: "\(other.folder)/1700000000-0123456789abcdef.sqlite")
      try manager.createSymbolicLink(atPath: place, withDestinationPath: other.folder)
    } else {
      try scratch.write("x", to: place)
    }
    _ = try await store.addPin(at: kyoto, titled: "Kyoto")
    await #expect(throws: StoreError.self) { try await store.keepSnapshot() }
    #expect(snapshots.all.isEmpty)
    #expect(isLink ? other.everything.count == 1 : manager.contents(atPath: place) != nil)
    let names = try manager.contentsOfDirectory(atPath: scratch.folder)
    #expect(names.allSatisfy { !$0.hasPrefix(".") })
    _ = try await store.addPin(at: suva, titled: "Suva")
  }
}
