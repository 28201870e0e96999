import LibrarySchema
import SQLite

extension LibraryConnection {
  func count(_ sql: String) throws(StoreError) -> Int {
    Int(try first(sql) { $0.integer(0) } ?? 0)
  }

  /// How many migrations the library has had; 0 if nothing was ever written.
  ///
  /// Throws if the file is not a library that this version can read.
  func version(atMost newest: Int = LibrarySchema.steps.count) throws(StoreError) -> Int {
    let version = try count("PRAGMA user_version")
    let application = try count("PRAGMA application_id")
    if version == 0, application == 0, try count("SELECT count(*) FROM sqlite_schema") == 0 {
      return 0
    }
    guard application == LibrarySchema.applicationID else { throw .notALibrary(path: path) }
    guard version > 0 else { throw .damaged(path: path) }
    guard version <= newest else { throw .newerVersion(path: path) }
    return version
  }
}

enum Migrations {
  /// Migrates the library; throws before the first write if it is not a library that this version
  /// can change.
  static func migrate(
    _ connection: LibraryConnection, through steps: [String] = LibrarySchema.steps
  ) throws(StoreError) {
    let version = try connection.version(atMost: steps.count)
    // With FULL, a commit returns only after the disk has it.
    try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
    guard version < steps.count else { return }
    try connection.transaction { () throws(StoreError) in
      for step in steps[version...] { try connection.execute(step) }
      try connection.execute(
        "PRAGMA application_id = \(LibrarySchema.applicationID); PRAGMA user_version = \(steps.count)"
      )
    }
  }

  /// The tables with rows of pins, except those of the journal, in an order in which rows can be
  /// added.
  static func pinTables() throws(StoreError) -> [String] {
    let model = try LibraryConnection(path: LibraryConnection.memory)
    for step in LibrarySchema.steps { try model.execute(step) }
    return try model.all(
      """
      SELECT name FROM sqlite_schema AS t WHERE type = 'table'
        AND EXISTS (SELECT 1 FROM pragma_table_info(t.name) WHERE name = 'pin_id')
        AND NOT EXISTS (SELECT 1 FROM pragma_table_info(t.name) WHERE name = 'step_id')
        OR name = 'removed_photo'
      ORDER BY rowid
      """
    ) { $0.text(0) }
  }
}
