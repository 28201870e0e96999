import Glibc
import Synchronization

/// A file on its way in: it has no name that anybody looks for until all of it is there.
///
/// All of it waits for the disk, so it is used on a `WorkQueue`.
public final class IncomingFile: Sendable {
  /// Where it is meanwhile.
  public let path: String
  private let state: Mutex<State>

  private struct State {
    /// The open file; -1 where none is open.
    var descriptor: Int32
    /// Tells whether what is at the path is ours.
    var isMade = false
  }

  /// Takes a path where nothing is.
  public convenience init(path: String) { self.init(path: path, descriptor: -1) }

  init(path: String, descriptor: Int32) {
    self.path = path
    state = Mutex(State(descriptor: descriptor))
  }

  deinit { close() }

  /// Adds bytes at the end; the file is made by the first of them, be there none.
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

  /// Adds bytes at the end.
  public func append(_ bytes: [UInt8]) throws(DiskFailure) {
    try bytes.withUnsafeBufferPointer { bytes throws(DiskFailure) in
      try append(UnsafeRawBufferPointer(bytes))
    }
  }

  /// Brings the file to the disk: nothing else makes one that a library takes.
  public func settle() throws(DiskFailure) -> SettledFile {
    defer { close() }
    guard try fsync(opened()) == 0 else { throw .last }
    return SettledFile(path: path)
  }

  /// Gives the file its name, in a cache: a power cut may cost it.
  public func move(to name: String) throws(DiskFailure) {
    close()
    guard rename(path, name) == 0 else { throw .last }
  }

  /// Throws away what came; another attempt may begin again.
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
        state.descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
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

/// A file that came and is on the disk, whole; it has no name yet.
public struct SettledFile: Hashable, Sendable {
  /// Where it is.
  public let path: String

  fileprivate init(path: String) { self.path = path }

  /// Deletes it, because it came too late.
  public func discard() { unlink(path) }
}
