import CSQLite

public protocol ConnectionFailure: Error {
  init(_ error: SQLiteError)
}

public struct SQLiteError: Error, Hashable, ConnectionFailure {
  public let code: SQLiteCode
  /// The system's last `errno`; 0 if there was none.
  public let systemError: Int32
  public let reason: String
  public let path: String
  public init(_ code: SQLiteCode, systemError: Int32 = 0, reason: String = "", path: String) {
    (self.code, self.systemError, self.reason, self.path) = (code, systemError, reason, path)
  }

  public init(_ error: SQLiteError) { self = error }
}

/// A result code of SQLite, open because SQLite has more codes than are named here.
public struct SQLiteCode: RawRepresentable, Hashable, Sendable {
  public let rawValue: Int32
  public init(rawValue: Int32) { self.rawValue = rawValue }

  static let ok = SQLiteCode(rawValue: SQLITE_OK)
  static let row = SQLiteCode(rawValue: SQLITE_ROW)
  static let done = SQLiteCode(rawValue: SQLITE_DONE)

  public static let full = SQLiteCode(rawValue: SQLITE_FULL)
  public static let ioError = SQLiteCode(rawValue: SQLITE_IOERR)
  /// The system could not sync written data to the disk.
  public static let unsynced = SQLiteCode(rawValue: SQLITE_IOERR | 4 << 8)
  public static let cannotOpen = SQLiteCode(rawValue: SQLITE_CANTOPEN)
  public static let permission = SQLiteCode(rawValue: SQLITE_PERM)
  /// A write to a read-only database.
  public static let readOnly = SQLiteCode(rawValue: SQLITE_READONLY)
  public static let busy = SQLiteCode(rawValue: SQLITE_BUSY)
  /// Other connections held the log's locks at each attempt, for ten seconds.
  public static let lockedOut = SQLiteCode(rawValue: SQLITE_PROTOCOL)
  /// This connection itself has locked a table.
  public static let locked = SQLiteCode(rawValue: SQLITE_LOCKED)
  public static let notADatabase = SQLiteCode(rawValue: SQLITE_NOTADB)
  /// The database's content is damaged.
  public static let damaged = SQLiteCode(rawValue: SQLITE_CORRUPT)

  /// The code without its extension.
  public var primary: SQLiteCode { SQLiteCode(rawValue: rawValue & 0xFF) }
}
