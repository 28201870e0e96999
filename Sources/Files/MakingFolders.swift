import Glibc

/// Takes from others what rights they have on a file or folder; what a link leads to stays as it is.
public func keepPrivate(_ path: String) {
  var status = stat()
  let isThere = lstat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFLNK
  if isThere, status.isOpenToOthers { chmod(path, status.ownersMode) }
}

extension stat {
  /// Tells whether others than the owner have rights.
  var isOpenToOthers: Bool { st_mode & 0o077 != 0 }
  /// The rights of the owner alone.
  var ownersMode: mode_t { st_mode & 0o700 }
}

/// Makes a folder and those above it, for the user alone.
public func makeFolder(_ path: String) throws(DiskFailure) {
  var end = path.startIndex
  while end < path.endIndex {
    end = path[end...].dropFirst().firstIndex(of: "/") ?? path.endIndex
    let folder = String(path[..<end])
    if mkdir(folder, 0o700) == 0 { continue }
    let failure = DiskFailure.last
    // A parent that may not be written, and is there, is no obstacle to what lies below it.
    var status = stat()
    guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { throw failure }
  }
}
