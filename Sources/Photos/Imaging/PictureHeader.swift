public import TravelModel

/// The header of a picture, known before its pixels are decoded.
public struct PictureHeader: Hashable, Sendable {
  public let kind: PictureKind
  /// The stored size in pixels, before rotation.
  public let storedSize: PixelSize
  /// The rotation to the upright picture.
  public let orientation: Orientation

  /// The upright size in pixels.
  public var size: PixelSize { orientation.swapsSides ? storedSize.turned : storedSize }

  /// The most pixels a picture may have: four times those of today's cameras, and 400 MB decoded.
  static let pixelLimit = 100_000_000
  /// The longest side a picture may have, in pixels.
  private static let sideLimit = 20_000

  public var isTooLarge: Bool { PictureHeader.isTooLarge(storedSize) }

  static func isTooLarge(_ size: PixelSize, pixelLimit: Int = pixelLimit) -> Bool {
    size.width > sideLimit || size.height > sideLimit || size.width * size.height > pixelLimit
  }
}

extension PixelSize {
  /// The size after a rotation by 90°.
  var turned: PixelSize { PixelSize(width: height, height: width) }
}
