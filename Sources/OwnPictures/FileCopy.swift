import Files
import Glibc
import Travels

/// The largest file that is copied, in bytes: no picture of a kind that is shown needs more.
let copyLimit = 30 << 20
/// How much is copied between two looks at whether the copy is still wanted, in bytes.
private let piece = 256 << 10

/// Copies a file, which is opened for reading alone.
@concurrent
func copyFile(_ original: String, into file: IncomingFile) async throws {
  let source = open(original, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  guard source >= 0 else { throw PhotoFailure.gone }
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
    // It may grow while it is read.
    guard copied <= copyLimit else { throw PhotoFailure.tooLarge }
  }
}

/// Copies what comes next, and returns how many bytes that was.
private func copyPiece(of source: Int32, into file: IncomingFile) throws -> Int {
  let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: piece, alignment: 16)
  defer { buffer.deallocate() }
  var count = 0
  repeat {
    count = read(source, buffer.baseAddress, buffer.count)
  } while count < 0 && errno == EINTR
  guard count >= 0 else { throw PhotoFailure.gone }
  try file.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
  return count
}
