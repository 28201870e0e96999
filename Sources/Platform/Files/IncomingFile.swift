import CLinux
import Glibc
import Synchronization

/// A new file that gets its final name when it is complete.
///
/// All functions block on the disk, so call them on a `WorkQueue`.
public final class IncomingFile: Sendable {
  /// The temporary path.
  public let path: String
  private let state: Mutex<State>
  /// The permissions; the user's umask is subtracted.
  private let mode: mode_t

  private struct State {
    /// The file descriptor; -1 if the file is not open.
    var descriptor: Int32
    /// Whether this object has created the file at the path.
    var isMade = false
  }

  /// Makes a file at a path where none exists; it is for the user alone unless `isOrdinary`, with
  /// the permissions of other programs' files.
  public convenience init(path: String, isOrdinary: Bool = false) {
    self.init(path: path, descriptor: -1, mode: isOrdinary ? 0o666 : 0o600)
  }

  init(path: String, descriptor: Int32, mode: mode_t = 0o600) {
    self.path = path
    self.mode = mode
    state = Mutex(State(descriptor: descriptor))
  }

  deinit { close() }

  /// Appends bytes; the first call creates the file, even without bytes.
  public func append(_ bytes: UnsafeRawBufferPointer) throws(DiskFailure) {
    let descriptor = try opened()
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = write(
        descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw .last }
      rest = rest.dropFirst(written)
    }
  }

  public func append(_ bytes: [UInt8]) throws(DiskFailure) {
    try bytes.withUnsafeBufferPointer { bytes throws(DiskFailure) in
      try append(UnsafeRawBufferPointer(bytes))
    }
  }

  /// Syncs the file to the disk; the library only accepts synced files.
  public func sync() throws(DiskFailure) -> SyncedFile {
    defer { close() }
    try Files.sync(descriptor: opened())
    return SyncedFile(path: path)
  }

  /// Renames the file without a sync, for caches: a power cut may lose it.
  public func move(to name: String) throws(DiskFailure) {
    close()
    guard rename(path, name) == 0 else { throw .last }
  }

  /// Deletes the file; it can be written again from the start.
  public func discard() {
    assert(gettid() != getpid(), "the main thread waits for no disk")
    close()
    state.withLock {
      if $0.isMade { unlink(path) }
      $0.isMade = false
    }
  }

  /// The descriptor of the file, which is created if needed.
  package func opened() throws(DiskFailure) -> Int32 {
    try state.withLock { state throws(DiskFailure) in
      if state.descriptor < 0 {
        state.descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard state.descriptor >= 0 else { throw .last }
        state.isMade = true
      }
      return state.descriptor
    }
  }

  private func close() {
    state.withLock {
      if $0.descriptor >= 0 { Glibc.close($0.descriptor) }
      $0.descriptor = -1
    }
  }
}

extension IncomingFile {
  /// Writes a file, ordinary or for the user alone; an existing one stays until the new one is
  /// complete.
  public static func replace(
    _ path: String, isOrdinary: Bool = true, _ write: (IncomingFile) throws(DiskFailure) -> Void
  ) throws(DiskFailure) {
    try replace(path, isOrdinary: isOrdinary, because: { $0 }, write)
  }

  /// Replaces a file by work that can fail in other ways, too; `failure` converts disk failures.
  ///
  /// With `isNamed`, the unfinished file has a path.
  public static func replace<Value, Failure: Error>(
    _ path: String, isOrdinary: Bool = true, isNamed: Bool = false,
    because failure: (DiskFailure) -> Failure, _ write: (IncomingFile) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    // A symbolic link is kept, and its target is replaced.
    let path = realPath(path) ?? path
    let end = path.lastIndex(of: "/")
    let folder = end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    discardLeftovers(in: folder)
    let mode: mode_t = isOrdinary ? 0o666 : 0o600
    let file = IncomingFile(
      path: "\(folder)/\(newHiddenName())",
      descriptor: isNamed ? -1 : open(folder, O_WRONLY | O_CLOEXEC | nameless, mode), mode: mode)
    func onDisk(_ work: () throws(DiskFailure) -> Void) throws(Failure) {
      do throws(DiskFailure) { try work() } catch { throw failure(error) }
    }
    do throws(Failure) {
      try onDisk { () throws(DiskFailure) in try file.lock() }
      let value = try write(file)
      try onDisk { () throws(DiskFailure) in try file.syncAndLink(at: path) }
      // A folder that may be written and not read cannot be synced.
      if let folder = OpenFolder(folder, followingLink: true) { try onDisk(folder.sync) }
      return value
    } catch {
      file.discard()
      throw error
    }
  }

  /// A name for an unfinished file or folder beside its final place.
  public static func newHiddenName() -> String { hiddenMark + RandomName.new() }

  private static let hiddenMark = ".virtual-tourist-"

  /// Deletes the unfinished files of killed processes.
  private static func discardLeftovers(in path: String) {
    guard let folder = OpenFolder(path, followingLink: true) else { return }
    for name in folder.names where RandomName.isOne(name, behind: hiddenMark) {
      // Nobody else gives a file such a name.
      folder.deleteAbandoned(name)
    }
  }

  /// Shows other processes that the file is in use, as long as it is open.
  private func lock() throws(DiskFailure) { _ = flock(try opened(), LOCK_EX | LOCK_NB) }

  /// Syncs the file and links it at a name.
  ///
  /// Only if the name is taken the file gets a temporary one first, which would be left behind if
  /// the process ended.
  private func syncAndLink(at name: String) throws(DiskFailure) {
    let descriptor = try opened()
    try Files.sync(descriptor: descriptor)
    try state.withLock { state throws(DiskFailure) in
      func link(to name: String) -> Bool {
        linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0
      }
      if !state.isMade {
        if link(to: name) { return }
        guard errno == EEXIST, link(to: path) else { throw .last }
        state.isMade = true
      }
      guard rename(path, name) == 0 else { throw .last }
      state.isMade = false
    }
    close()
  }
}

/// `O_TMPFILE`, which Swift's Glibc lacks.
private let nameless: Int32 = 0o20_000_000 | O_DIRECTORY

/// A complete file on the disk, still at its temporary path.
public struct SyncedFile: Hashable, Sendable {
  public let path: String

  /// Only code that has synced a file makes one.
  init(path: String) { self.path = path }
  public func discard() { unlink(path) }
}
