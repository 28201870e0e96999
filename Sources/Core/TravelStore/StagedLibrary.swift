public import Files
import Glibc
import LibrarySchema
import SQLite

/// A library that is being imported, in a folder beside the present one.
///
/// It is not trusted before `check` has returned.
public final class StagedLibrary: Sendable {
  let work: WorkFolder

  public struct Content: Hashable, Sendable {
    public let pinCount: Int
    public let photoCount: Int
  }

  /// Makes an empty folder for a library, in the folder of the present one.
  public init(in folder: String) throws(StoreError) { work = try WorkFolder(in: folder) }

  deinit { work.discard() }

  /// Deletes what is left of the folder, which takes a while if it is large.
  public func discard() { work.discard() }

  /// A file to write, by its name in a library's folder; nil if no library has such a file.
  ///
  /// It need not be synced: `check` syncs all files.
  public func newFile(_ name: String) throws(DiskFailure) -> IncomingFile? {
    let start = "\(WorkFolder.photos)/"
    if name.hasPrefix(start), let parts = OwnNames.parts(of: String(name.dropFirst(start.count))) {
      try makeFolder("\(work.path)/\(WorkFolder.photos)/\(parts.folder)")
    } else if name != TravelStore.fileName, name != WorkFolder.settings {
      return nil
    }
    return IncomingFile(path: "\(work.path)/\(name)")
  }

  /// The settings that came with it, if any.
  public var settings: String? {
    (try? OpenFile("\(work.path)/\(WorkFolder.settings)"))
      .map { $0.bytes(at: 0, count: StagedLibrary.longestSettings) }
      .flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// The longest settings that are read, in bytes: many times what the program writes.
  private static let longestSettings = 1 << 20

  /// Checks everything but the pictures themselves, migrates the library, and syncs it; `fileCount`
  /// is the number of photos' files that were written.
  ///
  /// Blocks on the disk, so call it on a `WorkQueue`.
  public func check(fileCount: Int) throws(StoreError) -> Content {
    let content = try checkLibrary(fileCount: fileCount)
    _ = try onDisk(at: work.path) { () throws(DiskFailure) in
      try SyncedFolder(syncing: work.path)
    }
    return content
  }

  private func checkLibrary(fileCount: Int) throws(StoreError) -> Content {
    let connection = try LibraryConnection(path: work.library, makingFile: false)
    let damage = StoreError.damaged(path: work.library)
    try connection.execute("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
    let version = try connection.version()
    guard version > 0 else { throw .notALibrary(path: work.library) }
    guard try connection.isWhole() else { throw damage }
    try renewTriggers(of: connection, version: version)
    try Migrations.migrate(connection)
    try connection.endJournal()
    guard try !connection.has("PRAGMA foreign_key_check"),
      try !hasRowsWithoutPin(connection),
      try hasAllFiles(connection, fileCount)
    else { throw damage }
    let content = Content(
      pinCount: try connection.count("SELECT count(*) FROM pin"),
      photoCount: try connection.count("SELECT count(*) FROM photo"))
    // The library must not need a log.
    try connection.execute("PRAGMA journal_mode = DELETE")
    return content
  }

  /// Whether tables have rows of missing pins.
  ///
  /// Most tables have no foreign key for pins, because their rows outlive a removed pin.
  private func hasRowsWithoutPin(_ connection: LibraryConnection) throws(StoreError) -> Bool {
    for table in try Migrations.pinTables() {
      let isLost = "SELECT 1 FROM \(table) WHERE pin_id NOT IN (SELECT id FROM pin)"
      if try connection.has(isLost) { return true }
    }
    return false
  }

  /// Whether each row with a file has one of its own here, and there are no other files.
  private func hasAllFiles(
    _ connection: LibraryConnection, _ fileCount: Int
  ) throws(StoreError) -> Bool {
    var count = 0
    var isWhole = true
    try connection.run(
      """
      SELECT path FROM photo WHERE path IS NOT NULL
      UNION ALL SELECT path FROM kept_photo WHERE path IS NOT NULL
      """
    ) { row throws(StoreError) in
      count += 1
      let path = row.text(0) ?? ""
      let file = "\(work.path)/\(WorkFolder.photos)/\(path)"
      if OwnNames.parts(of: path) == nil || access(file, R_OK) != 0 { isWhole = false }
    }
    return isWhole && count == fileCount
  }

  /// Checks that a library has the tables of its version, and replaces its triggers by the
  /// program's: a stranger's triggers could do anything later.
  private func renewTriggers(of connection: LibraryConnection, version: Int) throws(StoreError) {
    let model = try LibraryConnection(path: LibraryConnection.memory, named: connection.path)
    for step in LibrarySchema.steps[..<version] { try model.execute(step) }
    let missing = try StagedLibrary.shape(of: model)
      .subtracting(StagedLibrary.shape(of: connection))
    guard missing.isEmpty else { throw .damaged(path: connection.path) }
    let drops = try connection.all(
      "SELECT type, name FROM sqlite_schema WHERE type IN ('trigger', 'view')"
    ) { row in
      "DROP \(row.text(0) ?? "") \(LibraryConnection.quoted(row.text(1) ?? ""))"
    }
    let triggers = try model.all("SELECT sql FROM sqlite_schema WHERE type = 'trigger'") {
      $0.text(0)
    }
    try connection.transaction { () throws(StoreError) in
      for statement in drops + triggers { try connection.execute(statement) }
    }
  }

  /// The columns of a library's tables, and their unique indices.
  private static func shape(of connection: LibraryConnection) throws(StoreError) -> Set<String> {
    let parts = try connection.all(
      """
      SELECT t.name || '.' || c.name || ' ' || c.type || ' ' || c."notnull" || ' ' || c.pk
      FROM sqlite_schema AS t, pragma_table_info(t.name) AS c WHERE t.type = 'table'
      UNION
      SELECT t.name || ': ' || (SELECT group_concat(name) FROM pragma_index_info(i.name))
      FROM sqlite_schema AS t, pragma_index_list(t.name) AS i
      WHERE t.type = 'table' AND i."unique"
      """
    ) { $0.text(0) }
    return Set(parts)
  }
}
