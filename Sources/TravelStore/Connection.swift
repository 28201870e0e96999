import CSQLite
import Glibc

/// One connection to a SQLite database, used from one thread at a time.
package final class Connection {
  package let path: String
  private let handle: OpaquePointer
  private var statements: [String: Statement] = [:]
  /// Why nothing is written; nil as long as everything is.
  private(set) var refusal: StoreError?
  /// Called when it turns out that nothing is to be written any more.
  var onRefusal: (StoreError) -> Void = { _ in }

  /// Opens the database at `path`, which is made if it is not there and may be made; failures tell
  /// of `name`.
  package convenience init(
    path: String, makingFile: Bool = true, named name: String? = nil
  ) throws(StoreError) {
    // SQLite lets others read what it makes; its logs are as private as the file is.
    if makingFile, path != Connection.memory {
      let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if descriptor >= 0 { close(descriptor) }
    }
    let creating = makingFile ? SQLITE_OPEN_CREATE : 0
    try self.init(path, SQLITE_OPEN_READWRITE | creating, path: name ?? path)
  }

  /// Opens the database at `path` to read it, in a way that SQLite knows for its addresses.
  convenience init(reading path: String, _ way: String) throws(StoreError) {
    let escaped = path.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "?"): "%3f"
      case UInt8(ascii: "#"): "%23"
      case UInt8(ascii: "%"): "%25"
      default: String(UnicodeScalar(byte))
      }
    }
    try self.init(
      "file:\(escaped.joined())?\(way)", SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, path: path)
  }

  private init(_ name: String, _ flags: Int32, path: String) throws(StoreError) {
    var handle: OpaquePointer?
    let code = SQLiteCode(
      rawValue: sqlite3_open_v2(name, &handle, flags | SQLITE_OPEN_NOMUTEX, nil))
    guard let handle, code == .ok else {
      defer { sqlite3_close_v2(handle) }
      throw StoreError(
        code, systemError: sqlite3_system_errno(handle),
        reason: String(cString: sqlite3_errstr(code.rawValue)), path: path)
    }
    self.path = path
    self.handle = handle
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, Connection.patience)
  }

  /// The path of a database that is in memory alone.
  package static let memory = ":memory:"

  /// How long a locked database is waited for, in milliseconds: longer than any of our own
  /// transactions takes, shorter than a user waits.
  private static let patience: Int32 = 5000

  deinit {
    statements.removeAll()  // A connection with live statements does not close.
    sqlite3_close_v2(handle)
  }

  /// The number of the row that the last insertion added.
  var lastInsertedNumber: Int64 { sqlite3_last_insert_rowid(handle) }

  /// How many rows the last statement changed.
  var changedRows: Int { Int(sqlite3_changes(handle)) }

  /// Tells whether the file can only be read: SQLite opens such a one without a word.
  var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

  /// Tells whether closing leaves the write-ahead log as it is, and with it the database's file.
  func leavesLogOnClose(_ leaves: Bool) { vt_leave_log_on_close(handle, leaves ? 1 : 0) }

  /// Writes nothing from now on, not even what is in the log.
  func refuse(because error: StoreError) {
    guard refusal == nil else { return }
    refusal = error
    leavesLogOnClose(true)
    sqlite3_exec(handle, "PRAGMA query_only = ON", nil, nil, nil)
    onRefusal(error)
  }

  /// Runs statements that take no values and answer no rows.
  package func execute(_ sql: String) throws(StoreError) {
    try check(SQLiteCode(rawValue: sqlite3_exec(handle, sql, nil, nil, nil)))
  }

  /// Runs a statement, prepared once for the connection's life, and passes each row to `visit`.
  package func run(
    _ sql: StaticString, _ values: [any Bindable] = [],
    visit: (Row) throws(StoreError) -> Void = { _ in }
  ) throws(StoreError) {
    try run([sql], values, visit: visit)
  }

  /// Runs a statement that is put together from parts, as columns that several statements name.
  func run(
    _ sql: [StaticString], _ values: [any Bindable] = [],
    visit: (Row) throws(StoreError) -> Void = { _ in }
  ) throws(StoreError) {
    let statement = try prepared(sql.map { "\($0)" }.joined(separator: " "))
    defer { statement.reset() }
    for (index, value) in values.enumerated() {
      try check(value.bind(to: statement.handle, at: Int32(index + 1)))
    }
    while true {
      let code = SQLiteCode(rawValue: sqlite3_step(statement.handle))
      guard code == .row else {
        guard code == .done else { throw error(code) }
        return
      }
      try visit(Row(statement: statement.handle))
    }
  }

  /// Runs a statement and returns what `read` makes of its first row, or nil if there is none.
  package func first<Value>(
    _ sql: StaticString, _ values: [any Bindable] = [], read: (Row) -> Value
  ) throws(StoreError) -> Value? {
    var value: Value?
    try run(sql, values) { row throws(StoreError) in if value == nil { value = read(row) } }
    return value
  }

  /// Does all of `work` or, if it throws, none of it.
  package func transaction<Value>(_ work: () throws(StoreError) -> Value) throws(StoreError)
    -> Value
  {
    if let refusal { throw refusal }
    try execute("BEGIN IMMEDIATE")
    do {
      let value = try work()
      try execute("COMMIT")
      return value
    } catch {
      // SQLite has rolled back by itself after some errors: then this is one more, of no interest.
      sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
      throw error
    }
  }

  private func prepared(_ sql: String) throws(StoreError) -> Statement {
    if let statement = statements[sql] { return statement }
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v3(
      self.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    try check(SQLiteCode(rawValue: code))
    let statement = Statement(handle: handle!)
    statements[sql] = statement
    return statement
  }

  private func check(_ code: SQLiteCode) throws(StoreError) {
    guard code == .ok else { throw error(code) }
  }

  private func error(_ code: SQLiteCode) -> StoreError {
    if let refusal, code.isOfReadingOnly { return refusal }
    let error = StoreError(
      code, systemError: sqlite3_system_errno(handle),
      reason: String(cString: sqlite3_errmsg(handle)), path: path)
    // What is damaged is only damaged further by what is written into it.
    if case .damaged = error { refuse(because: error) }
    return error
  }
}

