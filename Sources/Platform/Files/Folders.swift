import CGLib
import Glibc

/// Removes the permissions of others on a file or folder, but not on the target of a symbolic link.
public func makePrivate(_ path: String) {
  var status = stat()
  let isThere = lstat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFLNK
  if isThere, status.isOpenToOthers { chmod(path, status.ownersMode) }
}

extension stat {
  var isOpenToOthers: Bool { st_mode & 0o077 != 0 }
  var ownersMode: mode_t { st_mode & 0o700 }
  var isRegularFile: Bool { st_mode & S_IFMT == S_IFREG }
}

/// Creates a folder and its parents, for the user alone.
public func makeFolder(_ path: String) throws(DiskFailure) {
  guard g_mkdir_with_parents(path, 0o700) == 0 else { throw .last }
}

/// Syncs an open file or folder, so that it survives a power cut.
package func sync(descriptor: Int32) throws(DiskFailure) {
  // Only what a signal has interrupted is tried again: after other failures the system forgets what it
  // could not write, and the next call would succeed.
  while fsync(descriptor) != 0 { guard errno == EINTR else { throw .last } }
}

/// Syncs a folder, so that files made or renamed in it survive a power cut.
public func syncFolder(_ path: String) throws(DiskFailure) {
  guard let folder = OpenFolder(path, followingLink: true) else { throw .last }
  try folder.sync()
}

/// The path with all links resolved; nil if nothing is there.
public func realPath(_ path: String) -> String? {
  guard let real = realpath(path, nil) else { return nil }
  defer { free(real) }
  return String(cString: real)
}

/// Syncs all folders above a path, so that a new one survives a power cut; some may not be
/// readable.
public func syncFolders(above path: String) {
  var rest = path[...]
  while let end = rest.lastIndex(of: "/") {
    rest = rest[..<end]
    try? syncFolder(rest.isEmpty ? "/" : String(rest))
  }
}
