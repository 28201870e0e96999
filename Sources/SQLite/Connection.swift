import CSQLite
import Glibc

/// One connection to a SQLite database, used from one thread at a time.
///
/// It throws what its user's functions throw, made of what SQLite answers.
public final class Connection<Failure: ConnectionFailure> {
  /// What failures call the database's file.
  public let path: String
  private let handle: OpaquePointer
  private var statements: [String: Statement] = [:]
  /// Why nothing is written; nil as long as everything is.
  public private(set) var refusal: Failure?
  /// Called when it turns out that nothing is to be written any more.
  public var onRefusal: (Failure) -> Void = { _ in }

  /// Opens the database at `path`, which is made if it is not there and may be made; failures tell
  /// of `name`.
  public convenience init(
    path: String, makingFile: Bool = true, named name: String? = nil
  ) throws(Failure) {
    // SQLite lets others read what it makes; its logs are as private as the file is.
    if makingFile, path != Connection.memory {
      let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      if descriptor >= 0 { close(descriptor) }
    }
    let creating = makingFile ? SQLITE_OPEN_CREATE : 0
    try self.init(path, SQLITE_OPEN_READWRITE | creating, path: name ?? path)
  }

  /// Opens the database at `path` to read it, in a way that SQLite knows for its addresses.
  public convenience init(reading path: String, _ way: String) throws(Failure) {
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

  private init(_ name: String, _ flags: Int32, path: String) throws(Failure) {
    var handle: OpaquePointer?
    let code = SQLiteCode(
      rawValue: sqlite3_open_v2(name, &handle, flags | SQLITE_OPEN_NOMUTEX, nil))
    guard let handle, code == .ok else {
      defer { sqlite3_close_v2(handle) }
      throw Failure(
        SQLiteError(
          code, systemError: sqlite3_system_errno(handle),
          reason: String(cString: sqlite3_errstr(code.rawValue)), path: path))
    }
    self.path = path
    self.handle = handle
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, Connection.patience)
  }

  /// The path of a database that is in memory alone.
  public static var memory: String { ":memory:" }

  /// How long a locked database is waited for, in milliseconds: longer than any of our own
  /// transactions takes, shorter than a user waits.
  private static var patience: Int32 { 5000 }

  deinit {
    statements.removeAll()  // A connection with live statements does not close.
    sqlite3_close_v2(handle)
  }

  /// The number of the row that the last insertion added.
  public var lastInsertedNumber: Int64 { sqlite3_last_insert_rowid(handle) }

  /// How many rows the last statement changed.
  public var changedRows: Int { Int(sqlite3_changes(handle)) }

  /// Tells whether the file can only be read: SQLite opens such a one without a word.
  public var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

  /// Tells whether closing leaves the write-ahead log as it is, and with it the database's file.
  public func leavesLogOnClose(_ leaves: Bool) { vt_leave_log_on_close(handle, leaves ? 1 : 0) }

  /// Writes nothing from now on, not even what is in the log.
  public func refuse(because error: Failure) {
    guard refusal == nil else { return }
    refusal = error
    leavesLogOnClose(true)
    sqlite3_exec(handle, "PRAGMA query_only = ON", nil, nil, nil)
    onRefusal(error)
  }

  /// Runs statements that take no values and answer no rows.
  public func execute(_ sql: String) throws(Failure) {
    try check(SQLiteCode(rawValue: sqlite3_exec(handle, sql, nil, nil, nil)))
  }

  /// Runs a statement, prepared once for the connection's life, and passes each row to `visit`.
  public func run(
    _ sql: StaticString, _ values: [any Bindable] = [],
    visit: (Row) throws(Failure) -> Void = { _ in }
  ) throws(Failure) {
    try run([sql], values, visit: visit)
  }

  /// Runs a statement that is put together from parts, as columns that several statements name.
  public func run(
    _ sql: [StaticString], _ values: [any Bindable] = [],
    visit: (Row) throws(Failure) -> Void = { _ in }
  ) throws(Failure) {
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
  public func first<Value>(
    _ sql: StaticString, _ values: [any Bindable] = [], read: (Row) -> Value
  ) throws(Failure) -> Value? {
    var value: Value?
    try run(sql, values) { row throws(Failure) in if value == nil { value = read(row) } }
    return value
  }

  /// Does all of `work` or, if it throws, none of it.
  public func transaction<Value>(_ work: () throws(Failure) -> Value) throws(Failure)
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

  private func prepared(_ sql: String) throws(Failure) -> Statement {
    if let statement = statements[sql] { return statement }
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v3(
      self.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    try check(SQLiteCode(rawValue: code))
    let statement = Statement(handle: handle!)
    statements[sql] = statement
    return statement
  }

  private func check(_ code: SQLiteCode) throws(Failure) {
    guard code == .ok else { throw error(code) }
  }

  private func error(_ code: SQLiteCode) -> Failure {
    if let refusal, code.primary == .readOnly { return refusal }
    let error = Failure(
      SQLiteError(
        code, systemError: sqlite3_system_errno(handle),
        reason: String(cString: sqlite3_errmsg(handle)), path: path))
    // What is damaged is only damaged further by what is written into it.
    if code.primary == .damaged { refuse(because: error) }
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
