import GLibBridge
import Imaging
import Widgets

/// Finds a tile's picture for a width in pixels, and calls `show` with it; before that, with an
/// older one if there is one.
typealias TileFinder =
  @MainActor (_ tile: TilePlace, _ width: Int, _ show: (TilePicture) -> Void) async -> Void

/// A tile of the map from its request on.
final class MapTile {
  /// When the map last needed the tile.
  var generation = 0
  /// Whether nothing more will come for the tile.
  private(set) var isDone = false
  /// The width at which it will be shown, in pixels.
  let width: Int
  /// The present picture: nil until one comes, unless there was one at another width.
  private(set) var picture: Picture?
  private var finding: Task<Void, Never>?

  struct Picture {
    let texture: Ref<OpaquePointer>
    /// The width that it was made for, in pixels.
    let width: Int
    /// Whether nothing can be seen through it.
    let isOpaque: Bool
  }

  /// Requests the tile, in place of one at another width if there is one, and calls `onChange` when
  /// its picture changes.
  init(
    _ place: TilePlace, width: Int, from find: @escaping TileFinder, after predecessor: MapTile?,
    onChange: @escaping @MainActor () -> Void
  ) {
    self.width = width
    picture = predecessor?.picture
    finding = Task { [weak self] in
      await find(place, width) { found in
        self?.picture = Picture(
          texture: found.picture.texture, width: width, isOpaque: found.isOpaque)
        onChange()
      }
      self?.isDone = true
      onChange()
    }
  }

  func cancel() { finding?.cancel() }

  var isEmpty: Bool { isDone && picture == nil }
}
