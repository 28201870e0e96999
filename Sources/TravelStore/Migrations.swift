/// The steps from an empty file to the library of today.
///
/// Append only: a step that was released is never changed, for libraries out there have taken it.
/// The number of steps taken is the library's version, kept in SQLite's `user_version`.
enum Migrations {
  static let steps = [
    """
    CREATE TABLE pin (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      latitude REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
      longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180),
      title TEXT NOT NULL,
      created_at INTEGER NOT NULL DEFAULT (unixepoch()),
      photo_count INTEGER NOT NULL DEFAULT 0,
      removed_at INTEGER
    );
    CREATE INDEX pin_removed ON pin (id) WHERE removed_at IS NOT NULL;

    CREATE TABLE photo (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      pin_id INTEGER NOT NULL REFERENCES pin (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      source TEXT NOT NULL,
      source_id TEXT NOT NULL,
      path TEXT UNIQUE,
      title TEXT NOT NULL,
      author TEXT,
      license TEXT,
      license_url TEXT,
      page_url TEXT,
      image_url TEXT,
      state TEXT NOT NULL DEFAULT 'awaited',
      UNIQUE (pin_id, source, source_id)
    );
    CREATE INDEX photo_album ON photo (pin_id, position);

    CREATE TRIGGER photo_added AFTER INSERT ON photo BEGIN
      UPDATE pin SET photo_count = photo_count + 1 WHERE id = NEW.pin_id;
    END;
    CREATE TRIGGER photo_removed AFTER DELETE ON photo BEGIN
      UPDATE pin SET photo_count = photo_count - 1 WHERE id = OLD.pin_id;
    END;
    CREATE TRIGGER photo_moved AFTER UPDATE OF pin_id ON photo BEGIN
      UPDATE pin SET photo_count = photo_count - 1 WHERE id = OLD.pin_id;
      UPDATE pin SET photo_count = photo_count + 1 WHERE id = NEW.pin_id;
    END;
    """
  ]

  /// Marks a SQLite file as a library of this program: "VTou".
  static let applicationID: Int64 = 0x5654_6F75

  /// Brings the library up to date, or throws without having written a byte of it.
  static func migrate(
    _ connection: Connection, through steps: [String] = steps
  ) throws(StoreError) {
    func pragma(_ sql: StaticString) throws(StoreError) -> Int64 {
      try connection.first(sql) { $0.integer(0) } ?? 0
    }
    let version = try pragma("PRAGMA user_version")
    let application = try pragma("PRAGMA application_id")
    let tables = try pragma("SELECT count(*) FROM sqlite_schema")
    let isEmpty = version == 0 && application == 0 && tables == 0
    guard isEmpty || application == applicationID else {
      throw .notALibrary(path: connection.path)
    }
    guard version <= steps.count else { throw .newerVersion(path: connection.path) }

    // Nothing is lost at a power cut: a commit returns after the disk has it.
    try connection.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
    guard version < steps.count else { return }
    try connection.transaction { () throws(StoreError) in
      for step in steps[Int(version)...] { try connection.execute(step) }
      try connection.execute(
        "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(steps.count)")
    }
  }
}
