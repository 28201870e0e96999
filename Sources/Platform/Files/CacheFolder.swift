import Glibc

/// A folder of bounded size; the files used least recently are deleted when it is full.
public struct CacheFolder: Sendable {
  public let path: String
  /// The bound, in bytes.
  private let limit: Int

  /// The prefix of unfinished files.
  private static let incomingMark = ".incoming-"
  /// The age at which an unfinished file counts as abandoned, in seconds.
  private static let longestWay = 24 * 3600

  /// Uses a folder, which is created when needed.
  public init(path: String, limit: Int) {
    self.path = path
    self.limit = limit
  }

  /// Finds a file by its name without extension, and marks it as just used.
  public func find(_ name: String) -> String? {
    guard let folder = OpenFolder(path, followingLink: true) else { return nil }
    let file = folder.names.first { file in
      file.prefix { $0 != "." } == name && folder.file(file) != nil
    }
    guard let file else { return nil }
    utimensat(folder.descriptor, file, nil, 0)
    return "\(path)/\(file)"
  }

  /// A new unfinished file; if the folder cannot be made, writing to it fails.
  public func newIncoming() -> IncomingFile {
    try? makeFolder(path)
    let name = RandomName.new()
    return IncomingFile(path: "\(path)/\(CacheFolder.incomingMark)\(name)")
  }

  /// Adds a finished file, and trims the folder.
  public func add(_ file: IncomingFile, as name: String) throws(DiskFailure) -> String {
    try file.move(to: "\(path)/\(name)")
    trim(sparing: name)
    return "\(path)/\(name)"
  }

  /// Deletes the least recently used files, but not `newest`, until the rest is within the bound.
  public func trim(sparing newest: String? = nil) {
    // Nothing behind a symbolic link is deleted.
    guard let folder = OpenFolder(path) else { return }
    let files = folder.names.compactMap { name in folder.file(name).map { (name, $0) } }
    // Sparse files may claim sizes whose sum overflows.
    var sum = files.reduce(0) { sum, file in
      let (more, isTooMuch) = sum.addingReportingOverflow(Int(file.1.st_size))
      return isTooMuch ? .max : more
    }
    let now = time(nil)
    for (name, status) in files.sorted(by: { $0.1.lastUse < $1.1.lastUse }) {
      let isLeft =
        name.hasPrefix(CacheFolder.incomingMark)
        && status.st_mtim.tv_sec < now - CacheFolder.longestWay
      guard isLeft || (sum > limit && name != newest && !name.hasPrefix(".")) else { continue }
      if folder.delete(name) { sum -= Int(status.st_size) }
    }
  }
}

extension stat {
  /// When a file was last used; a single number in nanoseconds could overflow.
  fileprivate var lastUse: (Int, Int) { (st_mtim.tv_sec, st_mtim.tv_nsec) }
}
