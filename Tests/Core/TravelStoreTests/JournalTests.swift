import Files
import Foundation
import LibrarySchema
import SQLite
import TestSupport
import Testing
import TravelModel

@testable import TravelStore

/// What can be undone and done again, and for how long.
struct JournalTests {
  let scratch = Scratch()
  private let clock = Clock()

  private func start() async throws -> TravelStore {
    let store = try await TravelStore(folder: scratch.folder, now: { [clock] in clock.now })
    try await store.sweep()
    return store
  }

  @Test func `the fifty-first step makes the oldest one final and its files go`() async throws {
    let store = try await start()
    let photos = try await filledPin(2, in: store)
    try await store.removePhotos([photos[0].id])
    for number in 1...49 { try await store.renamePin(photos[0].pin, to: "\(number)") }
    #expect(scratch.photoFiles.count == 2)
    try await store.renamePin(photos[0].pin, to: "50")
    #expect(scratch.photoFiles == [photos[1].path!])
    for number in (0..<50).reversed() {
      try await store.undo()
      #expect(try await store.pins()[0].title == (number == 0 ? "Kyoto" : "\(number)"))
    }
    #expect(try await store.nextSteps().undo == nil)
    #expect(try await store.history(of: photos[0].pin, in: "commons").unwanted == ["1"])
  }

  @Test func `a step is final when it is a month old`() async throws {
    var store: TravelStore! = try await start()
    let photos = try await filledPin(2, in: store)
    try await store.removePhotos([photos[0].id])
    for days: Int64 in [20, 9] {
      store = nil
      clock.advance(days: days)
      store = try await start()
      #expect(scratch.photoFiles.count == 2)
    }
    store = nil
    clock.advance(days: 1)
    store = try await start()
    #expect(scratch.photoFiles == [photos[1].path!])
    #expect(try await store.nextSteps() == NextSteps())
  }

  @Test func `a wrong clock makes nothing final`() async throws {
    var store: TravelStore! = try await start()
    try await store.removePhotos([try await filledPin(1, in: store)[0].id])
    for time in [Int64.max, 0, 4_000_000_000, 1_800_000_000] {
      store = nil
      clock.set(time)
      store = try await start()
      #expect(scratch.photoFiles.count == 1)
    }
    #expect(try await store.undoRemoval().count == 1)
  }

  @Test func `what was undone can be done again until something else is done`() async throws {
    var store: TravelStore! = try await start()
    let photos = try await filledPin(2, in: store)
    let pin = try await store.pins()[0]
    #expect(try await store.undo().pinsGone == [pin])
    #expect(try await store.pins().isEmpty && scratch.photoFiles.count == 2)
    store = nil
    store = try await start()
    #expect(scratch.photoFiles.count == 2)
    #expect(try await store.redo().pinsBack == [pin])
    #expect(try await store.album(of: pin.id) == photos)
    #expect(try await store.undo().pinsGone == [pin])
    let other = try await store.addPin(at: suva, titled: "Suva")
    #expect(scratch.photoFiles.isEmpty)
    await #expect(throws: StoreError.gone) { try await store.redo() }
    #expect(try await store.pins() == [other])
  }

  @Test func `what is kept is counted and goes when it is made final`() async throws {
    let store = try await start()
    let photos = try await filledPin(3, in: store)
    let other = try await filledPin(2, in: store)
    let replaced = try await filledPin(1, in: store)
    try await store.removePhotos([photos[0].id])
    try await store.removePins([other[0].pin])
    // What is awaited in place of this album may never come.
    _ = try await store.replaceAlbum(of: replaced[0].pin, with: commons([photo("7")]))
    let kept = try await store.keptChanges()
    let bytes = ([photos[0]] + other).reduce(0) { $0 + content(of: $1).utf8.count }
    #expect(kept.steps == 5 && kept.photos == 3 && kept.bytes == bytes)

    try await store.forgetSteps()
    #expect(try await store.keptChanges() == KeptChanges())
    #expect(scratch.photoFiles == Set((photos.dropFirst() + replaced).map { $0.path! }))
    #expect(try await store.pins().map(\.id) == [photos[0].pin, replaced[0].pin])
    #expect(try await store.undo().album?.photos == replaced)
    #expect(try await store.nextStep(.undo) == nil)
    #expect(try await store.history(of: photos[0].pin, in: "commons").unwanted == ["1"])
  }

