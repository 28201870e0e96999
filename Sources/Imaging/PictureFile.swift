public import TravelModel

/// A file that holds, by its content, a picture of a kind that is shown.
///
/// Everything here reads files: it is called off the main actor, from any thread.
public struct PictureFile: Hashable, Sendable {
  /// Where it is.
  public let path: String
  /// What its beginning says.
  public let header: PictureHeader

  /// What kind of picture it is.
  public var kind: PictureKind { header.kind }
  /// How many pixels wide and high it is, standing upright.
  public var size: PixelSize { header.size }

  /// Looks at the beginning of the file at `path`, which may be damaged further on.
  public init(sniffing path: String) throws(PhotoFailure) {
    try self.init(path, RegularFile(path))
  }

  /// Reads the file at `path` to its end, and makes sure that it is a whole picture.
  ///
  /// Throws `notAPicture`, `tooLarge` or `damaged`, `gone` where there is no file, or `unwritable`
  /// where it cannot be opened.
  public init(checking path: String) throws(PhotoFailure) {
    let file = try RegularFile(path)
    try self.init(path, file)
    guard !header.isTooLarge else { throw .tooLarge }
    try header.verify(file)
  }

  private init(_ path: String, _ file: RegularFile) throws(PhotoFailure) {
    self.path = path
    var window = file.window()
    header = try PictureHeader(&window)
  }
}

extension PictureHeader {
  /// Makes sure that what follows the header in its file is a whole picture.
  func verify(_ file: RegularFile) throws(PhotoFailure) {
    switch kind {
    case .jpeg: try verifyJPEG(file, self)
    case .png: try verifyPNG(file, self)
    case .gif:
      var window = file.window()
      try verifyGIF(&window, screen: storedSize)
    case .webp: try verifyWebP(file, self)
    }
  }
}
