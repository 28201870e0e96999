public import Files
import Glibc
import SQLite

/// A consistent copy of a library for a backup, with the names of the files that belong to it.
///
/// Undoable steps are not in it, except for an album whose replacement has no photo yet.
public final class LibrarySnapshot: @unchecked Sendable {  // One thread at a time uses it.
  public struct File: Hashable, Sendable {
    public let path: String
    /// Its name in the backup, below `photos/`.
    public let name: String
  }

  /// The copy's file, which has no name any more; it is complete after `finish`.
  public let file: OpenFile
  public let pinCount: Int
  public let photoCount: Int
  /// How many photos have files.
  public let fileCount: Int

  private let connection: LibraryConnection
  private let photoFolder: String
  private var missing: [String] = []
  /// The number of the last photo that `nextFiles` has returned.
  private var last = Int64.min

  /// The most files that `nextFiles` returns.
  private static let batch: Int64 = 1000

  /// Opens a library's copy, and unlinks it.
  init(of copy: String, named path: String, photos: String) throws(StoreError) {
    photoFolder = photos
    connection = try LibraryConnection(path: copy, makingFile: false, named: path)
    // An unlinked database can have neither a log nor a journal file.
    try connection.execute(
      """
      PRAGMA trusted_schema = OFF; PRAGMA locking_mode = EXCLUSIVE;
      PRAGMA journal_mode = DELETE; PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE; COMMIT
      """)
    guard try connection.first("PRAGMA quick_check(1)", read: { $0.text(0) }) == "ok" else {
      throw .damaged(path: path)
    }
    try connection.endJournal()
    pinCount = try connection.count("SELECT count(*) FROM pin")
    photoCount = try connection.count("SELECT count(*) FROM photo")
    fileCount = try connection.count(
      """
      SELECT (SELECT count(path) FROM photo) + (SELECT count(path) FROM kept_photo)
      """)
    guard let file = try? OpenFile(copy) else { throw StoreError(.last, path: path) }
    self.file = file
  }

  /// The next files, in a fixed order; none after the last.
  public func nextFiles() throws(StoreError) -> [File] {
    while true {
      let found = try connection.all(
        """
        SELECT id, pin_id, path FROM photo WHERE id > ?1 AND path IS NOT NULL
        UNION ALL SELECT id, pin_id, path FROM kept_photo WHERE id > ?1 AND path IS NOT NULL
        ORDER BY id LIMIT ?2
        """, [last, LibrarySnapshot.batch]
      ) { (id: $0.integer(0), pin: $0.integer(1), path: $0.text(2) ?? "") }
      guard let end = found.last else { return [] }
      last = end.id
      var files: [File] = []
      for row in found {
        if let name = try name(of: row) {
          files.append(File(path: "\(photoFolder)/\(row.path)", name: name))
        }
      }
      if !files.isEmpty { return files }
    }
  }

  /// Leaves out a missing file; the program that opens the copy will download its photo again.
  public func leaveOut(_ file: File) { missing.append(file.name) }

  /// Completes the copy's file and returns its size.
  public func finish() throws(StoreError) -> Int {
    for name in missing {
      for table in ["photo", "kept_photo"] {
        try connection.run(
          "UPDATE \(table) SET path = NULL, state = 'awaited', failure = NULL WHERE path = ?",
          [name])
      }
    }
    // Deleted rows do not belong in a backup.
    try connection.execute("DELETE FROM doomed_file; VACUUM")
    var status = stat()
    guard fstat(file.descriptor, &status) == 0 else {
      throw StoreError(.last, path: connection.path)
    }
    return Int(status.st_size)
  }

  /// The name of a photo's file in the copy; one named by another program gets a new name.
  private func name(of row: (id: Int64, pin: Int64, path: String)) throws(StoreError) -> String? {
    if OwnNames.parts(of: row.path) != nil { return row.path }
    let ending = row.path.split(separator: ".").last.map { $0.lowercased() } ?? ""
    let name = "\(row.pin)/\(RandomName.new()).\(ending)"
    let isPossible = PhotoFiles.isInside(row.path) && OwnNames.parts(of: name) != nil
    let new = isPossible ? name : nil
    try connection.run("UPDATE photo SET path = ?2 WHERE id = ?1", [row.id, new])
    try connection.run("UPDATE kept_photo SET path = ?2 WHERE id = ?1", [row.id, new])
    return new
  }
}

extension TravelStore {
  /// Copies the library, as it is now.
  public func snapshot() async throws(StoreError) -> LibrarySnapshot {
    // Beside the library, or elsewhere if its folder cannot be written.
    let places = [folder] + TravelStore.temporaryPlaces
    let copying = try WorkFolder.inFirst(of: places) { work throws(StoreError) in
      try connection.copy(toNewFile: work.library)
      return work
    }
    return try await WorkThread.disk().run { [path, files] () throws(StoreError) in
      // The open copy needs no name.
      defer { copying.discard() }
      return try LibrarySnapshot(of: copying.library, named: path, photos: files.folder)
    }
  }
}
