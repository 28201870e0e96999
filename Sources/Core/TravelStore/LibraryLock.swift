import Files
import Glibc

/// Lets the processes that use a library know of each other.
///
/// Each process holds a shared lock all its life. Deleting what another process may use or undo
/// needs the exclusive one.
final class LibraryLock: Sendable {
  /// The open lock file; -1 if there can be none, and then exclusive use is never granted.
  private let descriptor: Int32

  private static let fileName = "library.lock"

  /// The parts that can be locked; the raw values are byte offsets in the file.
  private enum Part: Int {
    /// Locked by every process that uses the library.
    case use = 0
    /// Locked by a process that moves the library as a whole.
    case move = 1
  }

  /// How long to wait for another process, in milliseconds: exclusive locks are held for short steps.
  private static let timeout = 5000

  private init(opening folder: String) {
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    let path = "\(folder)/\(LibraryLock.fileName)"
    descriptor = open(path, flags, 0o600)
    makePrivate(path)
  }

  /// Acquires the shared lock of the library in a folder.
  convenience init(sharing folder: String) throws(StoreError) {
    self.init(opening: folder)
    var waited = 0
    while !set(F_RDLCK, .use), isTaken {
      guard waited < LibraryLock.timeout else { throw .busy(path: folder) }
      usleep(1000)
      waited += 1
    }
  }

  /// Acquires the lock for moving the library in a folder as a whole.
  convenience init(moving folder: String) throws(StoreError) {
    self.init(opening: folder)
    if !set(F_WRLCK, .move), isTaken { throw .busy(path: folder) }
  }

  func release() { _ = set(F_UNLCK, .use) }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Runs `work` with exclusive use of the library; returns nil if another process uses it.
  func exclusively<Value>(_ work: () throws(StoreError) -> Value) throws(StoreError) -> Value? {
    var status = stat()
    // If the lock file was deleted, other processes lock a new one and are not seen here.
    guard fstat(descriptor, &status) == 0, status.st_nlink > 0, set(F_WRLCK, .use) else {
      return nil
    }
    defer { _ = set(F_RDLCK, .use) }
    return try work()
  }

  /// Whether `set` failed because of another process, rather than a file system without locks.
  private var isTaken: Bool { errno == EAGAIN || errno == EACCES }

  /// Changes the lock on a part without waiting; on failure it stays as it is.
  ///
  /// Open file description locks belong to this descriptor, not to the process, and change between
  /// shared and exclusive without a gap.
  private func set(_ kind: Int32, _ part: Part) -> Bool {
    var region = flock()
    region.l_type = Int16(kind)
    region.l_whence = Int16(SEEK_SET)
    region.l_start = part.rawValue
    region.l_len = 1
    return fcntl(descriptor, setLockOfOpenFile, &region) == 0
  }
}

/// `F_OFD_SETLK`, which Swift's Glibc lacks; the value is the same on every Linux.
private let setLockOfOpenFile: Int32 = 37
