import Files
public import GLibBridge
import TravelModel

/// The picture of a tile of the map.
public struct TilePicture: Sendable {
  public let picture: DecodedPicture
  /// Whether nothing can be seen through it; some servers' tiles are meant to overlay other maps.
  public let isOpaque: Bool

  /// The longest side of a tile, in pixels: four times the usual 256, for the densest screens.
  static let sideLimit = 1024
  /// The kinds of pictures that tile servers send, and files of maps have.
  private static let kinds: Set<PictureKind> = [.png, .jpeg, .webp, .avif]

  /// Wraps a painted tile.
  public init(painted picture: DecodedPicture) {
    (self.picture, isOpaque) = (picture, !picture.hasAlpha)
  }

  /// Decodes the tile of a server or the cache; nil if it is no complete picture, or larger than
  /// tiles are, such as a hotel's login page.
  ///
  /// Call it off the main actor.
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
