import Files
public import GLibBridge
import TravelModel

/// What a tile server or the cache gives for a tile, before anything decodes it.
public enum TileCheck {
  /// The longest side of a tile, in pixels: four times the usual 256, for the densest screens.
  static let sideLimit = 1024
  /// What tile servers send.
  private static let kinds: Set<PictureKind> = [.png, .jpeg, .webp]

  /// Tells whether bytes are a tile that may be decoded: a whole picture, and no larger than tiles
  /// are; the log-in page of a hotel's network is none.
  ///
  /// It reads all of them: it is called off the main actor.
  public static func isSound(_ bytes: Bytes) -> Bool {
    do throws(PictureFailure) {
      let file = try OpenFile.holding(bytes)
      let header = try PictureAnswer(file, PictureQuestion()).header
      let size = header.storedSize
      guard kinds.contains(header.kind), size.width <= sideLimit, size.height <= sideLimit else {
        return false
      }
      _ = try PictureAnswer(
        file, PictureQuestion(cell: PixelSize(width: 1, height: 1), isChecked: true))
      return true
    } catch {
      return false
    }
  }
}
