import Files
import Glibc
import LibrarySchema
import SQLite

/// Opening a library that cannot be written.
extension TravelStore {
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

  /// Throws the reason if the library cannot be written.
  public func requireWritable() throws(StoreError) {
    if let refusal = connection.refusal { throw refusal }
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

  /// Opens a migrated copy of a library and its log.
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

extension StoreError {
  /// Whether the disk or folder is the problem, and not the library.
  var isStorageFailure: Bool {
    switch self {
    case .unwritable, .noSpace, .unconfirmed: true
    default: false
    }
  }
}