private final class Statement {
  let handle: OpaquePointer
  init(handle: OpaquePointer) { self.handle = handle }
  deinit { sqlite3_finalize(handle) }

  func reset() {
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }
}

/// A row of an answer, to be read before the next one is asked for.
package struct Row {
  fileprivate let statement: OpaquePointer

  package func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }
  package func number(_ column: Int32) -> Double { sqlite3_column_double(statement, column) }
  package func optionalNumber(_ column: Int32) -> Double? {
    sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : number(column)
  }
  package func text(_ column: Int32) -> String? {
    sqlite3_column_text(statement, column).map { String(cString: $0) }
  }
}

/// A Swift type that can be a value of a statement.
package protocol Bindable {
  func bind(to statement: OpaquePointer, at index: Int32) -> SQLiteCode
}

extension Int64: Bindable {
  package func bind(to statement: OpaquePointer, at index: Int32) -> SQLiteCode {
    SQLiteCode(rawValue: sqlite3_bind_int64(statement, index, self))
  }
}

extension Double: Bindable {
  package func bind(to statement: OpaquePointer, at index: Int32) -> SQLiteCode {
    SQLiteCode(rawValue: sqlite3_bind_double(statement, index, self))
  }
}

extension String: Bindable {
  package func bind(to statement: OpaquePointer, at index: Int32) -> SQLiteCode {
    SQLiteCode(rawValue: vt_bind_text(statement, index, self, Int32(clamping: utf8.count)))
  }
}

extension Optional: Bindable where Wrapped: Bindable {
  package func bind(to statement: OpaquePointer, at index: Int32) -> SQLiteCode {
    self?.bind(to: statement, at: index)
      ?? SQLiteCode(rawValue: sqlite3_bind_null(statement, index))
  }
}
