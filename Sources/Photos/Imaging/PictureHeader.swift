public import TravelModel

/// What a picture is, before its pixels are decoded.
public struct PictureHeader: Hashable, Sendable {
  /// What kind of picture it is.
  public let kind: PictureKind
  /// How many pixels it has, as they are stored.
  public let storedSize: PixelSize
  /// How it has to be turned to stand upright.
  public let orientation: Orientation

  /// How many pixels wide and high it is once it stands upright.
  public var size: PixelSize { orientation.swapsSides ? storedSize.turned : storedSize }

  /// The most pixels a picture may have: four times those of today's cameras, and 400 MB decoded.
  static let pixelLimit = 100_000_000
  /// The longest side a picture may have, in pixels.
  private static let sideLimit = 20_000

  /// Tells whether the picture is larger than is ever decoded.
  public var isTooLarge: Bool { PictureHeader.isTooLarge(storedSize) }

  static func isTooLarge(_ size: PixelSize, pixelLimit: Int = pixelLimit) -> Bool {
    size.width > sideLimit || size.height > sideLimit || size.width * size.height > pixelLimit
  }
}

extension PixelSize {
  /// The size of a picture that lies on its side.
  var turned: PixelSize { PixelSize(width: height, height: width) }
}
