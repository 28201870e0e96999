import Files
import TravelModel

/// How much is copied between two checks for cancellation, in bytes.
private let piece = 256 << 10

/// Copies a file, which is only opened for reading.
@concurrent
func copyFile(_ original: String, into file: IncomingFile) async throws {
  let source: OpenFile
  do throws(OpenFile.Failure) {
    source = try OpenFile(original)
  } catch {
    if error == .unreadable { throw PictureFailure.fileUnreadable }
    throw SourceFailure.gone
  }
  guard source.size <= Photo.fileLimit else { throw PictureFailure.tooLarge }
  var copied = 0
  while true {
    try Task.checkCancellation()
    let count = try await WorkQueue.shared.run { try copyPiece(of: source, into: file) }
    guard count > 0 else { return }
    copied += count
    // The file may grow meanwhile.
    guard copied <= Photo.fileLimit else { throw PictureFailure.tooLarge }
  }
}

/// Copies the next piece, and returns its length.
private func copyPiece(of source: OpenFile, into file: IncomingFile) throws -> Int {
  let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: piece, alignment: 16)
  defer { buffer.deallocate() }
  guard let count = source.read(into: buffer) else { throw PictureFailure.fileUnreadable }
  try file.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
  return count
}
