import CSQLite
import Glibc

/// A connection to a SQLite database, used from one thread at a time.
///
/// It throws errors of its user's own type.
public final class Connection<Failure: ConnectionFailure> {
  /// The file's path in errors.
  public let path: String
  /// The handle; nil once it is closed, and then SQLite refuses calls.
  private var handle: OpaquePointer?
  /// The prepared statements, by their texts.
  private var statements: [String: OpaquePointer] = [:]
  /// Why the connection became read-only; nil while it can be written.
  public private(set) var refusal: Failure?
  /// Called when the connection becomes read-only.
  public var onRefusal: (Failure) -> Void = { _ in }

  /// Opens the database at `path`, and creates it if `makingFile`; errors mention `name`, if given.
  public convenience init(
    path: String, makingFile: Bool = true, named name: String? = nil
  ) throws(Failure) {
    // SQLite would create a file that others can read; its logs get the same permissions.
    let isNew = makingFile && path != Connection.memory
    let hindrance = isNew ? Connection.hindrance(of: path) : nil
    let creating = makingFile ? SQLITE_OPEN_CREATE : 0
    try self.init(path, SQLITE_OPEN_READWRITE | creating, path: name ?? path, hindrance)
  }

  /// Opens the database at `path` read-only; if nothing changes it meanwhile, without locks and any
  /// other file.
  public convenience init(reading path: String, isStill: Bool = false) throws(Failure) {
    guard isStill else {
      try self.init(path, SQLITE_OPEN_READONLY, path: path)
      return
    }
    let digits = Array("0123456789ABCDEF")
    let escaped = path.utf8.map { "%\(digits[Int($0 >> 4)])\(digits[Int($0 & 15)])" }.joined()
    try self.init(
      "file:\(escaped)?immutable=1", SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, path: path)
  }

  /// Bounds what a stranger's database does while it is read, whose views could compute for ever.
  ///
  /// They may join tables, but neither recur nor call functions. A statement fails where it takes some
  /// thousand steps, or has a value of more than `longestValue` bytes.
  public func distrust(longestValue: Int32) throws(Failure) {
    try execute("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
    sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, longestValue)
    sqlite3_progress_handler(handle, Connection.mostSteps, { _ in 1 }, nil)
    sqlite3_set_authorizer(
      handle,
      { _, action, _, _, _, _ in
        [SQLITE_SELECT, SQLITE_READ].contains(action) ? SQLITE_OK : SQLITE_DENY
      }, nil)
  }

