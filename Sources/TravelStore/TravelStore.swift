import Glibc

/// The user's library: the pins and their albums, in one SQLite file.
///
/// Each function that writes is one transaction, on disk when it returns. All of it runs on a
/// thread of its own, so that a slow disk never holds up the window.
public actor TravelStore {
  let connection: Connection
  let files: PhotoFiles
  private let thread: DiskThread

  /// All work happens on the store's own thread.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    thread.asUnownedSerialExecutor()
  }

  /// Opens the library in `folder`, which is made if it is not there.
  ///
  /// A library that cannot be read, or that a newer version wrote, is left as it is.
  public init(folder: String) async throws(StoreError) {
    let thread = DiskThread()
    let connection = try await thread.run { () throws(StoreError) in
      try TravelStore.openLibrary(in: folder)
    }
    let files = try await thread.run { () throws(StoreError) in
      try PhotoFiles(folder: "\(folder)/photos")
    }
    self.init(connection: connection, files: files, thread: thread)
  }

  private init(connection: sending Connection, files: PhotoFiles, thread: DiskThread) {
    self.connection = connection
    self.files = files
    self.thread = thread
  }

  /// The library's file name below its folder.
  public static let fileName = "library.sqlite"

  private static func openLibrary(in folder: String) throws(StoreError) -> Connection {
    try SettingAside(folder: folder).undoUnfinished()
    try makeFolder(folder)
    let connection = try Connection(path: "\(folder)/\(fileName)")
    // A library that is refused keeps every byte; one that is ours is tidied when it closes.
    connection.leavesLogOnClose(true)
    try Migrations.migrate(connection)
    connection.leavesLogOnClose(false)
    try connection.execute("PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF")
    // What could be undone until the program ended cannot be any more.
    try connection.transaction { () throws(StoreError) in
      try connection.run("DELETE FROM pin WHERE removed_at IS NOT NULL")
      try connection.run("UPDATE removed_photo SET path = NULL WHERE path IS NOT NULL")
    }
    return connection
  }
}

extension TravelStore {
  /// Brings all that is in the log into the library's one file, as is good before the program ends.
  public func tidy() throws(StoreError) {
    try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// Moves the library and its photos out of the way, to a folder whose name tells when.
  ///
  /// Nothing is deleted: what cannot be read today may be rescued tomorrow.
  public static func setAside(folder: String) async throws(StoreError) {
    try await DiskThread().run { () throws(StoreError) in try SettingAside(folder: folder).run() }
  }
}
