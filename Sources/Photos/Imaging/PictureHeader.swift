public import TravelModel

/// What the beginning of a file says about its picture; nothing is decoded for it.
public struct PictureHeader: Hashable, Sendable {
  /// What kind of picture it is.
  public let kind: PictureKind
  /// How many pixels it has, as they are stored.
  public let storedSize: PixelSize
  /// How it has to be turned to stand upright.
  public let orientation: Orientation

  /// How many pixels wide and high it is once it stands upright.
  public var size: PixelSize {
    orientation.swapsSides
      ? PixelSize(width: storedSize.height, height: storedSize.width) : storedSize
  }

  /// Reads the header of bytes that may be anything.
  ///
  /// What is of no kind that is shown, or has no pixels, is `notAPicture`; what begins as a picture
  /// and breaks off is `damaged`.
  public init(_ bytes: [UInt8]) throws(PhotoFailure) {
    var window = ByteWindow(bytes)
    try self.init(&window)
  }

  init(_ window: inout ByteWindow) throws(PhotoFailure) {
    guard let kind = PictureKind(&window) else { throw .notAPicture }
    self.kind = kind
    var orientation = Orientation.upright
    let size: PixelSize? =
      switch kind {
      case .jpeg: readJPEG(&window, &orientation)
      case .png: readPNG(&window)
      case .gif: readGIF(&window)
      case .webp: readWebP(&window)
      }
    guard let size else { throw .damaged }
    guard size.width > 0, size.height > 0 else { throw .notAPicture }
    storedSize = size
    self.orientation = orientation
  }

  /// The most pixels a picture may have: four times those of today's cameras, and 400 MB decoded.
  static let pixelLimit = 100_000_000
  /// The longest side a picture may have, in pixels.
  static let sideLimit = 20_000

  /// Tells whether the picture is larger than is ever decoded.
  public var isTooLarge: Bool { PictureHeader.isTooLarge(storedSize) }

  static func isTooLarge(_ size: PixelSize) -> Bool {
    size.width > sideLimit || size.height > sideLimit || size.width * size.height > pixelLimit
  }
}

private func pixelSize(_ width: Int?, _ height: Int?) -> PixelSize? {
  guard let width, let height else { return nil }
  return PixelSize(width: width, height: height)
}

private func readPNG(_ window: inout ByteWindow) -> PixelSize? {
  guard window.big(4, at: 8) == 13, window.begins(with: Array("IHDR".utf8), at: 12) else {
    return nil
  }
  return pixelSize(window.big(4, at: 16), window.big(4, at: 20))
}

private func readGIF(_ window: inout ByteWindow) -> PixelSize? {
  pixelSize(window.little(2, at: 6), window.little(2, at: 8))
}

private func readWebP(_ window: inout ByteWindow) -> PixelSize? {
  let data = 20  // after RIFF, its length, WEBP, and the first chunk's name and length
  if window.begins(with: Array("VP8X".utf8), at: 12) {
    return pixelSize(
      window.little(3, at: data + 4).map { $0 + 1 }, window.little(3, at: data + 7).map { $0 + 1 })
  }
  if window.begins(with: Array("VP8L".utf8), at: 12) {
    guard window.byte(at: data) == 0x2F, let bits = window.little(4, at: data + 1) else {
      return nil
    }
    return PixelSize(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
  }
  guard window.begins(with: Array("VP8 ".utf8), at: 12),
    window.begins(with: [0x9D, 0x01, 0x2A], at: data + 3)
  else { return nil }
  return pixelSize(
    window.little(2, at: data + 6).map { $0 & 0x3FFF },
    window.little(2, at: data + 8).map { $0 & 0x3FFF })
}
