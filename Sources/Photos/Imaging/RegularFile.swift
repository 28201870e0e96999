import CGLib
import Files
import GLibBridge
import Glibc
import TravelModel

/// An ordinary file, open for reading alone.
final class RegularFile {
  let descriptor: Int32
  /// How many bytes it had when it was opened.
  let count: Int

  /// Holds bytes in a file in memory, for code that reads only files.
  init(holding bytes: Bytes) throws(PhotoFailure) {
    let closesOnExecution: UInt32 = 1  // MFD_CLOEXEC, which Swift does not see either.
    descriptor = memfd_create("picture", closesOnExecution)
    guard descriptor >= 0 else { throw .fileUnreadable }
    count = bytes.count
    let isWritten = bytes.withUnsafeBytes { bytes in
      bytes.isEmpty || write(descriptor, bytes.baseAddress!, bytes.count) == bytes.count
    }
    // All properties are set: `deinit` closes the descriptor here too.
    guard isWritten else { throw .fileUnreadable }
  }

  init(_ path: String) throws(PhotoFailure) {
    // Whoever opens a pipe without this waits for a writer.
    descriptor = SystemPath.use(path) { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else {
      throw errno == ENOENT || errno == ENOTDIR ? .lost : .fileUnreadable
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .notAPicture
    }
    count = Int(status.st_size)
  }

  deinit { close(descriptor) }

  /// Up to so many bytes from a place on; fewer where the file ends or cannot be read.
  func bytes(at offset: Int, count: Int) -> [UInt8] {
    Array(unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let got = pread(
          descriptor, buffer.baseAddress! + filled, count - filled, off_t(offset + filled))
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { return }
        filled += got
      }
    }
  }
}
