package import Files
import Glibc

/// A folder that has a temporary name until it is completely on the disk.
final class NewFolder {
  /// The temporary path.
  let path: String
  private let parent: String
  private var subfolders: [String] = []

  init(in parent: String) throws(DiskFailure) {
    self.parent = parent
    path = "\(parent)/\(IncomingFile.newHiddenName())"
    guard mkdir(path, 0o777) == 0 else { throw .last }
  }

  func makeSubfolder(_ name: String) throws(DiskFailure) {
    guard mkdir("\(path)/\(name)", 0o777) == 0 else { throw .last }
    subfolders.append("\(path)/\(name)")
  }

  /// Renames the folder to its final name, with a number if that is taken, and returns its path.
  func finish(as name: String) throws(DiskFailure) -> String {
    for folder in subfolders + [path] { try syncFolder(folder) }
    var number = 1
    while true {
      let target = "\(parent)/\(name)\(number == 1 ? "" : " \(number)")"
      // Creating an empty folder first reserves the name; rename() replaces it.
      if mkdir(target, 0o777) == 0 {
        if rename(path, target) == 0 {
          do throws(DiskFailure) {
            // A folder that may be written and not read cannot be synced.
            if let folder = OpenFolder(parent, followingLink: true) { try folder.sync() }
            return target
          } catch {
            // It is discarded by its temporary name.
            rename(target, path)
            throw error
          }
        }
        let code = errno
        rmdir(target)
        guard code == ENOTEMPTY || code == EEXIST else {
          throw DiskFailure(code: code) ?? .unwritable
        }
      } else if errno != EEXIST {
        throw .last
      }
      number += 1
    }
  }

  func discard() {
    for folder in subfolders.reversed() + [path] {
      for name in OpenFolder(folder)?.names ?? [] { unlink("\(folder)/\(name)") }
      rmdir(folder)
    }
  }
}

/// Copies a file; false if it cannot be read, and then nothing is left.
package func copyFile(_ source: String, to target: String) throws(DiskFailure) -> Bool {
  guard let input = try? OpenFile(source) else { return false }
  return try input.copy(to: IncomingFile(path: target, isOrdinary: true))
}

func writeFile(_ content: [UInt8], to target: String) throws(DiskFailure) {
  let file = IncomingFile(path: target, isOrdinary: true)
  try file.append(content)
  _ = try file.sync()
}

/// Writes a file that gets its name when it is completely on the disk; an existing one stays until
/// then.
func replaceFile(
  _ path: String, isNamed: Bool = false, _ write: (IncomingFile) throws(ExportFailure) -> Void
) throws(ExportFailure) {
  try IncomingFile.replace(path, isNamed: isNamed, because: { .disk($0) }, write)
}

/// Syncs a file that a library has written by its path.
func syncFile(_ path: String) throws(DiskFailure) {
  let file = open(path, O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { throw .last }
  defer { close(file) }
  guard fsync(file) == 0 else { throw .last }
}
