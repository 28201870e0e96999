import Glibc

/// Removes the rights of others on a file or folder, but not on what a symbolic link leads to.
public func keepPrivate(_ path: String) {
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
  var end = path.startIndex
  while end < path.endIndex {
    end = path[end...].dropFirst().firstIndex(of: "/") ?? path.endIndex
    let folder = String(path[..<end])
    if mkdir(folder, 0o700) == 0 { continue }
    let failure = DiskFailure.last
    // An existing parent need not be writable.
    var status = stat()
    guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { throw failure }
  }
}

/// Syncs all folders above one, so that a new one is there after a power cut; some may not be ours to
/// read.
public func syncFolders(above path: String) {
  var rest = path[...]
  while let end = rest.lastIndex(of: "/") {
    rest = rest[..<end]
    try? OpenFolder(rest.isEmpty ? "/" : String(rest), followingLink: true)?.sync()
  }
}
