import LibrarySchema
import SQLite

/// Brings libraries up to date.
enum Migrations {
  /// Whether nothing was ever written to a database.
  static func isEmpty(_ connection: LibraryConnection) throws(StoreError) -> Bool {
    let version = try number("PRAGMA user_version", connection)
    let application = try number("PRAGMA application_id", connection)
    let tables = try number("SELECT count(*) FROM sqlite_schema", connection)
    return version == 0 && application == 0 && tables == 0
  }

  private static func number(
    _ sql: String, _ connection: LibraryConnection
  ) throws(StoreError) -> Int64 {
    try connection.first(sql) { $0.integer(0) } ?? 0
  }

  /// Brings the library up to date; throws before the first write where it is not ours to change.
  static func migrate(
    _ connection: LibraryConnection, through steps: [String] = LibrarySchema.steps
  ) throws(StoreError) {
    let version = try number("PRAGMA user_version", connection)
    let application = try number("PRAGMA application_id", connection)
    guard try isEmpty(connection) || application == LibrarySchema.applicationID else {
      throw .notALibrary(path: connection.path)
    }
    guard version >= 0 else { throw .damaged(path: connection.path) }
    guard version <= steps.count else { throw .newerVersion(path: connection.path) }

    // With FULL, a commit returns only after the disk has it.
    try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
    guard version < steps.count else { return }
    try connection.transaction { () throws(StoreError) in
      for step in steps[Int(version)...] { try connection.execute(step) }
      try connection.execute(
        "PRAGMA application_id = \(LibrarySchema.applicationID); PRAGMA user_version = \(steps.count)"
      )
    }
  }

  /// The tables that have rows of pins, but for those of the journal, in an order in which rows can be
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
