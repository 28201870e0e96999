import Files
import Foundation
import LibrarySchema
import SQLite
import TestSupport
import Testing
import TravelModel

@testable import TravelStore

/// What steps keep of the library's tables.
struct KeptRowsTests {
  let scratch = Scratch()

  /// Makes a library as the version before `keptRows` has written it.
  private func makeOldLibrary(_ sql: String) throws {
    try makeFolder(scratch.folder)
    let before = LibrarySchema.steps.firstIndex(of: LibrarySchema.keptRows)!
    let connection = try LibraryConnection(path: scratch.file)
    try Migrations.migrate(connection, through: Array(LibrarySchema.steps[..<before]))
    try connection.execute(sql)
  }

  private func name(_ number: Int) -> String { "1/00000000000000a\(number).jpg" }

  @Test func `what an older version has done is undone and done again`() async throws {
    // In this order: a photo was removed, the album replaced, the pin renamed and moved, a trip changed
    // and another one removed, and a second pin removed.
    try makeOldLibrary(
      """
      INSERT INTO pin (id, latitude, longitude, title) VALUES (1, 3, 4, 'Moved');
      INSERT INTO album (pin_id, state, source, total) VALUES (1, 'found', 'commons', 9),
        (2, 'found', 'flickr', 5);
      INSERT INTO bookmark (pin_id, source, text) VALUES (2, 'flickr', 'further');
      INSERT INTO photo (id, pin_id, position, source, source_id, title, path, state, is_favorite)
      VALUES (1, 1, 0, 'commons', 'a', 'A', '\(name(1))', 'stored', 1),
        (4, 1, 1, 'commons', 'd', 'D', '\(name(4))', 'stored', 0);
      INSERT INTO undo_step (id, kind, place, seen_at) VALUES (1, 'photos-removed', 1, unixepoch()),
        (2, 'album-replaced', 2, unixepoch()), (3, 'pin-moved', 3, unixepoch()),
        (4, 'trip-changed', 4, unixepoch()), (5, 'trip-changed', 5, unixepoch()),
        (6, 'pins-removed', 6, unixepoch());
      INSERT INTO undo_pin (step_id, pin_id, latitude, longitude, title, present_title) VALUES
        (1, 1, NULL, NULL, NULL, NULL), (2, 1, NULL, NULL, NULL, NULL),
        (3, 1, 1, 2, 'Old', 'Moved'), (6, 2, NULL, NULL, NULL, NULL);
      INSERT INTO undo_photo (step_id, photo_id) VALUES (1, 2);
      INSERT INTO removed_photo (id, pin_id, position, source, source_id, title, path, state, step_id)
      VALUES (2, 1, 2, 'commons', 'b', 'B', '\(name(2))', 'stored', 1),
        (9, 1, 2, 'commons', 'x', 'X', NULL, 'stored', NULL);
      INSERT INTO replaced_album (id, pin_id, step_id, last_photo, state, source, total,
        has_begun_again) VALUES (7, 1, 2, 3, 'found', 'flickr', 3, 0), (8, 2, 6, 0, 'found', NULL, 0, 0);
      INSERT INTO replaced_photo (id, album_id, pin_id, position, source, source_id, title, path, state,
        is_favorite, look) VALUES (3, 7, 1, 1, 'commons', 'c', 'C', '\(name(3))', 'stored', 0, -5),
        (5, 8, 2, 0, 'flickr', 'e', 'E', NULL, 'awaited', 1, NULL);
      INSERT INTO removed_pin (id, step_id, latitude, longitude, title, created_at, photo_count, note)
      VALUES (2, 6, 48.8566140000001, 2.35222, 'Paris', 5, 1, 'n');
      INSERT INTO trip (id, uid, name) VALUES (1, 'one', 'New');
      INSERT INTO trip_pin (trip_id, position, pin_id) VALUES (1, 0, 1), (1, 1, 2);
      INSERT INTO undo_trip (step_id, trip_id, uid, name, color, created_at, stops) VALUES
        (4, 1, 'one', 'Before', 'green', 3, '2 1 2'), (5, 2, 'two', 'Gone', NULL, 4, '1');
      UPDATE sqlite_sequence SET seq = 9 WHERE name = 'photo';
      UPDATE sqlite_sequence SET seq = 2 WHERE name = 'pin';
      """)
    for number in 1...4 {
      try scratch.write("\(number)", to: "\(scratch.photoFolder)/\(name(number))")
    }
    let store = try await TravelStore(folder: scratch.folder)
    try await store.sweep()
    #expect(scratch.photoFiles.count == 4)
    let (one, two) = (Pin.ID(1), Pin.ID(2))
    #expect(try await store.history(of: one, in: "commons").unwanted == ["a", "b", "x"])
    for _ in 0..<2 {
      #expect(try await store.pins().map(\.title) == ["Moved"])
      let pin = try #require(try await store.undo().pinsBack.first)
      #expect(pin.id == two && pin.coordinate.latitude == 48.8566140000001)
      #expect(pin.details.note == "n" && pin.photoCount == 1)
      #expect(try await store.album(of: two).map(\.details.sourceID) == ["e"])
      #expect(try await store.albumInfo(of: two).total == 5)
      #expect(try await store.history(of: two, in: "flickr").bookmark == "further")

      try await store.undo()
      #expect(try await store.trips().map(\.details.name) == ["New", "Gone"])
      try await store.undo()
      let trips = try await store.trips()
      #expect(trips.map(\.details.name) == ["Before", "Gone"])
      #expect(trips.map(\.stops) == [[two, one, two], [one]] && trips[0].details.color == .green)

      #expect(try await store.undo().changedPin?.title == "Old")
      let album = try #require(try await store.undo().album)
      #expect(album.photos.map(\.id.number) == [1, 3] && album.info.source == "flickr")
      #expect(album.photos[1].look == PictureLook(bits: UInt64(bitPattern: -5)))
      #expect(try await store.undoRemoval().map(\.details.title) == ["B"])
      #expect(try await store.album(of: one).map(\.id.number) == [1, 3, 2])
      #expect(try await store.history(of: one, in: "commons").unwanted == ["a", "x"])
      #expect(scratch.photoFiles.count == 4)

      for _ in 0..<6 { try await store.redo() }
      #expect(try await store.album(of: one).map(\.id.number) == [1, 4])
      #expect(try await store.trips().map(\.stops) == [[one, two]])
    }
    while let step = try await store.nextStep(.undo) { try await store.forget(step.id) }
    #expect(scratch.shownPhotoFiles == [name(1), name(4)])
    #expect(try await store.trips().map(\.stops) == [[one]])
    #expect(try await store.history(of: one, in: "commons").unwanted == ["a", "b", "x"])
  }

