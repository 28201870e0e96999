import Files
import Glibc
import SQLite

/// What keeps a library from being written, and how it is read all the same.
extension TravelStore {
  /// Opens a library and its photo folder; where they cannot be written, to be read alone.
  static func open(
    folder: String
  ) throws(StoreError) -> (connection: LibraryConnection, files: PhotoFiles) {
    let photos = "\(folder)/photos"
    let connection: LibraryConnection
    do {
      connection = try openLibrary(in: folder)
    } catch {
      guard error.isOfPlace, let copy = openForReading(in: folder) else { throw error }
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

  /// Throws what keeps the library from being written, where something does.
  public func requireWritable() throws(StoreError) {
    if let refusal = connection.refusal { throw refusal }
  }
}

extension TravelStore {
  /// Opens a library whose place cannot be written; nil where it cannot be read so either.
  private static func openForReading(in folder: String) -> LibraryConnection? {
    let path = "\(folder)/\(fileName)"
    guard access(path, R_OK) == 0 else { return nil }
    // As it is, where others have laid out what readers share, or nothing is left in the log and
    // nobody can write it; or else as a copy of it.
    var ways = ["mode=ro"]
    if access(folder, W_OK) != 0, size(of: "\(path)-wal") == 0 { ways.append("immutable=1") }
    for way in ways {
      if let connection = try? LibraryConnection(reading: path, way), isOfToday(connection) {
        return connection
      }
    }
    return try? openCopy(of: path)
  }

  /// Tells whether a library can be read, and is one of this version.
  private static func isOfToday(_ connection: LibraryConnection) -> Bool {
    let application = try? connection.first("PRAGMA application_id") { $0.integer(0) }
    let version = try? connection.first("PRAGMA user_version") { $0.integer(0) }
    return application == Migrations.applicationID && version == Int64(Migrations.steps.count)
  }

  /// Opens a copy that nobody else knows, with what is in the log, brought up to date.
  private static func openCopy(of path: String) throws(StoreError) -> LibraryConnection? {
    let named = ["XDG_RUNTIME_DIR", "TMPDIR"].compactMap { (name: String) in
      getenv(name).map { String(cString: $0) }
    }
    for place in named + ["/dev/shm", "/tmp"] {
      guard let folder = makePrivateFolder(in: place) else { continue }
      // An open file needs no name.
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

  private static func makePrivateFolder(in place: String) -> String? {
    var template = Array("\(place)/virtual-tourist-XXXXXX".utf8CString)
    return mkdtemp(&template).map { String(cString: $0) }
  }

  /// How long a file is, in bytes; 0 where there is none.
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
  /// Tells whether it is the place that cannot be written, whatever the library may be like.
  var isOfPlace: Bool {
    switch self {
    case .unwritable, .noSpace: true
    default: false
    }
  }
}
