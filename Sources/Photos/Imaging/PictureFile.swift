import Files
public import TravelModel

/// A file whose content is a picture of a supported kind.
///
/// Everything here reads files: call it off the main actor, from any thread.
public struct PictureFile: Hashable, Sendable {
  public let path: String
  public let header: PictureHeader
  /// The look of the picture; nil if it is uniform, or was not computed.
  public let look: PictureLook?

  public var kind: PictureKind { header.kind }
  /// The upright size in pixels.
  public var size: PixelSize { header.size }

  /// Reads the beginning of the file at `path`, which may be damaged further on.
  public init(sniffing path: String) throws(PictureFailure) {
    self.path = path
    header = try PictureAnswer(OpenFile(picture: path), PictureQuestion()).header
    look = nil
  }

  /// Reads the whole file at `path`, and checks that the picture is complete.
  ///
  /// A damaged picture that decodes to its end counts as complete. Throws `notAPicture`, `tooLarge`
  /// or `damaged`, `lost` if there is no file, or `fileUnreadable` if it cannot be opened.
  public init(checking path: String) throws(PictureFailure) {
    let answer = try PictureAnswer(
      OpenFile(picture: path), PictureQuestion(cell: DecodedPicture.cellOfLook, isChecked: true))
    self.path = path
    header = answer.header
    look = answer.pixels?.look
  }

  /// The metadata of the picture at `path`; nil if they contain no place, or it is no picture.
  ///
  /// Throws only `fileUnreadable`, which may pass.
  public static func details(at path: String) throws(PictureFailure) -> PictureDetails? {
    do throws(PictureFailure) {
      return try PictureAnswer(OpenFile(picture: path), PictureQuestion(hasDetails: true)).details
    } catch {
      if error == .fileUnreadable { throw error }
      return nil
    }
  }

  /// Reads both ends of the file at `path`, and returns what is wrong with it; nil if it exists and
  /// begins and ends like a picture.
  ///
  /// This detects lost, truncated and overwritten files by reading two pieces; only a file whose
  /// end says nothing is read as a whole.
  public static func flaw(at path: String) -> PictureFailure? {
    do throws(PictureFailure) {
      let file = try OpenFile(picture: path)
      guard let kind = file.pictureKind else { return .damaged }
      if !file.ends(as: kind) { _ = try PictureFile(checking: path) }
      return nil
    } catch {
      return error == .lost || error == .fileUnreadable ? error : .damaged
    }
  }
}

extension OpenFile {
  fileprivate func ends(as kind: PictureKind) -> Bool {
    switch kind {
    case .jpeg: ends(with: [0xFF, 0xD9])
    case .png: ends(with: PictureShell.endOfPNG)
    case .gif: ends(with: [0x00, 0x3B])
    case .webp: PictureShell.lengthOfWebP(bytes(at: 0, count: 8)) <= size
    case .heic, .avif: PictureShell.hasPictureBoxes(size) { bytes(at: $0, count: $1) }
    }
  }

  private func ends(with bytes: [UInt8]) -> Bool {
    size >= bytes.count && self.bytes(at: size - bytes.count, count: bytes.count) == bytes
  }
}
