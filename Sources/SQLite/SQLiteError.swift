import CSQLite

/// What a connection throws.
public protocol ConnectionFailure: Error {
  /// Makes it of what SQLite answers.
  init(_ error: SQLiteError)
}

/// A call to SQLite that failed.
public struct SQLiteError: Error, Hashable, ConnectionFailure {
  /// What it answered.
  public let code: SQLiteCode
  /// What the system said to SQLite the last time that it said anything; 0 where it never did.
  public let systemError: Int32
  /// What SQLite says of it.
  public let reason: String
  /// The database's file.
  public let path: String

  /// Makes an error.
  public init(_ code: SQLiteCode, systemError: Int32 = 0, reason: String = "", path: String) {
    self.code = code
    self.systemError = systemError
    self.reason = reason
    self.path = path
  }

  /// Takes an error as it is.
  public init(_ error: SQLiteError) { self = error }
}

/// What a call to SQLite answers.
///
/// An open type: SQLite may answer with codes that are not named here.
public struct SQLiteCode: RawRepresentable, Hashable, Sendable {
  /// SQLite's number.
  public let rawValue: Int32

  /// Takes SQLite's number.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  static let ok = SQLiteCode(rawValue: SQLITE_OK)
  static let row = SQLiteCode(rawValue: SQLITE_ROW)
  static let done = SQLiteCode(rawValue: SQLITE_DONE)

  /// The disk is full.
  public static let full = SQLiteCode(rawValue: SQLITE_FULL)
  /// The system could not read or write.
  public static let ioError = SQLiteCode(rawValue: SQLITE_IOERR)
  /// The file cannot be opened.
  public static let cannotOpen = SQLiteCode(rawValue: SQLITE_CANTOPEN)
  /// The file may not be used.
  public static let permission = SQLiteCode(rawValue: SQLITE_PERM)
  /// Something was to be written where everything is only to be read.
  public static let readOnly = SQLiteCode(rawValue: SQLITE_READONLY)
  /// Another connection holds the database.
  public static let busy = SQLiteCode(rawValue: SQLITE_BUSY)
  /// This connection itself holds a table.
  public static let locked = SQLiteCode(rawValue: SQLITE_LOCKED)
  /// The file is something else than a database.
  public static let notADatabase = SQLiteCode(rawValue: SQLITE_NOTADB)
  /// The database's content is damaged.
  public static let damaged = SQLiteCode(rawValue: SQLITE_CORRUPT)

  /// The code without what its extension adds.
  public var primary: SQLiteCode { SQLiteCode(rawValue: rawValue & 0xFF) }
}
