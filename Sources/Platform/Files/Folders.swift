import CGLib
import Glibc

/// Removes the rights of others on a file or folder, but not on what a symbolic link leads to.
public func makePrivate(_ path: String) {
  var status = stat()
  let isThere = lstat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFLNK
  if isThere, status.isOpenToOthers { chmod(path, status.ownersMode) }
}

extension stat {
  /// Whether others than the owner have rights.
  var isOpenToOthers: Bool { st_mode & 0o077 != 0 }
  var ownersMode: mode_t { st_mode & 0o700 }
}

/// Creates a folder and its parents, for the user alone.
public func makeFolder(_ path: String) throws(DiskFailure) {
  guard g_mkdir_with_parents(path, 0o700) == 0 else { throw .last }
}

/// Syncs a folder, so that what was made or renamed in it is there after a power cut.
public func syncFolder(_ path: String) throws(DiskFailure) {
  guard let folder = OpenFolder(path, followingLink: true) else { throw .last }
  try folder.sync()
}

/// A path without links; nil where there is nothing.
public func realPath(_ path: String) -> String? {
  guard let real = realpath(path, nil) else { return nil }
  defer { free(real) }
  return String(cString: real)
}

/// Syncs all folders above one, so that a new one is there after a power cut; some may not be ours to
/// read.
public func syncFolders(above path: String) {
  var rest = path[...]
  while let end = rest.lastIndex(of: "/") {
    rest = rest[..<end]
    try? syncFolder(rest.isEmpty ? "/" : String(rest))
  }
}
