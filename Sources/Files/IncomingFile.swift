import Glibc
import Synchronization

/// A file on its way in: it has no name that anybody looks for until all of it is there.
///
/// All of it waits for the disk, so it is used on a `WorkQueue`.
public final class IncomingFile: Sendable {
  /// Where it is meanwhile.
  public let path: String
  /// The open file; -1 as long as nothing has come.
  private let descriptor: Mutex<Int32>

  /// Takes a path where nothing is.
  public convenience init(path: String) { self.init(path: path, descriptor: -1) }

  init(path: String, descriptor: Int32) {
    self.path = path
    self.descriptor = Mutex(descriptor)
  }

  deinit { close() }

  /// Adds bytes at the end; the file is made with the first of them.
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

  /// Gives the file its name, in a cache: a power cut may cost it.
  public func move(to name: String) throws(DiskFailure) {
    close()
    guard rename(path, name) == 0 else { throw .last }
  }

  /// Throws away what came; another attempt may begin again.
  public func discard() {
    close()
    unlink(path)
  }

  private func opened() throws(DiskFailure) -> Int32 {
    try descriptor.withLock { descriptor throws(DiskFailure) in
      if descriptor < 0 {
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      }
      guard descriptor >= 0 else { throw .last }
      return descriptor
    }
  }

  private func close() {
    descriptor.withLock {
      if $0 >= 0 { Glibc.close($0) }
      $0 = -1
    }
  }
}