  @Test func `a merge that an older version has undone is done again, or forgotten`() async throws {
    try makeOldLibrary(
      """
      INSERT INTO pin (id, latitude, longitude, title) VALUES (1, 3, 4, 'Here');
      INSERT INTO undo_step (id, kind, place, is_undone, seen_at)
      VALUES (1, 'library-merged', 1, 1, unixepoch());
      INSERT INTO undo_photo (step_id, photo_id) VALUES (1, 2);
      INSERT INTO removed_photo (id, pin_id, position, source, source_id, title, path, state, step_id)
      VALUES (2, 1, 2, 'commons', 'b', 'B', '\(name(2))', 'stored', 1);
      """)
    try scratch.write("2", to: "\(scratch.photoFolder)/\(name(2))")
    let store = try await TravelStore(folder: scratch.folder)
    // Nobody has removed what it brought.
    #expect(try await store.history(of: Pin.ID(1), in: "commons").unwanted.isEmpty)
    #expect(try await store.redo().photosBack.map(\.details.title) == ["B"])
    try await store.undo()
    #expect(scratch.photoFiles.count == 1)
    _ = try await store.addPin(at: kyoto, titled: "Kyoto")
    #expect(scratch.shownPhotoFiles.isEmpty)
  }

  @Test func `a column that a later version or another program has added comes back`() async throws
  {
    let store = try await TravelStore(folder: scratch.folder)
    let photos = try await filledPin(2, in: store)
    let first = try #require(try await store.removePhotos([photos[0].id]))
    try scratch.sql(
      """
      ALTER TABLE photo ADD COLUMN "a ""later"" one" TEXT NOT NULL DEFAULT 'none';
      ALTER TABLE pin ADD COLUMN altitude REAL;
      UPDATE photo SET "a ""later"" one" = 'seen'; UPDATE pin SET altitude = 0.1
      """)
    try await store.removePins([photos[0].pin])
    try await store.undo()
    _ = try await store.apply(try #require(try await store.step(first)), .undo)
    #expect(
      try scratch.rows("SELECT \"a \"\"later\"\" one\" FROM photo ORDER BY id") == ["none", "seen"])
    #expect(try scratch.rows("SELECT altitude FROM pin") == ["0.1"])
  }

  @Test func `many photos come and go by a few statements`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    let pin = try await store.addPin(at: kyoto, titled: "Kyoto")
    _ = try await store.replaceAlbum(
      of: pin.id, with: commons((1...10_000).map { photo("\($0)") }))
    let before = try scratch.content()
    let step = try await store.removePins([pin.id])
    #expect(try scratch.rows("SELECT count(*) FROM photo") == ["0"])
    #expect(try scratch.rows("SELECT count(*) FROM kept_photo") == ["10000"])
    try await store.undo()
    #expect(try scratch.content() == before)
    #expect(try scratch.rows("SELECT count(*) FROM kept_photo") == ["0"])
    try await store.redo()
    try await store.forget(step)
    #expect(try scratch.content().isEmpty)
    #expect(try scratch.rows("SELECT count(*) FROM kept_photo") == ["0"])
  }
}
