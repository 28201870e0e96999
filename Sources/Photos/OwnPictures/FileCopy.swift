import Files
import TravelModel

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
  try Task.checkCancellation()
  try await WorkQueue.shared.run {
    var copied = 0
    let isWhole = try source.forEachPiece { piece in
      copied += piece.count
      // The file may grow meanwhile.
      guard copied <= Photo.fileLimit else { throw PictureFailure.tooLarge }
      try file.append(piece)
    }
    guard isWhole else { throw PictureFailure.fileUnreadable }
  }
  try Task.checkCancellation()
}
