import GLibBridge
import Imaging
import Widgets

/// Finds the picture of a tile that is meant to be shown so many pixels wide, and calls `show` with it,
/// and before that with an older one where it has that.
typealias TileFinder =
  @MainActor (_ tile: TilePlace, _ width: Int, _ show: (TilePicture) -> Void) async -> Void

/// A tile of the map, from the moment it is asked for.
final class MapTile {
  /// The last time that the map needed it.
  var generation = 0
  /// Set once there is nothing more to come for it.
  private(set) var isDone = false
  /// How wide it is meant to be shown, in pixels.
  let width: Int
  /// What is shown of it: nil until its picture comes, unless it is there at another width.
  private(set) var picture: Picture?
  private var finding: Task<Void, Never>?

  struct Picture {
    let texture: Ref<OpaquePointer>
    /// How wide it is meant to be shown, in pixels.
    let width: Int
    /// Tells whether nothing can be seen through it.
    let isOpaque: Bool
  }

  /// Asks for the tile, in place of one of another width if there is one, and calls `onChange` when its
  /// picture changes.
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

  /// Asks for it no longer.
  func cancel() { finding?.cancel() }

  /// Tells whether there is no picture for it.
  var isEmpty: Bool { isDone && picture == nil }
}
