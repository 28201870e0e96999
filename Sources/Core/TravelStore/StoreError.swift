public import Files
public import SQLite

/// Why the library could not be opened, read or written.
public enum StoreError: Error, Hashable, Sendable {
  /// The file is not a library of this program.
  case notALibrary(path: String)
  /// The library was written by a newer version of this program.
  case newerVersion(path: String)
  /// The folder or the file cannot be created or written.
  case unwritable(path: String)
  /// The disk is full.
  case noSpace(path: String)
  /// The disk failed after a change was written; the next start may find the change, or not.
  case unconfirmed(path: String)
  /// The library's file is missing or empty, but its log or photos are there.
  case lost(path: String)
  /// The library's content is damaged.
  case damaged(path: String)
  /// Another program has locked the library.
  case busy(path: String)
  /// The photo folder is on a disk of its own, so that the library cannot be replaced.
  case unmovable(path: String)
  /// The caller does not want the change any more.
  case cancelled
  /// The pin or photo no longer exists.
  case gone
  /// Any other error of SQLite.
  case failed(path: String, reason: String)

  public init(_ failure: DiskFailure, path: String) {
    switch failure {
    case .noSpace: self = .noSpace(path: path)
    case .unwritable: self = .unwritable(path: path)
    }
  }

  /// Whether the disk or folder is the problem, and not the library.
  var isStorageFailure: Bool {
    switch self {
    case .unwritable, .noSpace, .unconfirmed: true
    default: false
    }
  }
}

/// Runs work on the disk, and converts its failure.
func onDisk<Value>(
  at path: String, _ work: () throws(DiskFailure) -> Value
) throws(StoreError) -> Value {
  do { return try work() } catch { throw StoreError(error, path: path) }
}

extension StoreError: ConnectionFailure {
  public init(_ error: SQLiteError) {
    // Only these two have a meaningful system error: SQLite does not reset it for others.
    let isSystems = error.code.primary == .ioError || error.code.primary == .cannotOpen
    let path = error.path
    switch (error.code.primary, isSystems ? DiskFailure(code: error.systemError) : nil) {
    case (_, .noSpace), (.full, _): self = .noSpace(path: path)
    case _ where error.code == .unsynced: self = .unconfirmed(path: path)
    case (.notADatabase, _): self = .notALibrary(path: path)
    case (.damaged, _): self = .damaged(path: path)
    case (.busy, _), (.locked, _), (.lockedOut, _): self = .busy(path: path)
    case (.readOnly, _), (.cannotOpen, _), (.permission, _), (_, .unwritable):
      self = .unwritable(path: path)
    default: self = .failed(path: path, reason: error.reason)
    }
  }
}

typealias LibraryConnection = Connection<StoreError>
