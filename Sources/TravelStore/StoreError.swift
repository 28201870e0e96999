import CSQLite
import Glibc

/// Why the library could not be opened, read or written.
public enum StoreError: Error, Hashable, Sendable {
  /// The file is something else than a library of this program.
  case notALibrary(path: String)
  /// The library was written by a newer version of this program.
  case newerVersion(path: String)
  /// The folder or the file cannot be made or written.
  case unwritable(path: String)
  /// The disk is full.
  case noSpace(path: String)
  /// The library's file is missing or empty, while what belongs to it is there.
  case lost(path: String)
  /// The library's content is damaged.
  case damaged(path: String)
  /// Another program holds the library locked.
  case busy(path: String)
  /// What was asked for is no longer there.
  case gone
  /// Something SQLite reports that has no sentence of its own.
  case failed(path: String, reason: String)
}

/// What a call to SQLite answers.
///
/// An open type: SQLite may answer with codes that are not named here.
package struct SQLiteCode: RawRepresentable, Hashable {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  static let ok = SQLiteCode(rawValue: SQLITE_OK)
  static let row = SQLiteCode(rawValue: SQLITE_ROW)
  static let done = SQLiteCode(rawValue: SQLITE_DONE)

  /// The code without what its extension adds.
  var primary: Int32 { rawValue & 0xFF }

  /// Tells whether something was to be written where everything is only to be read.
  var isOfReadingOnly: Bool { primary == SQLITE_READONLY }
}

extension StoreError {
  /// Turns a failed call into the reason that the user can be told.
  init(_ code: SQLiteCode, systemError: Int32, reason: String, path: String) {
    // SQLite notes the system's error for these two alone, and never forgets it.
    let isSystems = code.primary == SQLITE_IOERR || code.primary == SQLITE_CANTOPEN
    switch (code.primary, isSystems ? systemError : 0) {
    case (_, ENOSPC), (_, EDQUOT), (SQLITE_FULL, _): self = .noSpace(path: path)
    case (SQLITE_NOTADB, _): self = .notALibrary(path: path)
    case (SQLITE_CORRUPT, _): self = .damaged(path: path)
    case (SQLITE_BUSY, _), (SQLITE_LOCKED, _): self = .busy(path: path)
    case (SQLITE_READONLY, _), (SQLITE_CANTOPEN, _), (SQLITE_PERM, _), (_, EACCES), (_, EROFS):
      self = .unwritable(path: path)
    default: self = .failed(path: path, reason: reason)
    }
  }
}
