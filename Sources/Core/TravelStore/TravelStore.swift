import Dispatch
import Files
import Glibc
import LibrarySchema
import SQLite

/// The user's library: the pins and their albums, in one SQLite file.
///
/// Each function that writes is one transaction, on disk when it returns. The actor has a thread of
/// its own, so that a slow disk never blocks the window.
public actor TravelStore {
  let folder: String
  let path: String
  let connection: LibraryConnection
  let files: PhotoFiles
  let lock: LibraryLock
  /// The Unix time.
  let now: @Sendable () -> Int64
  /// Emits the reason each time the library becomes read-only.
  public nonisolated let refusals: AsyncStream<StoreError>
  /// Emits when the steps to undo or redo have changed.
  public nonisolated let journalChanges: AsyncStream<Void>
  private let journalContinuation: AsyncStream<Void>.Continuation
  private let thread: WorkThread
  /// The day for which a snapshot was wanted last.
  var snapshotDay: Int64?

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    thread.asUnownedSerialExecutor()
  }

  /// Opens the library in `folder`, and creates it if needed.
  ///
  /// A library that is damaged or newer is left untouched; one that cannot be written is opened
  /// read-only.
  public init(folder: String, now: (@Sendable () -> Int64)? = nil) async throws(StoreError) {
    let thread = WorkThread.disk()
    let opened = try await thread.run { () throws(StoreError) in
      try TravelStore.open(folder: folder)
    }
    let lock = try await thread.run { () throws(StoreError) in
      try LibraryLock(sharing: folder)
    }
    self.init(
      folder: folder, connection: opened.connection, files: opened.files, lock: lock,
      now: now ?? { Int64(time(nil)) }, thread: thread)
    try begin()
  }

  private init(
    folder: String, connection: sending LibraryConnection, files: PhotoFiles, lock: LibraryLock,
    now: @escaping @Sendable () -> Int64, thread: WorkThread
  ) {
    self.folder = folder
    path = connection.path
    self.connection = connection
    self.files = files
    self.lock = lock
    self.now = now
    self.thread = thread
    let (refusals, continuation) = AsyncStream.makeStream(of: StoreError.self)
    self.refusals = refusals
    (journalChanges, journalContinuation) = AsyncStream.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    connection.onRefusal = { continuation.yield($0) }
    if let refusal = connection.refusal { continuation.yield(refusal) }
  }

  public static let fileName = "library.sqlite"

  static func openLibrary(in folder: String) throws(StoreError) -> LibraryConnection {
    try SettingAside(folder: folder).undoUnfinished()
    try Replacing(folder: folder).finish()
    let (path, photos) = ("\(folder)/\(fileName)", "\(folder)/photos")
    // SQLite would create a new library and delete the log.
    if isEmpty(path), !isEmpty("\(path)-wal") || PhotoFiles.containsPhotos(photos) {
      throw .lost(path: path)
    }
    do { try makeFolder(folder) } catch { throw StoreError(error, path: folder) }
    let connection = try LibraryConnection(path: path)
    // Until the library is known to be ours, closing must not checkpoint, which would change it.
    connection.leavesLogOnClose(true)
    let version = try connection.version()
    if version == 0 {
      if mayHaveMoreThanTables("\(path)-wal") || PhotoFiles.containsPhotos(photos) {
        throw .lost(path: path)
      }
      // SQLite syncs the folder, but not the folder's own entry.
      syncFolders(above: folder)
    } else if version < LibrarySchema.steps.count {
      // If that fails, the library is still migrated, in one transaction.
      try? Snapshots(of: folder).add(connection, isCurrent: false, now: Int64(time(nil)))
    }
    try Migrations.migrate(connection)
    guard !connection.isReadOnly else { throw .unwritable(path: connection.path) }
    connection.leavesLogOnClose(false)
    for path in ["", "-wal", "-shm"].map({ connection.path + $0 }) + [folder] { makePrivate(path) }
    try connection.execute("PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF")
    return connection
  }

  /// Whether a log has more than the tables, or cannot be read.
  private static func mayHaveMoreThanTables(_ log: String) -> Bool {
    do { return try hasMoreThanTables(OpenFile(log)) ?? true } catch { return error != .missing }
  }

  /// Whether a log beside a database without tables contains more than one transaction; nil if it
  /// cannot be read to its end.
  ///
  /// The first one makes the tables. If a first start was interrupted, the log contains at most
  /// parts of it, and there never was a library.
  static func hasMoreThanTables(_ log: OpenFile) -> Bool? {
    // A frame of the log: a header and a page of the usual size; the log itself begins with 32
    // bytes.
    let frame = 24 + 4096
    let headLength = 8
    var commits = 0
    for place in stride(from: 32, through: log.size - headLength, by: frame) {
      let head = log.bytes(at: place, count: headLength)
      guard head.count == headLength else { return nil }
      // The last frame of a transaction says how many pages the database has.
      if head[4...].contains(where: { $0 != 0 }) { commits += 1 }
    }
    return commits > 1
  }

  private static func isEmpty(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_size == 0 : errno == ENOENT
  }

  /// Throws the reason if the library cannot be written.
  public func requireWritable() throws(StoreError) {
    if let refusal = connection.refusal { throw refusal }
  }

  /// Moves the log's content into the library's main file.
  public func tidy() throws(StoreError) {
    try requireWritable()
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// Closes the library for good, once running calls have ended; later calls do nothing.
  public func closeFiles() {
    connection.closeFile(because: .gone)
    lock.release()
  }

  func journalChanged() { journalContinuation.yield() }

  /// Makes old steps final, unless another process may still undo them.
  private func begin() throws(StoreError) {
    guard connection.refusal == nil else { return }
    do {
      _ = try lock.exclusively { () throws(StoreError) in
        WorkFolder.discardLeftovers(in: folder)
        try restoreKnownStrays()
        try forgetOldSteps()
      }
    } catch {
      guard error.isStorageFailure else { throw error }
      connection.refuse(because: error)
    }
  }

  /// Moves the library and its photos to a folder whose name contains the date; nothing is deleted.
  public static func setAside(folder: String) async throws(StoreError) {
    try await WorkThread.disk().run { () throws(StoreError) in
      try SettingAside(folder: folder).run()
    }
  }

  /// Opens a library and its photo folder, read-only where they cannot be written.
  static func open(
    folder: String
  ) throws(StoreError) -> (connection: LibraryConnection, files: PhotoFiles) {
    let photos = "\(folder)/photos"
    let connection: LibraryConnection
    do {
      connection = try openLibrary(in: folder)
    } catch {
      var reason = error
      // The locks of a log are useless if it cannot be written.
      if case .busy(let path) = error, access(folder, W_OK) != 0 {
        reason = .unwritable(path: path)
      }
      guard reason.isStorageFailure, let copy = openForReading(in: folder) else { throw error }
      copy.refuse(because: reason)
      return (copy, PhotoFiles(reading: photos))
    }
    do {
      return (connection, try PhotoFiles(folder: photos))
    } catch {
      connection.refuse(because: error)
      return (connection, PhotoFiles(reading: photos))
    }
  }

  /// Opens a library in a place that cannot be written; nil if it cannot be read either.
  private static func openForReading(in folder: String) -> LibraryConnection? {
    let path = "\(folder)/\(fileName)"
    guard access(path, R_OK) == 0 else { return nil }
    // Not from a copy: another process has created the shared memory file, so that a copy might be
    // torn.
    if let connection = try? LibraryConnection(reading: path),
      (try? connection.version()) == LibrarySchema.steps.count
    {
      return connection
    }
    return try? WorkFolder.inFirst(of: temporaryPlaces) { work throws(StoreError) in
      // The open connection needs no name.
      defer { work.discard() }
      return try openCopy(of: path, in: work)
    }
  }

  private static func openCopy(
    of path: String, in work: WorkFolder
  ) throws(StoreError) -> LibraryConnection {
    for suffix in ["", "-wal"] {
      let file: OpenFile
      do throws(OpenFile.Failure) { file = try OpenFile(path + suffix) } catch {
        guard error == .missing, !suffix.isEmpty else { throw .unwritable(path: path) }
        continue
      }
      let isWhole = try onDisk(at: path) { () throws(DiskFailure) in
        try file.copy(to: IncomingFile(path: work.library + suffix))
      }
      guard isWhole else { throw .unwritable(path: path) }
    }
    let connection = try LibraryConnection(path: work.library, named: path)
    try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
    connection.leavesLogOnClose(true)
    try Migrations.migrate(connection)
    return connection
  }

  /// The folders for such a copy, if not beside the library.
  static var temporaryPlaces: [String] {
    let named = ["XDG_RUNTIME_DIR", "TMPDIR"].compactMap { (name: String) in
      getenv(name).map { String(cString: $0) }
    }
    return named + ["/dev/shm", "/tmp"]
  }
}

extension WorkThread {
  static func disk() -> WorkThread { WorkThread("library", .userInitiated) }
}
