import Dispatch
import Files
import Glibc
import SQLite

/// The user's library: the pins and their albums, in one SQLite file.
///
/// Each function that writes is one transaction, on disk when it returns. All of it runs on a
/// thread of its own, so that a slow disk never holds up the window.
public actor TravelStore {
  /// The library's file.
  let path: String
  let connection: LibraryConnection
  let files: PhotoFiles
  let lock: LibraryLock
  /// Tells the time.
  let now: @Sendable () -> Int64
  /// Why nothing is written, each time that this turns out.
  public nonisolated let obstacles: AsyncStream<StoreError>
  private let thread: WorkThread

  /// All work happens on the store's own thread.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    thread.asUnownedSerialExecutor()
  }

  /// Opens the library in `folder`, which is made if it is not there.
  ///
  /// A library that cannot be read, or that a newer version wrote, is left as it is; one that
  /// cannot be written is opened to be read.
  public init(folder: String) async throws(StoreError) {
    try await self.init(folder: folder, now: { Int64(time(nil)) })
  }

  /// Opens the library in `folder`, with a clock that tells seconds since 1970.
  init(folder: String, now: @escaping @Sendable () -> Int64) async throws(StoreError) {
    let thread = WorkThread.disk()
    let opened = try await thread.run { () throws(StoreError) in
      try TravelStore.open(folder: folder)
    }
    let lock = try await thread.run { () throws(StoreError) in
      try LibraryLock(sharing: folder)
    }
    self.init(
      connection: opened.connection, files: opened.files, lock: lock, now: now, thread: thread)
    try begin()
  }

  private init(
    connection: sending LibraryConnection, files: PhotoFiles, lock: LibraryLock,
    now: @escaping @Sendable () -> Int64, thread: WorkThread
  ) {
    path = connection.path
    self.connection = connection
    self.files = files
    self.lock = lock
    self.now = now
    self.thread = thread
    let (obstacles, obstacle) = AsyncStream.makeStream(of: StoreError.self)
    self.obstacles = obstacles
    connection.onRefusal = { obstacle.yield($0) }
    if let refusal = connection.refusal { obstacle.yield(refusal) }
  }

  /// The library's file name below its folder.
  public static let fileName = "library.sqlite"

  static func openLibrary(in folder: String) throws(StoreError) -> LibraryConnection {
    try SettingAside(folder: folder).undoUnfinished()
    if isEmpty("\(folder)/\(fileName)") { try requireNoPhotos(in: folder) }
    do { try makeFolder(folder) } catch { throw StoreError(error, path: folder) }
    let connection = try LibraryConnection(path: "\(folder)/\(fileName)")
    // A library that is refused keeps every byte; one that is ours is tidied when it closes.
    connection.leavesLogOnClose(true)
    if try Migrations.isEmpty(connection) { try requireNoPhotos(in: folder) }
    try Migrations.migrate(connection)
    guard !connection.isReadOnly else { throw .unwritable(path: connection.path) }
    connection.leavesLogOnClose(false)
    for path in ["", "-wal", "-shm"].map({ connection.path + $0 }) + [folder] { keepPrivate(path) }
    try connection.execute("PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF")
    return connection
  }

  /// Throws where what belongs to a library is there without it: SQLite would begin a new one, and
  /// delete the log of the old.
  private static func requireNoPhotos(in folder: String) throws(StoreError) {
    let path = "\(folder)/\(fileName)"
    if !isEmpty("\(path)-wal") || PhotoFiles.holdsPhotos("\(folder)/photos") {
      throw .lost(path: path)
    }
  }

  private static func isEmpty(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_size == 0 : errno == ENOENT
  }
}

extension TravelStore {
  /// Brings all that is in the log into the library's one file, as is good before the program ends.
  public func tidy() throws(StoreError) {
    try requireWritable()
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// Begins a run of the program: what could be undone until the last one ended cannot be any more.
  ///
  /// Where another process uses the library, it may be able to undo that still.
  private func begin() throws(StoreError) {
    guard connection.refusal == nil else { return }
    do {
      _ = try lock.alone { () throws(StoreError) in
        try bringBackStrays()
        try connection.transaction { () throws(StoreError) in
          try connection.run("UPDATE removed_photo SET path = NULL WHERE path IS NOT NULL")
          for pin in try removedPins() { try delete(pin) }
        }
      }
    } catch {
      guard error.isOfPlace else { throw error }
      connection.refuse(because: error)
    }
  }

  /// Moves the library and its photos out of the way, to a folder whose name tells when.
  ///
  /// Nothing is deleted: what cannot be read today may be rescued tomorrow.
  public static func setAside(folder: String) async throws(StoreError) {
    try await WorkThread.disk().run { () throws(StoreError) in
      try SettingAside(folder: folder).run()
    }
  }
}

extension WorkThread {
  /// A thread that waits for the library's disk, so that no other has to.
  static func disk() -> WorkThread { WorkThread("library", .userInitiated) }
}
