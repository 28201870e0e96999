package import Files
import GLibBridge
package import TravelModel

/// What to find out about a picture, besides its header.
package struct PictureQuestion: Sendable {
  /// The cell that the pixels must cover; nil if none are wanted.
  var cell: PixelSize?
  /// Whether to check that the file contains the whole picture, and is safe to decode.
  var isChecked = false
  var hasDetails = false
  /// Whether to read what makes the picture a sphere.
  var hasSphere = false
  /// What is to be in the metadata of a copy, which is made instead of pixels.
  var credit: PictureCredit?

  /// Whether an answer has the pixels that were asked for, and no others.
  func isAnswered(by answer: PictureAnswer) -> Bool {
    guard credit != nil || answer.copy == nil, hasSphere || answer.sphere.isEmpty else {
      return false
    }
    guard let cell else { return answer.pixels == nil }
    let header = answer.header
    return !header.isTooLarge && answer.pixels?.size == header.size.scaled(toCover: cell)
  }
}

/// Everything that gdk-pixbuf's loaders and gexiv2 say of a picture.
///
/// Question and answer are plain values, and only an open file is passed besides, so that another
/// process can answer.
package struct PictureAnswer: Sendable {
  let header: PictureHeader
  /// The upright pixels, in the smallest size that covers the cell.
  var pixels: DecodedPicture?
  /// The metadata; nil if they contain no place.
  var details: PictureDetails?
  /// What the metadata say of a sphere.
  var sphere: [PictureSphere.Tag: String] = [:]
  /// The file with a credit; nil if its kind cannot have one.
  var copy: Bytes?

  /// The longest file that is read as a whole, in bytes: a little more than the longest download.
  private static let byteLimit = 128 << 20
}

extension PictureAnswer {
  /// Has the picture in a file read, by the program's picture readers if it has any.
  ///
  /// Throws what reading throws, and `fileUnreadable` if no reader can be had. No reader is started
  /// for what does not even begin like a picture.
  init(_ file: OpenFile, _ question: PictureQuestion) throws(PictureFailure) {
    guard file.pictureKind != nil else { throw .notAPicture }
    if let readers = PictureReaders.current {
      self = try readers.answer(file, question)
    } else {
      try self.init(reading: file, question)
    }
  }

  /// Reads the picture in a file: this is the one place where the bytes of a stranger's picture are
  /// read.
  ///
  /// Throws `notAPicture` for other kinds of files, `tooLarge` above the decoding limits, and
  /// `damaged` if the file is incomplete or its loader refuses it.
  package init(reading file: OpenFile, _ question: PictureQuestion) throws(PictureFailure) {
    guard let kind = file.pictureKind else { throw .notAPicture }
    var pixelLimit = PictureHeader.pixelLimit
    if question.isChecked {
      guard file.size <= PictureAnswer.byteLimit else { throw .tooLarge }
      let shell = PictureShell(kind, file.bytes(at: 0, count: file.size))
      guard shell.isClosed else { throw .damaged }
      pixelLimit = shell.pixelLimit
    }
    var decoding = Decoding(kind, covering: question.cell, pixelLimit: pixelLimit)
    let decoded = try decoding.decode(file)
    guard let size = decoding.storedSize, size.width > 0, size.height > 0 else { throw .damaged }
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
    // Spheres are written as JPEG, and sometimes as PNG; of other kinds it would take long to tell.
    if question.hasSphere, [.jpeg, .png].contains(kind), header.orientation == .upright,
      !header.isTooLarge
    {
      sphere = PictureSphere.texts(in: file)
    }
    if let credit = question.credit, kind.canHaveCredit, !header.isTooLarge {
      guard file.size <= PictureAnswer.byteLimit else { throw .tooLarge }
      copy = credit.copy(of: file)
    }
  }
}
