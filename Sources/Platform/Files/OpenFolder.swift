import Glibc

/// An open folder: operations apply to it even if its path changes.
///
/// Operations on files apply to regular files only, and never follow symbolic links.
public final class OpenFolder {
  let descriptor: Int32

  /// Opens a folder; nil, with the reason in `errno`, if there is none or it is a link.
  public init?(_ path: String, followingLink: Bool = false) {
    descriptor = SystemPath.use(path) {
      open($0, OpenFolder.flags | (followingLink ? 0 : O_NOFOLLOW))
    }
    if descriptor < 0 { return nil }
  }

  public init?(_ name: String, in parent: OpenFolder) {
    descriptor = openat(parent.descriptor, name, OpenFolder.flags | O_NOFOLLOW)
    if descriptor < 0 { return nil }
  }

  private static let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC

  // closedir() of nothing would overwrite `errno`.
  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Opens a subfolder, and creates it if needed.
  public func makeFolder(_ name: String) -> OpenFolder? {
    mkdirat(descriptor, name, 0o700)
    return OpenFolder(name, in: self)
  }

  /// The names in the folder, without `.` and `..`, as `SystemPath` texts.
  public var names: [String] {
    // Reading moves the descriptor's position, and closedir closes it, so a copy is used.
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
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { SystemPath.text(of: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Visits the regular files in the folder and below it with their sizes in bytes; no link is followed.
  public func visitFiles(_ visit: (_ name: String, _ size: Int, _ parent: OpenFolder) -> Void) {
    for name in names {
      if let file = file(name) {
        visit(name, Int(file.st_size), self)
      } else if let folder = OpenFolder(name, in: self) {
        folder.visitFiles(visit)
      }
    }
  }

  /// The status of a regular file; nil if there is none.
  func file(_ name: String) -> stat? {
    status(of: name).flatMap { $0.isRegularFile ? $0 : nil }
  }

  /// Removes the permissions of others on a regular file; false if there is none.
  public func makePrivate(_ name: String) -> Bool {
    guard let file = file(name) else { return false }
    if file.isOpenToOthers { fchmodat(descriptor, name, file.ownersMode, 0) }
    return true
  }

  public func makePrivate() {
    var status = stat()
    if fstat(descriptor, &status) == 0, status.isOpenToOthers {
      fchmod(descriptor, status.ownersMode)
    }
  }

  public func has(_ name: String) -> Bool { status(of: name) != nil || errno != ENOENT }

  /// Deletes a regular file; returns true if it is certain that there is none afterwards.
  public func delete(_ name: String) -> Bool {
    guard let status = status(of: name) else { return errno == ENOENT }
    return !status.isRegularFile || unlinkat(descriptor, name, 0) == 0 || errno == ENOENT
  }

  /// Deletes a regular file of the user's that no process has locked and that has no other name.
  func deleteAbandoned(_ name: String) {
    let file = openat(descriptor, name, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else { return }
    defer { close(file) }
    var status = stat()
    if fstat(file, &status) == 0, status.isRegularFile, status.st_uid == geteuid(),
      status.st_nlink == 1, flock(file, LOCK_EX | LOCK_NB) == 0
    {
      unlinkat(descriptor, name, 0)
    }
  }

  public func deleteEmptyFolder(_ name: String) { unlinkat(descriptor, name, AT_REMOVEDIR) }

  /// Moves a synced file into the folder, which must be synced afterwards; a file on another file
  /// system is copied.
  public func moveIn(_ file: SyncedFile, as name: String) throws(DiskFailure) {
    if renameat(AT_FDCWD, file.path, descriptor, name) == 0 { return }
    guard errno == EXDEV else { throw .last }
    let copy = IncomingFile(path: "/proc/self/fd/\(descriptor)/\(name)")
    guard let original = try? OpenFile(file.path, followingLink: false),
      try original.copy(to: copy)
    else { throw .last }
    file.discard()
  }

  /// Syncs the folder's entries to the disk, unless its file system does that with files only.
  public func sync() throws(DiskFailure) {
    do throws(DiskFailure) { try Files.sync(descriptor: descriptor) } catch {
      guard [EINVAL, EBADF, ENOTSUP].contains(errno) else { throw error }
    }
  }

  /// Moves a regular file to another folder, unless the name is taken there.
  public func move(_ name: String, to other: OpenFolder) -> Bool {
    guard file(name) != nil, !other.has(name) else { return false }
    return renameat(descriptor, name, other.descriptor, name) == 0
  }

  private func status(of name: String) -> stat? {
    var status = stat()
    return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
  }
}
