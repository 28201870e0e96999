import Glibc
import Synchronization

/// A new file that is not under its final name until it is complete.
///
/// All functions block on the disk, so call them on a `WorkQueue`.
public final class IncomingFile: Sendable {
  /// The temporary path.
  public let path: String
  private let state: Mutex<State>
  /// Who may use the file; the user's mask takes from it.
  private let mode: mode_t

  private struct State {
    /// The open file; -1 where none is open.
    var descriptor: Int32
    /// Whether this object has created the file at the path.
    var isMade = false
  }

  /// Takes a path where no file exists; the file is for the user alone, unless it is an
  /// ordinary one, as other programs make them.
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

  /// Syncs the file to the disk; the library takes only synced files.
  public func sync() throws(DiskFailure) -> SyncedFile {
    defer { close() }
    guard try fsync(opened()) == 0 else { throw .last }
    return SyncedFile(path: path)
  }

  /// Syncs a file that may have been opened without a name, and gives it its temporary one.
  private func syncNamed() throws(DiskFailure) -> SyncedFile {
    let descriptor = try opened()
    guard fsync(descriptor) == 0 else { throw .last }
    try state.withLock { state throws(DiskFailure) in
      guard !state.isMade else { return }
      let link = "/proc/self/fd/\(descriptor)"
      guard linkat(AT_FDCWD, link, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 else { throw .last }
      state.isMade = true
    }
    return try sync()
  }

  /// Renames the file without a sync, for caches: a power cut may lose it.
  public func move(to name: String) throws(DiskFailure) {
    close()
    guard rename(path, name) == 0 else { throw .last }
  }

  /// Deletes the file; it can be written again from the start.
  public func discard() {
    close()
    state.withLock {
      if $0.isMade { unlink(path) }
      $0.isMade = false
    }
  }

  private func opened() throws(DiskFailure) -> Int32 {
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
  /// Writes a file, as other programs make them or for the user alone; one that is there stays until
  /// the new one is whole.
  public static func replace(
    _ path: String, isOrdinary: Bool = true, _ write: (IncomingFile) throws(DiskFailure) -> Void
  ) throws(DiskFailure) {
    // A link stays a link.
    let path =
      realpath(path, nil).map { real in
        defer { free(real) }
        return String(cString: real)
      } ?? path
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    let name = String(UInt64.random(in: .min ... .max), radix: 16)
    let mode: mode_t = isOrdinary ? 0o666 : 0o600
    // Where it can be without a name, nothing is left even of a process that is killed.
    let file = IncomingFile(
      path: "\(folder)/.virtual-tourist-\(name)",
      descriptor: open(folder.isEmpty ? "/" : folder, O_WRONLY | O_CLOEXEC | nameless, mode),
      mode: mode)
    do throws(DiskFailure) {
      try write(file)
      let synced = try file.syncNamed()
      guard rename(synced.path, path) == 0 else { throw .last }
      try? OpenFolder(folder, followingLink: true)?.sync()
    } catch {
      file.discard()
      throw error
    }
  }
}

/// `O_TMPFILE`, which Swift's Glibc lacks.
private let nameless: Int32 = 0o20_000_000 | O_DIRECTORY

/// A complete file on the disk, still at its temporary path.
public struct SyncedFile: Hashable, Sendable {
  public let path: String

  /// Only what has synced a file makes one.
  init(path: String) { self.path = path }
  public func discard() { unlink(path) }
}
