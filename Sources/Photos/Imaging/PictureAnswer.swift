import Files
import TravelModel

/// What is to be found out about a picture, besides what it is.
struct PictureQuestion: Sendable {
  /// The cell that the pixels have to cover; nil where none are wanted.
  var cell: PixelSize?
  /// Whether the file has to hold the whole picture, and one that is safe to decode.
  var isChecked = false
  /// Whether it is asked what the metadata say.
  var hasDetails = false
}

/// All that is said of a picture by those who decode it: gdk-pixbuf's loaders and gexiv2.
///
/// This is the one place where the bytes of a stranger's picture are read. Question and answer are
/// plain values, and nothing is needed between them but an open file.
struct PictureAnswer: Sendable {
  let header: PictureHeader
  /// The pixels, upright, in the smallest size that covers the cell.
  private(set) var pixels: DecodedPicture?
  /// What the metadata say; nil where they name no place.
  private(set) var details: PictureDetails?

  /// The longest file that is read as a whole, in bytes: a little more than any that is downloaded.
  private static let byteLimit = 128 << 20

  /// Asks about the picture in a file.
  ///
  /// What is of no kind that is shown is `notAPicture`, what is larger than may be decoded is
  /// `tooLarge`, and what breaks off, or what its loader refuses, is `damaged`.
  init(_ file: OpenFile, _ question: PictureQuestion) throws(PictureFailure) {
    guard let kind = PictureKind(beginning: file.bytes(at: 0, count: 16)) else {
      throw .notAPicture
    }
    var pixelLimit = PictureHeader.pixelLimit
    if question.isChecked {
      guard file.size <= PictureAnswer.byteLimit else { throw .tooLarge }
      let shell = PictureShell(kind, file.bytes(at: 0, count: file.size))
      guard shell.isClosed else { throw .damaged }
      pixelLimit = shell.pixelLimit
    }
    var decoding = Decoding(kind, covering: question.cell, pixelLimit: pixelLimit)
    let decoded = try decoding.decode(file)
    guard let size = decoding.storedSize else { throw .damaged }
    header = PictureHeader(kind: kind, storedSize: size, orientation: decoding.orientation)
    if let cell = question.cell {
      guard !decoding.isTooLarge else { throw .tooLarge }
      pixels = decoded.flatMap { DecodedPicture($0, header, covering: cell) }
      guard pixels != nil else { throw .damaged }
    }
    // GIF has no metadata.
    if question.hasDetails, kind != .gif, !header.isTooLarge {
      details = PictureDetails.read(from: file, header)
    }
  }
}
