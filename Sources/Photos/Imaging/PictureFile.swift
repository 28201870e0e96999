import Files
public import TravelModel

/// A file that holds, by its content, a picture of a kind that is shown.
///
/// Everything here reads files: it is called off the main actor, from any thread.
public struct PictureFile: Hashable, Sendable {
  /// Where it is.
  public let path: String
  /// What the picture is.
  public let header: PictureHeader
  /// What it looks like; nil where it is like any other, or was not checked.
  public let look: PictureLook?

  /// What kind of picture it is.
  public var kind: PictureKind { header.kind }
  /// How many pixels wide and high it is, standing upright.
  public var size: PixelSize { header.size }

  /// Looks at the beginning of the file at `path`, which may be damaged further on.
  public init(sniffing path: String) throws(PictureFailure) {
    self.path = path
    header = try PictureAnswer(OpenFile(picture: path), PictureQuestion()).header
    look = nil
  }

  /// Reads the file at `path` to its end, and makes sure that it is a whole picture.
  ///
  /// A damaged one that its decoder goes through to the end is whole. Throws `notAPicture`,
  /// `tooLarge` or `damaged`, `lost` where there is no file, or `fileUnreadable` where it cannot be
  /// opened.
  public init(checking path: String) throws(PictureFailure) {
    let answer = try PictureAnswer(
      OpenFile(picture: path), PictureQuestion(cell: DecodedPicture.cellOfLook, isChecked: true))
    self.path = path
    header = answer.header
    look = answer.pixels?.look
  }

  /// What the metadata of the picture at `path` say; nil where they name no place, or it is none.
  public static func details(at path: String) -> PictureDetails? {
    try? PictureAnswer(OpenFile(picture: path), PictureQuestion(hasDetails: true)).details
  }

  /// Looks at both ends of the file at `path`, and says what is wrong with it; nil where it is there
  /// and begins and ends as a picture does.
  ///
  /// That misses no file that was lost, cut short or written over, and reads two pieces of it: only
  /// one whose end says nothing is read as a whole.
  public static func flaw(at path: String) -> PictureFailure? {
    do throws(PictureFailure) {
      let file = try OpenFile(picture: path)
      guard let kind = PictureKind(beginning: file.bytes(at: 0, count: 16)) else { return .damaged }
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
    }
  }

  private func ends(with bytes: [UInt8]) -> Bool {
    size >= bytes.count && self.bytes(at: size - bytes.count, count: bytes.count) == bytes
  }
}
