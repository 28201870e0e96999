import Glibc

/// A folder that is held open: what is done in it is done there, wherever its path leads meanwhile.
///
/// What it does to files it does to ordinary files alone, and never to what a link leads to.
public final class OpenFolder {
  let descriptor: Int32

  /// Opens a folder; nil, with a reason in `errno`, where there is none or it is a link.
  public init?(_ path: String, followingLink: Bool = false) {
    descriptor = open(path, OpenFolder.flags | (followingLink ? 0 : O_NOFOLLOW))
    if descriptor < 0 { return nil }
  }

  /// Opens a folder in another one.
  public init?(_ name: String, in parent: OpenFolder) {
    descriptor = openat(parent.descriptor, name, OpenFolder.flags | O_NOFOLLOW)
    if descriptor < 0 { return nil }
  }

  private static let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC

  deinit { close(descriptor) }

  /// Opens a folder in this one, which is made if it is not there.
  public func makeFolder(_ name: String) -> OpenFolder? {
    mkdirat(descriptor, name, 0o700)
    return OpenFolder(name, in: self)
  }

  /// The names in the folder, without those of itself and its parent.
  public var names: [String] {
    // Reading moves a place in the file, and closing the directory closes the descriptor.
    let copy = openat(descriptor, ".", OpenFolder.flags)
    guard copy >= 0 else { return [] }
    guard let directory = fdopendir(copy) else {
      close(copy)
      return []
    }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// What is known of an ordinary file; nil where there is none of that name.
  func file(_ name: String) -> stat? {
    var status = stat()
    let isThere = fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0
    return isThere && status.st_mode & S_IFMT == S_IFREG ? status : nil
  }

  /// Takes from others what rights they have on an ordinary file; false where there is none.
  public func keepPrivate(_ name: String) -> Bool {
    guard let file = file(name) else { return false }
    if file.isOpenToOthers { fchmodat(descriptor, name, file.ownersMode, 0) }
    return true
  }

  /// Takes from others what rights they have on the folder.
  public func keepPrivate() {
    var status = stat()
    if fstat(descriptor, &status) == 0, status.isOpenToOthers {
      fchmod(descriptor, status.ownersMode)
    }
  }

  /// Tells whether there is anything of a name.
  public func has(_ name: String) -> Bool {
    var status = stat()
    return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 || errno != ENOENT
  }

  /// Deletes an ordinary file and tells whether there is none any more.
  public func delete(_ name: String) -> Bool {
    guard file(name) != nil else { return true }
    return unlinkat(descriptor, name, 0) == 0 || errno == ENOENT
  }

  /// Deletes a folder if it is empty.
  public func deleteEmptyFolder(_ name: String) { unlinkat(descriptor, name, AT_REMOVEDIR) }

  /// Gives a file that came its name in the folder, which is to be settled then.
  public func take(_ file: SettledFile, as name: String) throws(DiskFailure) {
    guard renameat(AT_FDCWD, file.path, descriptor, name) == 0 else { throw .last }
  }

  /// Brings to the disk what is called what in the folder.
  public func settle() throws(DiskFailure) {
    guard fsync(descriptor) == 0 else { throw .last }
  }

  /// Moves an ordinary file to another folder, where nothing of its name may be.
  public func move(_ name: String, to other: OpenFolder) -> Bool {
    guard file(name) != nil, !other.has(name) else { return false }
    return renameat(descriptor, name, other.descriptor, name) == 0
  }
}
