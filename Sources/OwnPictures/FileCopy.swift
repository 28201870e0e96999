import Glibc
import Travels

/// The largest file that is copied, in bytes: no picture of a kind that is shown needs more.
let copyLimit = 30 << 20
/// How much is copied between two looks at whether the copy is still wanted, in bytes.
private let piece = 256 << 10

/// Copies a file to `path`, where there is all of it or nothing.
///
/// The original is opened for reading alone.
@concurrent
func copyFile(_ original: String, to path: String) async throws {
  let source = open(original, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  guard source >= 0 else { throw PhotoFailure.gone }
  defer { close(source) }
  var status = stat()
  guard fstat(source, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
    throw PhotoFailure.gone
  }
  guard status.st_size <= copyLimit else { throw PhotoFailure.tooLarge }

  let unfinished = path + ".part"
  let target = open(unfinished, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
  guard target >= 0 else { throw writingFailure() }
  do {
    defer { close(target) }
    try copyBytes(from: source, to: target)
    // A name without its content must not be what is left after a power cut.
    guard fdatasync(target) == 0 else { throw writingFailure() }
    guard rename(unfinished, path) == 0 else { throw writingFailure() }
  } catch {
    unlink(unfinished)
    throw error
  }
}

private func copyBytes(from source: Int32, to target: Int32) throws {
  let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: piece, alignment: 16)
  defer { buffer.deallocate() }
  var copied = 0
  while true {
    try Task.checkCancellation()
    let count = read(source, buffer.baseAddress, buffer.count)
    if count < 0, errno == EINTR { continue }
    guard count >= 0 else { throw PhotoFailure.gone }
    guard count > 0 else { return }
    copied += count
    // It may grow while it is read.
    guard copied <= copyLimit else { throw PhotoFailure.tooLarge }
    var written = 0
    while written < count {
      let step = write(target, buffer.baseAddress! + written, count - written)
      if step < 0, errno == EINTR { continue }
      guard step > 0 else { throw writingFailure() }
      written += step
    }
  }
}

private func writingFailure() -> PhotoFailure {
  errno == ENOSPC || errno == EDQUOT ? .noSpace : .unwritable
}
