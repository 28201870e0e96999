import Files
import Foundation
import LibrarySchema
import SQLite
import Testing
import TravelModel

@testable import TravelStore

/// When the files of photos that are no more in an album go.
struct DoomedFileTests {
  let scratch = Scratch()

  private func openAndSweep() async throws -> TravelStore {
    let store = try await TravelStore(folder: scratch.folder)
    try await store.sweep()
    return store
  }

  @Test func `the old files go when the first new photo is there`() async throws {
    var store: TravelStore! = try await TravelStore(folder: scratch.folder)
    let old = try await filledPin(3, in: store)
    let oldPaths = Set(old.map { $0.path! })
    var new = try await replace(old[0].pin, with: commons([photo("4"), photo("5")]), in: store)
    #expect(scratch.photoFiles == oldPaths)
    // Neither failures nor a restart nor yet another collection are a photo.
    _ = try await store.fail(new[0].id, because: .source(.gone))
    #expect(scratch.photoFiles == oldPaths)
    store = nil
    store = try await openAndSweep()
    #expect(scratch.photoFiles == oldPaths)
    new = try await replace(old[0].pin, with: commons([photo("6"), photo("7")]), in: store)
    #expect(scratch.photoFiles == oldPaths)

    let kept = try await fill([new[1]], in: store)
    #expect(scratch.photoFiles == [kept[0].path!])
  }

  @Test func `the old files go with their pin`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    let old = try await filledPin(2, in: store)
    _ = try await replace(old[0].pin, with: commons([photo("3")]), in: store)
    try await store.forget(try await store.removePins([old[0].pin]))
    #expect(scratch.photoFiles.isEmpty)
  }

  @Test func `where nothing was found the old files go at once`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    let old = try await filledPin(2, in: store)
    _ = try await replace(old[0].pin, with: commons([]), in: store)
    #expect(scratch.photoFiles.isEmpty)
  }

  @Test func `what can be undone outlives a new collection`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    let old = try await filledPin(2, in: store)
    try await store.removePhotos([old[0].id])
    let new = try await replace(old[0].pin, with: commons([photo("3")]), in: store)
    let kept = try await fill(new, in: store)
    #expect(scratch.photoFiles == [old[0].path!, kept[0].path!])
    #expect(try await store.undoRemoval() == [old[0]])
  }

  @Test func `a commit that fails takes no file`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    let kept = try await filledPin(1, in: store)
    let album = try await replace(kept[0].pin, with: commons([photo("2")]), in: store)
    // What is wrong with it is found at the commit alone.
    try scratch.sql(
      """
      CREATE TABLE note (pin INTEGER REFERENCES pin (id) DEFERRABLE INITIALLY DEFERRED);
      CREATE TRIGGER photo_noted AFTER UPDATE OF path ON photo WHEN NEW.path IS NOT NULL BEGIN
        INSERT INTO note VALUES (999);
      END
      """)
    await #expect(throws: StoreError.self) { _ = try await fill(album, in: store) }
    let contents = Set(scratch.everything.values)
    #expect(contents.isSuperset(of: [kept[0], album[0]].map { Data(content(of: $0).utf8) }))

    try scratch.sql("DROP TRIGGER photo_noted; DROP TABLE note")
    let new = try await fill(album, in: store)
    #expect(new.map(\.state) == [.stored])
    #expect(!scratch.photoFiles.contains(kept[0].path!))
  }

  @Test func `a file that a row still names is not deleted`() async throws {
    let store = try await TravelStore(folder: scratch.folder)
    let kept = try await filledPin(2, in: store)
    try scratch.sql("INSERT INTO doomed_file (path) SELECT path FROM photo")
    try await store.sweep()
    #expect(scratch.photoFiles == Set(kept.map { $0.path! }))
  }

  @Test(arguments: 1..<LibrarySchema.steps.count)
  func `a library of an older version keeps every photo`(version: Int) async throws {
    try makeFolder(scratch.folder)
    let paths = ["1/00000000000000aa.jpg", "1/00000000000000bb.jpg"]
    do {
      let connection = try LibraryConnection(path: scratch.file)
      try Migrations.migrate(connection, through: Array(LibrarySchema.steps[..<version]))
      try connection.execute(
        """
        INSERT INTO pin (latitude, longitude, title) VALUES (1, 2, 'old');
        INSERT INTO photo (pin_id, position, source, source_id, title, path, state) VALUES
          (1, 0, 'commons', 'a', 'A', '\(paths[0])', 'stored'),
          (1, 1, 'commons', 'b', 'B', '\(paths[1])', 'stored');
        """)
    }
    for path in paths { try scratch.write(path, to: "\(scratch.photoFolder)/\(path)") }
    let store = try await openAndSweep()
    #expect(try await store.album(of: Pin.ID(1)).map(\.path) == paths)
    #expect(scratch.photoFiles == Set(paths))
  }
}
