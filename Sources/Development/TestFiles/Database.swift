import CSQLite

/// A connection to a library's file besides the program's own.
public final class Database {
  private var handle: OpaquePointer?
  /// How long to wait while the program writes, in milliseconds.
  private static let patience: Int32 = 5000

  public init(_ path: String, isReadOnly: Bool = false) throws {
    let flags = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    let code = sqlite3_open_v2(path, &handle, flags, nil)
    sqlite3_busy_timeout(handle, Database.patience)
    guard code == SQLITE_OK else { throw failure }
  }

  deinit { close() }

  public func close() {
    sqlite3_close_v2(handle)
    handle = nil
  }

  /// The rows of a statement's result, as texts; nil for NULL.
  @discardableResult
  public func rows(_ sql: String) throws -> [[String?]] {
    var rows: [[String?]] = []
    let code = withUnsafeMutablePointer(to: &rows) { rows in
      sqlite3_exec(
        handle, sql,
        { rows, count, values, _ in
          let row = (0..<Int(count)).map { values![$0].map { String(cString: $0) } }
          rows!.assumingMemoryBound(to: [[String?]].self).pointee.append(row)
          return 0
        }, rows, nil)
    }
    guard code == SQLITE_OK else { throw failure }
    return rows
  }

  private var failure: Failure { Failure(description: String(cString: sqlite3_errmsg(handle))) }

  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }
}
