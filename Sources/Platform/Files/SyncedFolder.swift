import CLinux
import Glibc

/// A folder that is completely on the disk.
public struct SyncedFolder: Sendable {
  public let path: String

  /// Syncs the folder's whole file system, which is faster than syncing many files one by one.
  public init(syncing path: String) throws(DiskFailure) {
    guard let folder = OpenFolder(path, followingLink: true), syncfs(folder.descriptor) == 0 else {
      throw .last
    }
    self.path = path
  }

  /// A regular file in the folder or below it; nil if there is none.
  public func file(_ name: String) -> SyncedFile? {
    var status = stat()
    let file = "\(path)/\(name)"
    return lstat(file, &status) == 0 && status.isRegularFile ? SyncedFile(path: file) : nil
  }
}
