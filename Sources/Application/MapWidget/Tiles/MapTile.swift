import CAdwaita
import CGLib
import CShumate
import GLibBridge
import TravelModel

/// A tile of a source, from the moment it is asked for.
final class MapTile {
  /// Where tiles come from.
  enum Kind {
    /// From a server, as they are.
    case served
    /// Painted by the program, at any width.
    case painted
  }

  /// The last time that the map needed it.
  var generation = 0
  /// Set once the source has nothing more to say about it.
  private(set) var isDone = false
  /// Tells whether nothing can be seen through it.
  private(set) var isOpaque = false
  /// How wide it is meant to be shown, in pixels.
  let width: Int
  private let kind: Kind
  private let tile: Ref<OpaquePointer>
  /// The one that is shown until its own picture comes.
  private var predecessor: MapTile?
  private var filling: Task<Void, Never>?

  /// Asks a source for the tile, in place of one of another width if there is one, and calls `onChange`
  /// when its picture changes.
  init(
    _ place: TilePlace, width: Int, kind: Kind, from source: Ref<OpaquePointer>,
    after predecessor: MapTile?, onChange: @escaping @MainActor () -> Void
  ) {
    let tile: Ref<OpaquePointer> = Ref(
      adopting: shumate_tile_new_full(
        guint(place.x), guint(place.y), guint(width), guint(place.zoom)))
    self.tile = tile
    (self.width, self.kind) = (width, kind)
    if let predecessor, let shown = predecessor.shown {
      self.predecessor = shown
      isOpaque = shown.isOpaque
    }
    tile.pointer.on("notify::paintable") { [weak self] in
      self?.pictureChanged()
      onChange()
    }
    filling = Task { [weak self] in
      _ = try? await awaitingGIO { cancellable, ready, data in
        shumate_map_source_fill_tile_async(
          source.pointer.cast(), tile.pointer, cancellable, ready, data)
      } finish: { result, error in
        shumate_map_source_fill_tile_finish(source.pointer.cast(), result, error)
      }
      self?.isDone = true
      onChange()
    }
  }

  /// Asks for it no longer.
  func cancel() { filling?.cancel() }

  /// Its picture, if it has one yet, or that of its predecessor, and how wide that is meant to be shown.
  var picture: (texture: OpaquePointer, width: Int)? {
    guard let shown, let texture = shown.texture else { return nil }
    return (texture, shown.width)
  }

  /// Tells whether the source had no picture for it.
  var isEmpty: Bool { isDone && picture == nil }

  private var texture: OpaquePointer? { shumate_tile_get_paintable(tile.pointer) }

  private var shown: MapTile? { texture == nil ? predecessor : self }

  private func pictureChanged() {
    guard let texture else { return isOpaque = false }
    predecessor = nil
    isOpaque = kind == .painted || TileOpacity.isOpaque(texture)
  }
}

/// Looks whether a picture can be seen through, as those of some servers can that are meant to lie
/// over other maps.
private enum TileOpacity {
  static func isOpaque(_ texture: OpaquePointer) -> Bool {
    let (width, height) = (
      Int(gdk_texture_get_width(texture)), Int(gdk_texture_get_height(texture))
    )
    return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: width * height) { pixels in
      pixels.withMemoryRebound(to: UInt8.self) {
        gdk_texture_download(texture, $0.baseAddress, gsize(width * 4))
      }
      return pixels.allSatisfy { $0 >> 24 == 0xFF }
    }
  }
}
