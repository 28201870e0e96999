import CAdwaita
import CGLib
import CShumate
import GLibBridge
import TravelModel

/// A tile of a source, from the moment it is asked for.
final class MapTile {
  /// The last time that the map needed it.
  var generation = 0
  /// Set once the source has nothing more to say about it.
  private(set) var isDone = false
  /// Tells whether nothing can be seen through it.
  private(set) var isOpaque = false
  private let tile: Ref<OpaquePointer>
  private var filling: Task<Void, Never>?

  /// Asks a source for the tile and calls `onChange` when its picture changes.
  init(
    _ place: TilePlace, from source: Ref<OpaquePointer>, onChange: @escaping @MainActor () -> Void
  ) {
    let tile: Ref<OpaquePointer> = Ref(
      adopting: shumate_tile_new_full(
        guint(place.x), guint(place.y), guint(MapView.tileSize), guint(place.zoom)))
    self.tile = tile
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

  /// Its picture, if it has one yet.
  var texture: OpaquePointer? { shumate_tile_get_paintable(tile.pointer) }

  /// Tells whether the source had no picture for it.
  var isEmpty: Bool { isDone && texture == nil }

  private func pictureChanged() { isOpaque = texture.map(TileOpacity.isOpaque) ?? false }
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