  @Test func `in an album only what was done to it is undone and in its order`() async throws {
    let store = try await start()
    let photos = try await filledPin(3, in: store)
    let pin = photos[0].pin
    let other = try await filledPin(2, in: store)
    func next(_ direction: StepDirection) async throws -> Step? {
      try await store.nextStep(direction, inAlbumOf: pin)
    }
    // The pin was dropped on the map.
    #expect(try await next(.undo) == nil)
    try await store.removePhotos([photos[0].id])
    try await store.removePhotos([other[0].id])
    let removal = try #require(try await next(.undo))
    #expect(try await store.apply(removal, .undo).photosBack == [photos[0]])
    #expect(try await next(.undo) == nil)
    #expect(try await next(.redo) == removal)
    _ = try await store.apply(removal, .redo)
    // What was done elsewhere since is undone there, before it.
    try await store.movePin(pin, to: suva, titled: "Suva")
    #expect(try await next(.undo) == nil)
    #expect(try await store.undo().changedPin?.id == pin)
    #expect(try await next(.undo) == removal)
    #expect(try await next(.redo) == nil)
    #expect(try await store.nextStep(.undo, inAlbumOf: other[0].pin)?.pin == other[0].pin)
  }

  @Test func `a pin comes back with all that is known of it`() async throws {
    var store: TravelStore! = try await start()
    let pin = try await store.addPins([
      NewPin(
        at: kyoto, titled: "Kyoto", details: PinDetails(note: "n", color: .green, mark: .been))
    ]).pins[0]
    var album = commons(["1", "2", "3", "4"].map(photo))
    album.slice.bookmark = "further"
    album.slice.spares = ["8", "9"].map(photo)
    let photos = try await store.replaceAlbum(of: pin.id, with: album).photos
    _ = try await fill(Array(photos.prefix(2)), in: store)
    _ = try await store.replaceNearCopy(photos[2].id)
    _ = try await store.setFavorites([photos[1].id], to: true)
    try await store.removePhotos([photos[0].id])
    try await store.save(AboutPlaceTests.about, of: pin.id, at: kyoto)
    let before = try scratch.content()

    try await store.removePins([pin.id])
    #expect(try scratch.rows("SELECT count(*) FROM pin UNION SELECT count(*) FROM photo") == ["0"])
    #expect(try await store.unfinishedAlbums().isEmpty)
    store = nil
    store = try await start()
    #expect(try scratch.content().isEmpty)
    try await store.undo()
    #expect(try scratch.content() == before)
    #expect(try await store.undoRemoval().count == 1)
  }

  @Test func `a step whose subject is gone is dropped`() async throws {
    let store = try await start()
    let photos = try await filledPin(2, in: store)
    let other = try await store.addPin(at: suva, titled: "Suva")
    try await store.movePin(photos[0].pin, to: suva, titled: "Moved")
    try await store.renamePin(photos[0].pin, to: "Renamed")
    _ = try await store.recordDetails(PinDetails(note: "n"), of: photos[0].pin)
    try await store.removePhotos([photos[0].id])
    _ = try await fill(
      try await store.replaceAlbum(of: photos[0].pin, with: commons([photo("7")])).photos, in: store
    )
    // Another program removes the pin.
    try scratch.sql("DELETE FROM pin WHERE id = \(photos[0].pin.number)")
    for _ in 0..<5 { await #expect(throws: StoreError.gone) { try await store.undo() } }
    #expect(try await store.undo().pinsGone == [other])
    await #expect(throws: StoreError.gone) { try await store.undo() }
    try await store.sweep()
    #expect(scratch.photoFiles.isEmpty)
    #expect(try await store.nextSteps().undo == nil)
    #expect(try await store.redo().pinsBack == [other])
  }

  @Test func `a library of before keeps what could be undone`() async throws {
    try makeFolder(scratch.folder)
    let names = (1...4).map { "1/00000000000000a\($0).jpg" }
    do {
      let connection = try LibraryConnection(path: scratch.file)
      try Migrations.migrate(connection, through: Array(LibrarySchema.steps[..<9]))
      try connection.execute(
        """
        INSERT INTO pin (latitude, longitude, title) VALUES (1, 2, 'old');
        INSERT INTO pin (latitude, longitude, title, removed_at) VALUES (1, 2, 'removed', 1);
        INSERT INTO album (pin_id, state, source) VALUES (1, 'found', 'commons');
        INSERT INTO photo (pin_id, position, source, source_id, title, path, state) VALUES
          (2, 0, 'commons', 'x', 'X', '\(names[2])', 'stored'),
          (1, 0, 'commons', 'b', 'B', NULL, 'awaited');
        INSERT INTO replaced_album (pin_id, last_photo, state, total, has_begun_again)
          VALUES (1, 1, 'found', 1, 0);
        INSERT INTO replaced_photo (id, album_id, pin_id, position, source, source_id, title, path,
            state, is_favorite)
          VALUES (9, 1, 1, 0, 'commons', 'a', 'A', '\(names[0])', 'stored', 0);
        INSERT INTO removed_photo (id, pin_id, position, source, source_id, title, path, state)
          VALUES (10, 1, 0, 'commons', 'c', 'C', '\(names[1])', 'stored');
        """)
    }
    for name in names[..<3] { try scratch.write(name, to: "\(scratch.photoFolder)/\(name)") }
    let store = try await start()
    #expect(scratch.shownPhotoFiles == [names[0]])
    #expect(try await store.pins().map(\.title) == ["old"])
    try await store.undo()
    #expect(try await store.album(of: Pin.ID(1)).map(\.details.title) == ["A"])
  }

  @Test(arguments: 1...24)
  func `whenever it is killed nothing is lost and nothing left behind`(number: Int) async throws {
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [folder = scratch.folder as String, number = number as Int] in
      var changes = RandomChanges(seed: UInt64(number))
      let store = try await TravelStore(folder: folder)
      Thread.detachNewThread {
        usleep(UInt32(number) * 20_000)
        kill(getpid(), SIGKILL)
      }
      while true { try await changes.change(store) }
    }
    var store: TravelStore! = try await start()
    store = nil
    store = try await start()
    #expect(try scratch.rows("PRAGMA foreign_key_check").isEmpty)
    #expect(try scratch.rows("PRAGMA integrity_check") == ["ok"])
    let paths = try scratch.rows(RandomChanges.paths)
    // What had no row yet was set aside.
    let files = scratch.photoFiles.filter { !$0.hasPrefix(".set-aside") }
    #expect(Set(paths).subtracting(files) == [], "lost")
    // Those of a replaced album stay until the first photo of the new one is there.
    let waiting = try scratch.rows("SELECT path FROM doomed_file WHERE waits_for IS NOT NULL")
    #expect(files.subtracting(paths).subtracting(waiting) == [], "left behind")
    #expect(Set(paths).count == paths.count)
    while try await store.nextStep(.undo) != nil { try await store.undo() }
    while try await store.nextStep(.redo) != nil { try await store.redo() }
    while let step = try await store.nextStep(.undo) { try await store.forget(step.id) }
    let left = try await store.pins()
    if !left.isEmpty { try await store.forget(try await store.removePins(left.map(\.id))) }
    #expect(scratch.photoFiles.allSatisfy { $0.hasPrefix(".set-aside") })
  }
}

