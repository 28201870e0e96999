import GLibBridge
import Glibc
import PhotoSources

/// A file that is being written.
///
/// It is written off the main thread: a slow disk holds up nobody.
final class NewFile: Sendable {
  private let path: String
  private let descriptor: Int32

  /// Makes the file, which must not be there.
  init(path: String) throws {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw NewFile.error() }
  }

  deinit { close(descriptor) }

  /// Adds bytes at the end.
  @concurrent
  func write(_ bytes: Bytes) async throws {
    try bytes.withUnsafeBytes { buffer throws(HTTPError) in
      var rest = buffer[...]
      while !rest.isEmpty {
        let written = Glibc.write(
          descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if written < 0 {
          if errno == EINTR { continue }
          throw NewFile.error()
        }
        rest = rest.dropFirst(written)
      }
    }
  }

  /// Takes the file away.
  func discard() { unlink(path) }

  private static func error() -> HTTPError {
    .unwritable(isFull: errno == ENOSPC || errno == EDQUOT)
  }
}
