import Files
import Glibc
import TravelModel

/// The largest file that is copied, in bytes: more than any supported picture needs.
let copyLimit = 30 << 20
/// How much is copied between two checks for cancellation, in bytes.
private let piece = 256 << 10

/// Copies a file, which is only opened for reading.
@concurrent
func copyFile(_ original: String, into file: IncomingFile) async throws {
  let source = SystemPath.use(original) { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
  guard source >= 0 else {
    throw errno == ENOENT || errno == ENOTDIR ? PhotoFailure.gone : .fileUnreadable
  }
  defer { close(source) }
  var status = stat()
  guard fstat(source, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
    throw PhotoFailure.gone
  }
  guard status.st_size <= copyLimit else { throw PhotoFailure.tooLarge }
  var copied = 0
  while true {
    try Task.checkCancellation()
    let count = try await WorkQueue.shared.run { try copyPiece(of: source, into: file) }
    guard count > 0 else { return }
    copied += count
    // The file may grow meanwhile.
    guard copied <= copyLimit else { throw PhotoFailure.tooLarge }
  }
}

/// Copies the next piece, and returns its length.
private func copyPiece(of source: Int32, into file: IncomingFile) throws -> Int {
  let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: piece, alignment: 16)
  defer { buffer.deallocate() }
  var count = 0
  repeat {
    count = read(source, buffer.baseAddress, buffer.count)
  } while count < 0 && errno == EINTR
  guard count >= 0 else { throw PhotoFailure.fileUnreadable }
  try file.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
  return count
}
