import Files
import Foundation
import LibraryBackup
import TestFiles
import TestSupport
import Testing
import TravelModel

@testable import TravelStore

struct BackupTests {
  let scratch = Scratch()
  let other = Scratch()

  @Test func `a library is the same in an empty home`() async throws {
    let store = try await fullLibrary(in: scratch.folder)
    let written = try await backUp(store, to: scratch.backup, folder: scratch.folder)
    let expected = try await store.summary()
    #expect(written.pinCount == 3 && written.photoCount == 5 && written.missing == 0)

    let found = try LibraryBackup.read(scratch.backup, besideLibraryIn: other.folder)
    #expect(found.content.pinCount == 3 && found.content.photoCount == 5)
    #expect(found.content.made == written.made)
    #expect(found.library.settings == someSettings)
    #expect(try await TravelStore.replace(libraryIn: other.folder, by: found.library) == nil)
    let again = try await TravelStore(folder: other.folder)
    #expect(try await again.summary() == expected)
    #expect(other.marks.isEmpty)
    #expect(scratch.marks.isEmpty)
    // It is the same to the last row.
    for table in ["pin", "photo", "album", "bookmark", "seen_photo", "removed_photo"] {
      let sql = "SELECT * FROM \(table) ORDER BY 1, 2, 3"
      let shown =
        table == "removed_photo" ? "SELECT pin_id, source, source_id FROM removed_photo" : sql
      #expect(try other.rows(shown) == scratch.rows(shown))
    }
  }

  @Test func `a person can read it without the program`() async throws {
    let store = try await fullLibrary(in: scratch.folder)
    try await backUp(store, to: scratch.backup)
    let entries = try Zip.unpack(scratch.backup)
    let names = entries.map(\.name)
    let texts = entries.map { String(decoding: $0.bytes, as: UTF8.self) }
    for (name, text) in zip(names, texts) where name.hasPrefix("photos/") {
      #expect(text.hasPrefix("picture "))
    }
    #expect(names.first == "manifest.ini")
    #expect(names.suffix(3) == ["library.sqlite", "settings.ini", "SHA256SUMS"])
    #expect(names.count == 8)
    #expect(texts.last?.split(separator: "\n").count == 7)
    // Nobody else may read it.
    let rights = try FileManager.default.attributesOfItem(atPath: scratch.backup)[.posixPermissions]
    #expect(rights as? Int == 0o600)
  }

  @Test func `what can be undone is not taken along`() async throws {
    let store = try await fullLibrary(in: scratch.folder)
    let pins = try await store.pins()
    try await store.removePins([pins[1].id])
    try await backUp(store, to: scratch.backup)
    let step = try #require(try await store.nextStep(.undo))
    _ = try await store.apply(step, .undo)
    let found = try LibraryBackup.read(scratch.backup, besideLibraryIn: other.folder)
    #expect(found.content.pinCount == 2)
    #expect(try await store.pins().count == 3)
  }

  @Test func `a replaced album is taken along until a new photo has come`() async throws {
    let store = try await fullLibrary(in: scratch.folder)
    let pin = try await store.pins()[1]
    _ = try await store.replaceAlbum(of: pin.id, with: commons(["21", "22"]))
    try await backUp(store, to: scratch.backup)
    let found = try LibraryBackup.read(scratch.backup, besideLibraryIn: other.folder)
    _ = try await TravelStore.replace(libraryIn: other.folder, by: found.library)
    let again = try await TravelStore(folder: other.folder)
    let step = try #require(try await again.nextStep(.undo))
    let photos = try #require(try await again.apply(step, .undo).album).photos
    for photo in photos {
      let file = try #require(again.file(at: photo.path ?? ""))
      #expect(try String(contentsOfFile: file, encoding: .utf8) == content(photo.details.sourceID))
    }
    #expect(photos.map(\.details.sourceID) == ["1", "9"])
  }