  private init(
    _ name: String, _ flags: Int32, path: String, _ hindrance: Int32? = nil
  ) throws(Failure) {
    var handle: OpaquePointer?
    let code = SQLiteCode(
      rawValue: sqlite3_open_v2(name, &handle, flags | SQLITE_OPEN_NOMUTEX, nil))
    guard let handle, code == .ok else {
      defer { sqlite3_close_v2(handle) }
      throw Failure(
        SQLiteError(
          code, systemError: hindrance ?? sqlite3_system_errno(handle),
          reason: String(cString: sqlite3_errstr(code.rawValue)), path: path))
    }
    self.path = path
    self.handle = handle
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, Connection.timeout)
  }

  /// The path of an in-memory database.
  public static var memory: String { ":memory:" }

  /// How long to wait for a locked database, in milliseconds: longer than any of our transactions.
  private static var timeout: Int32 { 5000 }
  /// The rows of a large insertion that one statement inserts.
  private static var rowsAtOnce: Int { 100 }
  /// The most steps of a statement on a stranger's database: to look up a row takes a hundred.
  private static var mostSteps: Int32 { 25_000 }

  deinit { closeFile() }

  public var lastInsertedNumber: Int64 { sqlite3_last_insert_rowid(handle) }

  public var changedRows: Int { Int(sqlite3_changes(handle)) }

  /// Whether SQLite has opened the file read-only, which it does without an error.
  public var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

  /// Sets whether closing leaves the write-ahead log in place, and with it the database file
  /// unchanged.
  public func leavesLogOnClose(_ leaves: Bool) {
    if let handle { vt_leave_log_on_close(handle, leaves ? 1 : 0) }
  }

  /// Makes the connection read-only, so that not even the log is written back.
  public func refuse(because error: Failure) {
    guard refusal == nil else { return }
    refusal = error
    leavesLogOnClose(true)
    sqlite3_exec(handle, "PRAGMA query_only = ON", nil, nil, nil)
    onRefusal(error)
  }

  /// Closes the file for good; later calls fail with an error.
  public func closeFile(because error: Failure) {
    closeFile()
    handle = nil
    refusal = error
  }

  private func closeFile() {
    // Live statements would keep the connection open.
    for statement in statements.values { sqlite3_finalize(statement) }
    statements.removeAll()
    sqlite3_close_v2(handle)
  }

  /// Runs statements without parameters and results.
  public func execute(_ sql: String) throws(Failure) {
    try check(SQLiteCode(rawValue: sqlite3_exec(handle, sql, nil, nil, nil)))
  }

  /// Runs a statement, prepared once per connection, and passes each row to `visit`.
  ///
  /// Pass what varies as values, never in the text, because each text is cached.
  public func run(
    _ sql: String, _ values: [any Bindable] = [],
    visit: (Row) throws(Failure) -> Void = { _ in }
  ) throws(Failure) {
    try step(through: sql, values) { row throws(Failure) in
      try visit(row)
      return true
    }
  }

  /// Inserts rows into a table and columns, such as `pin (id, title)`.
  ///
  /// SQLite takes half as long for many rows of one statement.
  public func insert<Item>(
    into table: String, _ items: [Item], values: (Item) -> [any Bindable]
  ) throws(Failure) {
    var rest = items[...]
    while let first = rest.first {
      // Either of two texts, because each is cached.
      let count = rest.count < Connection.rowsAtOnce ? 1 : Connection.rowsAtOnce
      let row = "(\(values(first).map { _ in "?" }.joined(separator: ", ")))"
      let rows = Array(repeating: row, count: count).joined(separator: ", ")
      try run("INSERT INTO \(table) VALUES \(rows)", rest.prefix(count).flatMap(values))
      rest.removeFirst(count)
    }
  }

  /// The results of `read` for the rows of a statement, except nil.
  public func all<Value>(
    _ sql: String, _ values: [any Bindable] = [], read: (Row) -> Value?
  ) throws(Failure) -> [Value] {
    var all: [Value] = []
    try run(sql, values) { row throws(Failure) in
      if let value = read(row) { all.append(value) }
    }
    return all
  }

  /// The result of `read` for the first row of a statement; nil if there is none.
  public func first<Value>(
    _ sql: String, _ values: [any Bindable] = [], read: (Row) -> Value?
  ) throws(Failure) -> Value? {
    var value: Value?
    try step(through: sql, values) { row throws(Failure) in
      value = read(row)
      return false
    }
    return value
  }

  /// Whether a statement has any row.
  public func has(_ sql: String, _ values: [any Bindable] = []) throws(Failure) -> Bool {
    try first(sql, values) { _ in true } ?? false
  }

  /// Runs a statement for as long as `visit` returns true.
  private func step(
    through sql: String, _ values: [any Bindable], visit: (Row) throws(Failure) -> Bool
  ) throws(Failure) {
    let statement = try prepared(sql)
    // Those of earlier runs do not count.
    sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 1)
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    for (index, value) in values.enumerated() {
      try check(value.bind(to: statement, at: Int32(index + 1)))
    }
    while true {
      let code = SQLiteCode(rawValue: sqlite3_step(statement))
      guard code == .row else {
        guard code == .done else { throw error(code) }
        return
      }
      guard try visit(Row(statement: statement)) else { return }
    }
  }

  /// Runs `work` in a transaction, which is rolled back if it throws.
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
      // After some errors, SQLite has rolled back already, and this one fails harmlessly.
      sqlite3_exec(handle, "ROLLBACK", nil, nil, nil)
      throw error
    }
  }

  /// Copies the whole database consistently into a new file, even if the database cannot be
  /// written.
  public func copy(toNewFile path: String) throws(Failure) {
    let other = try Connection(path: path, named: self.path)
    guard let copying = sqlite3_backup_init(other.handle, "main", handle, "main") else {
      throw other.error(SQLiteCode(rawValue: sqlite3_errcode(other.handle)))
    }
    // As documented, sqlite3_reset() need not report that a step found the database busy.
    let code = SQLiteCode(rawValue: sqlite3_backup_step(copying, -1))
    sqlite3_backup_finish(copying)
    guard code == .done else { throw other.error(code) }
  }

  private func prepared(_ sql: String) throws(Failure) -> OpaquePointer {
    if let statement = statements[sql] { return statement }
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(
      handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    try check(SQLiteCode(rawValue: code))
    statements[sql] = statement
    return statement!
  }

  private func check(_ code: SQLiteCode) throws(Failure) {
    guard code == .ok else { throw error(code) }
  }

  private func error(_ code: SQLiteCode) -> Failure {
    if let refusal, code.primary == .readOnly || handle == nil { return refusal }
    let error = Failure(
      SQLiteError(
        code, systemError: systemError(of: code), reason: String(cString: sqlite3_errmsg(handle)),
        path: path))
    // Writing would damage the database further.
    if code.primary == .damaged { refuse(because: error) }
    return error
  }

  private func systemError(of code: SQLiteCode) -> Int32 {
    guard let handle else { return 0 }
    guard code.primary == .cannotOpen, !isReadOnly else { return vt_last_system_error(handle) }
    let file = sqlite3_db_filename(handle, "main").map { String(cString: $0) } ?? ""
    let others = file.isEmpty ? [] : ["-wal", "-shm", "-journal"].map { file + $0 }
    return others.lazy.compactMap { Connection.hindrance(of: $0) }.first
      ?? sqlite3_system_errno(handle)
  }

  /// Creates a file, for the user alone, unless it exists; returns why that is impossible.
  ///
  /// SQLite opens a file for reading that it cannot create, and then reports why that fails
  /// instead. It treats an empty file as a missing one.
  private static func hindrance(of path: String) -> Int32? {
    let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file < 0 else {
      close(file)
      return nil
    }
    return errno == EEXIST ? nil : errno
  }
}
