import Files
import Glibc

/// The lock by which processes that use one library know of each other.
///
/// Each shares it for its life. What would take away what another works with, or can still undo, is
/// done only while nobody else has it.
final class LibraryLock: Sendable {
  /// The file in the library's folder; -1 where there can be none: then nobody is ever alone.
  private let descriptor: Int32

  private static let fileName = "library.lock"

  /// What can be locked; the raw values are places in the file.
  private enum Part: Int {
    /// Held by all that use the library.
    case use = 0
    /// Held by one that moves the library as a whole.
    case move = 1
  }

  /// How long another process is waited for, in milliseconds: none does more than a short step
  /// while it keeps others out.
  private static let patience = 5000

  private init(opening folder: String) {
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    let path = "\(folder)/\(LibraryLock.fileName)"
    descriptor = open(path, flags, 0o600)
    keepPrivate(path)
  }

  /// Shares the lock of the library in a folder.
  convenience init(sharing folder: String) throws(StoreError) {
    self.init(opening: folder)
    var waited = 0
    while !set(F_RDLCK, .use), isTaken {
      guard waited < LibraryLock.patience else { throw .busy(path: folder) }
      usleep(1000)
      waited += 1
    }
  }

  /// Takes the right to move the library in a folder as a whole.
  convenience init(moving folder: String) throws(StoreError) {
    self.init(opening: folder)
    if !set(F_WRLCK, .move), isTaken { throw .busy(path: folder) }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Does some work if nobody else uses the library, and keeps others out meanwhile.
  ///
  /// Returns nil where somebody does.
  func alone<Value>(_ work: () throws(StoreError) -> Value) throws(StoreError) -> Value? {
    var status = stat()
    // Who comes after the file was deleted makes another, and is not seen here.
    guard fstat(descriptor, &status) == 0, status.st_nlink > 0, set(F_WRLCK, .use) else {
      return nil
    }
    defer { _ = set(F_RDLCK, .use) }
    return try work()
  }

  /// Tells whether it was another process that kept `set` from its work; a file system may also know
  /// no locks.
  private var isTaken: Bool { errno == EAGAIN || errno == EACCES }

  /// Changes the lock on a part at once, or leaves it as it is.
  ///
  /// Locks of this kind belong to the open file, not to the process, and are never let go on the
  /// way from one kind to the other.
  private func set(_ kind: Int32, _ part: Part) -> Bool {
    var region = flock()
    region.l_type = Int16(kind)
    region.l_whence = Int16(SEEK_SET)
    region.l_start = part.rawValue
    region.l_len = 1
    return fcntl(descriptor, setLockOfOpenFile, &region) == 0
  }
}

/// `F_OFD_SETLK`, which Swift's Glibc lacks; it is the same on all of Linux.
private let setLockOfOpenFile: Int32 = 37
