import Glibc
import Travels

/// A folder of files that may be deleted at any time, and whose oldest are when it is full.
///
/// It is used off the main actor, from any thread.
struct LargeImageShelf: Sendable {
  /// Where the files are.
  let folder: String
  /// How much they may hold, in bytes.
  let limit: Int

  /// What the names of files begin with that are on their way.
  private static let incomingMark = ".incoming-"
  /// A file that has been on its way for longer than this, in seconds, has been left behind.
  private static let longestWay = 24 * 3600

  /// The file of a name, whatever its end; it counts as the newest from now on.
  func find(_ name: String) -> String? {
    for entry in entries() where entry.name.prefix(while: { $0 != "." }) == name {
      let path = "\(folder)/\(entry.name)"
      utimensat(AT_FDCWD, path, nil, 0)
      return path
    }
    return nil
  }

  /// A new path for a file on its way; the folder is there.
  func newIncoming() throws(PhotoFailure) -> String {
    var path = ""
    for part in folder.split(separator: "/") {
      path += "/\(part)"
      guard mkdir(path, 0o700) == 0 || errno == EEXIST || access(path, X_OK) == 0 else {
        throw failure()
      }
    }
    return
      "\(folder)/\(LargeImageShelf.incomingMark)\(String(UInt64.random(in: .min ... .max), radix: 16))"
  }

  /// Takes a file that came, and deletes the oldest others until all keep within the bound.
  func keep(_ incoming: String, as name: String) throws(PhotoFailure) -> String {
    let path = "\(folder)/\(name)"
    guard rename(incoming, path) == 0 else { throw failure() }
    trim(sparing: name)
    return path
  }

  private struct Entry {
    var name: String
    var size: Int
    /// When it was last of use, in seconds and nanoseconds: one number of both has no room for all
    /// dates that a file may have.
    var time: (seconds: Int, nanoseconds: Int)
  }

  private func trim(sparing newest: String) {
    let all = entries()
    var sum = all.reduce(0) { $0.plusAtMost($1.size) }
    let now = time(nil)
    for entry in all.sorted(by: { $0.time < $1.time }) {
      let isLeft =
        entry.name.hasPrefix(LargeImageShelf.incomingMark)
        && entry.time.seconds < now - LargeImageShelf.longestWay
      guard isLeft || (sum > limit && entry.name != newest && !entry.name.hasPrefix(".")) else {
        continue
      }
      unlink("\(folder)/\(entry.name)")
      sum -= entry.size
    }
  }

  private func entries() -> [Entry] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var entries: [Entry] = []
    while let item = readdir(directory) {
      let name = withUnsafePointer(to: &item.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      var status = stat()
      guard lstat("\(folder)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        continue
      }
      entries.append(
        Entry(
          name: name, size: Int(status.st_size),
          time: (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)))
    }
    return entries
  }

  private func failure() -> PhotoFailure {
    errno == ENOSPC || errno == EDQUOT ? .noSpace : .unwritable
  }
}
