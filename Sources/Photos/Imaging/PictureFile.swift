public import TravelModel

/// A file that holds, by its content, a picture of a kind that is shown.
///
/// Everything here reads files: it is called off the main actor, from any thread.
public struct PictureFile: Hashable, Sendable {
  /// Where it is.
  public let path: String
  /// What its beginning says.
  public let header: PictureHeader
  /// How bright the spots are that make its look, where that was found on the way.
  let brightness: [Int]?

  /// What kind of picture it is.
  public var kind: PictureKind { header.kind }
  /// How many pixels wide and high it is, standing upright.
  public var size: PixelSize { header.size }

  /// Looks at the beginning of the file at `path`, which may be damaged further on.
  public init(sniffing path: String) throws(PhotoFailure) {
    self.path = path
    header = try PictureFile.header(of: RegularFile(path))
    brightness = nil
  }

  /// Reads the file at `path` to its end, and makes sure that it is a whole picture.
  ///
  /// Throws `notAPicture`, `tooLarge` or `damaged`, `lost` where there is no file, or `fileUnreadable`
  /// where it cannot be opened.
  public init(checking path: String) throws(PhotoFailure) {
    let file = try RegularFile(path)
    self.path = path
    header = try PictureFile.header(of: file)
    guard !header.isTooLarge else { throw .tooLarge }
    brightness = try header.verify(file)?.brightnessOfLook(header.orientation)
  }

  private static func header(of file: RegularFile) throws(PhotoFailure) -> PictureHeader {
    var window = file.window()
    return try PictureHeader(&window)
  }
}

extension PictureHeader {
  /// Makes sure that what follows the header in its file is a whole picture, and returns what it has
  /// seen of that.
  @discardableResult
  func verify(_ file: RegularFile) throws(PhotoFailure) -> GrayPicture? {
    switch kind {
    case .jpeg: return try verifyJPEG(file, self)
    case .png: try verifyPNG(file, self)
    case .gif:
      var window = file.window()
      try verifyGIF(&window, screen: storedSize)
    case .webp: try verifyWebP(file, self)
    }
    return nil
  }
}
