import CLinux
import Glibc

/// A folder of which everything is on the disk.
public struct SyncedFolder: Sendable {
  public let path: String

  /// Syncs all that was written to the folder's file system: many files at once are sooner on the disk
  /// than one after the other.
  public init(syncing path: String) throws(DiskFailure) {
    guard let folder = OpenFolder(path, followingLink: true), syncfs(folder.descriptor) == 0 else {
      throw .last
    }
    self.path = path
  }

  /// A regular file in the folder or below it; nil where there is none.
  public func file(_ name: String) -> SyncedFile? {
    var status = stat()
    let file = "\(path)/\(name)"
    let isThere = lstat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    return isThere ? SyncedFile(path: file) : nil
  }
}
