import Files
public import GLibBridge
import TravelModel

/// The picture of a tile of the map.
public struct TilePicture: Sendable {
  public let picture: DecodedPicture
  /// Tells whether nothing can be seen through it; the tiles of some servers are meant to lie over
  /// other maps.
  public let isOpaque: Bool

  /// The longest side of a tile, in pixels: four times the usual 256, for the densest screens.
  static let sideLimit = 1024
  /// What tile servers send.
  private static let kinds: Set<PictureKind> = [.png, .jpeg, .webp]

  /// A tile that was painted.
  public init(painted picture: DecodedPicture) { (self.picture, isOpaque) = (picture, true) }

  /// Decodes what a tile server or the cache gives for a tile; nil where that is no whole picture, or
  /// larger than tiles are: the log-in page of a hotel's network is none.
  ///
  /// It is called off the main actor.
  public init?(_ bytes: Bytes) {
    do {
      let file = try bytes.withUnsafeBytes { bytes in try OpenFile(holding: bytes) }
      let header = try PictureAnswer(file, PictureQuestion()).header
      let size = header.storedSize
      guard TilePicture.kinds.contains(header.kind), size.width <= TilePicture.sideLimit,
        size.height <= TilePicture.sideLimit
      else { return nil }
      picture = try PictureAnswer(file, PictureQuestion(cell: header.size, isChecked: true)).pixels!
    } catch {
      return nil
    }
    isOpaque = picture.isOpaque
  }
}

extension DecodedPicture {
  fileprivate var isOpaque: Bool {
    guard hasAlpha else { return true }
    return pixels.withUnsafeBytes { bytes in
      (0..<size.height).allSatisfy { y in
        (0..<size.width).allSatisfy { x in bytes[y * stride + 4 * x + 3] == 0xFF }
      }
    }
  }
}