  @Test(arguments: [nil, "/sys/devices/system/cpu/online"])
  func `a file that is gone or ends too soon is awaited again`(short: String?) async throws {
    let store = try await fullLibrary(in: scratch.folder)
    let pin = try await store.pins()[0]
    let photo = try #require(try await store.album(of: pin.id).first { $0.path != nil })
    let file = store.file(at: photo.path!)!
    try FileManager.default.removeItem(atPath: file)
    // Linux says of such a file that it has a whole page.
    if let short {
      try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: short)
    }
    #expect(try await backUp(store, to: scratch.backup).missing == 1)
    let found = try LibraryBackup.read(scratch.backup, besideLibraryIn: other.folder)
    _ = try await TravelStore.replace(libraryIn: other.folder, by: found.library)
    let again = try await TravelStore(folder: other.folder)
    #expect(try await again.photo(photo.id)?.state == .awaited)
    #expect(try await store.photo(photo.id)?.state == .stored)
  }

  @Test func `a file that another program has named comes along`() async throws {
    let store = try await fullLibrary(in: scratch.folder)
    let photo = try #require(try await store.album(of: try await store.pins()[1].id).first)
    let file = try #require(store.file(at: photo.path!))
    let named = "\(scratch.folder)/photos/my own.JPG"
    try FileManager.default.moveItem(atPath: file, toPath: named)
    try rows(
      "UPDATE photo SET path = 'my own.JPG' WHERE id = \(photo.id.number)",
      "\(scratch.folder)/library.sqlite")
    #expect(try await backUp(store, to: scratch.backup).missing == 0)
    let found = try LibraryBackup.read(scratch.backup, besideLibraryIn: other.folder)
    _ = try await TravelStore.replace(libraryIn: other.folder, by: found.library)
    let again = try await TravelStore(folder: other.folder)
    let path = try #require(try await again.photo(photo.id)?.path)
    #expect(
      try String(contentsOfFile: again.file(at: path)!, encoding: .utf8)
        == content(photo.details.sourceID))
  }

  @Test func `a damaged library is not backed up`() async throws {
    let store = try await fullLibrary(in: scratch.folder)
    try await store.tidy()
    let size = try #require(
      FileManager.default.attributesOfItem(atPath: "\(scratch.folder)/library.sqlite")[.size]
        as? Int)
    let file = try #require(FileHandle(forWritingAtPath: "\(scratch.folder)/library.sqlite"))
    for page in 2..<(size / 4096) {
      try file.seek(toOffset: UInt64(page * 4096))
      try file.write(contentsOf: Data(repeating: 0xEE, count: 64))
    }
    try file.close()
    await #expect(throws: StoreError.self) {
      try await backUp(try await TravelStore(folder: scratch.folder), to: scratch.backup)
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.backup))
  }

  @Test func `where it cannot be written nothing is left`() async throws {
    let store = try await fullLibrary(in: scratch.folder)
    await #expect(throws: BackupFailure.disk(.unwritable)) {
      try await backUp(store, to: "/proc/backup.zip")
    }
    await #expect(throws: BackupFailure.insideLibrary) {
      try await backUp(
        store, to: "\(scratch.folder)/library.sqlite", folder: scratch.folder)
    }
    #expect(try await store.pins().count == 3)
    #expect(scratch.marks.isEmpty)
  }

  @Test func `a cancelled backup leaves the file that was there`() async throws {
    let store = try await fullLibrary(in: scratch.folder)
    try "old".write(toFile: scratch.backup, atomically: true, encoding: .utf8)
    let progress = BackupProgress()
    progress.cancel()
    await #expect(throws: BackupFailure.cancelled) {
      try await backUp(store, to: scratch.backup, progress: progress)
    }
    #expect(try String(contentsOfFile: scratch.backup, encoding: .utf8) == "old")
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
    #expect(names.sorted() == ["backup.zip", "library"])
  }

  @Test func `what a crash leaves is deleted at the next start`() async throws {
    do { _ = try await fullLibrary(in: scratch.folder) }
    let left = "\(scratch.folder)/.under-way-0123456789abcdef"
    try FileManager.default.createDirectory(
      atPath: "\(left)/photos/7", withIntermediateDirectories: true)
    for name in ["library.sqlite", "library.sqlite-journal", "photos/7/0123456789abcdef.jpg"] {
      try "left".write(toFile: "\(left)/\(name)", atomically: true, encoding: .utf8)
    }
    _ = try await TravelStore(folder: scratch.folder)
    #expect(scratch.marks.isEmpty)
  }
}