extension Scratch {
  /// The rows of queries, each as a text.
  func rows(_ queries: String...) throws -> [String] {
    let connection = try LibraryConnection(path: file)
    var rows: [String] = []
    for sql in queries {
      try connection.run(sql) { row throws(StoreError) in rows.append(row.text(0) ?? "") }
    }
    return rows
  }

  /// All that a library knows of the pins that are there.
  func content() throws -> [String] {
    try rows(
      """
      SELECT concat_id FROM (SELECT id || ' ' || latitude || ' ' || longitude || ' ' || title || ' '
        || created_at || ' ' || photo_count || ' ' || ifnull(note, '-') || ifnull(color, '-')
        || ifnull(mark, '-') AS concat_id FROM pin) ORDER BY 1
      """,
      """
      SELECT id || ' ' || pin_id || ' ' || position || ' ' || source_id || ' ' || ifnull(path, '-')
        || ' ' || title || ' ' || state || ' ' || is_favorite || ifnull(width, '-') FROM photo
      ORDER BY 1
      """,
      "SELECT pin_id || state || ifnull(source, '-') || total FROM album WHERE pin_id IN (SELECT id FROM pin) ORDER BY 1",
      "SELECT pin_id || source || source_id FROM near_copy WHERE pin_id IN (SELECT id FROM pin) ORDER BY 1",
      "SELECT pin_id || source || source_id || position FROM spare_photo WHERE pin_id IN (SELECT id FROM pin) ORDER BY 1",
      "SELECT pin_id || work || text FROM place_text WHERE pin_id IN (SELECT id FROM pin) ORDER BY 1",
      "SELECT pin_id || title FROM place_sight WHERE pin_id IN (SELECT id FROM pin) ORDER BY 1",
      "SELECT pin_id || latitude FROM place_words WHERE pin_id IN (SELECT id FROM pin) ORDER BY 1",
      "SELECT pin_id || source || source_id FROM removed_photo WHERE pin_id IN (SELECT id FROM pin) ORDER BY 1",
      "SELECT id || ' ' || uid || name || created_at FROM trip ORDER BY 1",
      "SELECT trip_id || ' ' || position || ' ' || pin_id FROM trip_pin WHERE pin_id IN (SELECT id FROM pin) ORDER BY 1"
    )
  }
}
