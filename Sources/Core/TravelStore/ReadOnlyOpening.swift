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
      guard error.isStorageFailure, let copy = openForReading(in: folder) else { throw error }
      copy.refuse(because: error)
      return (copy, PhotoFiles(reading: photos))
    }
    do {
      return (connection, try PhotoFiles(folder: photos))
    } catch {
      connection.refuse(because: error)
      return (connection, PhotoFiles(reading: photos))
    }
  }

  /// Throws the reason why the library cannot be written, if there is one.
  public func requireWritable() throws(StoreError) {
    if let refusal = connection.refusal { throw refusal }
  }
}

extension TravelStore {
  /// Opens a library in a place that cannot be written; nil where it cannot be read either.
  private static func openForReading(in folder: String) -> LibraryConnection? {
    let path = "\(folder)/\(fileName)"
    guard access(path, R_OK) == 0 else { return nil }
    // Directly, if another process has created the shared memory file, or if the log is empty and
    // nobody can write it; otherwise from a copy.
    var ways = ["mode=ro"]
    if access(folder, W_OK) != 0, size(of: "\(path)-wal") == 0 { ways.append("immutable=1") }
    for way in ways {
      if let connection = try? LibraryConnection(reading: path, way), isCurrentVersion(connection) {
        return connection
      }
    }
    return try? openCopy(of: path)
  }

  /// Whether a library is readable and of the current version.
  private static func isCurrentVersion(_ connection: LibraryConnection) -> Bool {
    let application = try? connection.first("PRAGMA application_id") { $0.integer(0) }
    let version = try? connection.first("PRAGMA user_version") { $0.integer(0) }
    return application == LibrarySchema.applicationID && version == Int64(LibrarySchema.steps.count)
  }

  /// Opens a temporary copy of a library and its log, brought up to date.
  private static func openCopy(of path: String) throws(StoreError) -> LibraryConnection? {
    for place in temporaryPlaces {
      guard let folder = makePrivateFolder(in: place) else { continue }
      // The open connection needs no file names.
      defer {
        for suffix in ["", "-wal", "-shm"] { unlink("\(folder)/\(fileName)\(suffix)") }
        rmdir(folder)
      }
      let copy = "\(folder)/\(fileName)"
      guard copyFile(path, to: copy) else { continue }
      if size(of: "\(path)-wal") > 0 {
        guard copyFile("\(path)-wal", to: "\(copy)-wal") else { continue }
      }
      let connection = try LibraryConnection(path: copy, named: path)
      try connection.execute("PRAGMA locking_mode = EXCLUSIVE")
      connection.leavesLogOnClose(true)
      try Migrations.migrate(connection)
      return connection
    }
    return nil
  }

  /// Where a copy may be when not beside its library.
  static var temporaryPlaces: [String] {
    let named = ["XDG_RUNTIME_DIR", "TMPDIR"].compactMap { (name: String) in
      getenv(name).map { String(cString: $0) }
    }
    return named + ["/dev/shm", "/tmp"]
  }

  static func makePrivateFolder(in place: String) -> String? {
    var template = Array("\(place)/virtual-tourist-XXXXXX".utf8CString)
    return mkdtemp(&template).map { String(cString: $0) }
  }

  /// The size of a file, in bytes; 0 where there is none.
  private static func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  private static func copyFile(_ path: String, to copy: String) -> Bool {
    let (source, target) = (
      Glibc.open(path, O_RDONLY | O_CLOEXEC),
      Glibc.open(copy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    )
    defer { for descriptor in [source, target] where descriptor >= 0 { close(descriptor) } }
    guard source >= 0, target >= 0 else { return false }
    while true {
      let copied = sendfile(target, source, nil, 1 << 20)
      if copied < 0, errno == EINTR { continue }
      guard copied > 0 else { return copied == 0 }
    }
  }
}

extension StoreError {
  /// Whether the disk or folder is at fault, rather than the library.
  var isStorageFailure: Bool {
    switch self {
    case .unwritable, .noSpace, .unconfirmed: true
    default: false
    }
  }
}
