import Glibc

/// A folder of files that may be deleted at any time, and whose oldest are when it is full.
public struct CacheFolder: Sendable {
  /// Where the files are.
  public let path: String
  /// How much they may hold, in bytes.
  private let limit: Int

  /// What the names of files begin with that are on their way.
  private static let incomingMark = ".incoming-"
  /// A file that has been on its way for longer than this, in seconds, has been left behind.
  private static let longestWay = 24 * 3600

  /// Takes a folder, which is made when it is needed.
  public init(path: String, limit: Int) {
    self.path = path
    self.limit = limit
  }

  /// The file of a name, whatever its end; it counts as the newest from now on.
  public func find(_ name: String) -> String? {
    guard let folder = OpenFolder(path, followingLink: true) else { return nil }
    let file = folder.names.first { file in
      file.prefix { $0 != "." } == name && folder.file(file) != nil
    }
    guard let file else { return nil }
    utimensat(folder.descriptor, file, nil, 0)
    return "\(path)/\(file)"
  }

  /// A new file on its way; where its folder cannot be made, it cannot be written.
  public func newIncoming() -> IncomingFile {
    try? makeFolder(path)
    let name = String(UInt64.random(in: .min ... .max), radix: 16)
    return IncomingFile(path: "\(path)/\(CacheFolder.incomingMark)\(name)")
  }

  /// Takes a file that came, and deletes the oldest others until all keep within the bound.
  public func keep(_ file: IncomingFile, as name: String) throws(DiskFailure) -> String {
    try file.move(to: "\(path)/\(name)")
    trim(sparing: name)
    return "\(path)/\(name)"
  }

  /// Deletes the oldest files until all but `newest` keep within the bound.
  public func trim(sparing newest: String? = nil) {
    // What a link leads to is not ours to delete.
    guard let folder = OpenFolder(path) else { return }
    let files = folder.names.compactMap { name in folder.file(name).map { (name, $0) } }
    // Files say any length: what is too much for a number is too much.
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
  /// When a file was last of use, in seconds and nanoseconds: one number of both has no room for all
  /// dates that a file may have.
  fileprivate var lastUse: (Int, Int) { (st_mtim.tv_sec, st_mtim.tv_nsec) }
}
