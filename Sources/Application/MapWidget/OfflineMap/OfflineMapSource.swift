import CAdwaita
import CGLib
import CShumate
import Dispatch
import Files
import GLibBridge
import MapDrawing
import Places
import TouristSession
import TravelModel

/// The offline map as a source of tiles for libshumate, painted away from the main thread.
final class OfflineMapSource {
  let source: Ref<OpaquePointer>
  private let painter: TilePainter
  /// Neighbours are painted side by side.
  private let threads = [
    WorkThread("tiles", .userInitiated), WorkThread("tiles", .userInitiated),
  ]

  init(_ data: MapData, isDark: Bool, scale: Int, tinted: Set<Int>) {
    painter = TilePainter(
      outlines: data.outlines, landscape: data.landscape, relief: data.relief,
      palette: isDark ? .dark : .light, scale: scale, tinted: tinted)
    source = Ref(
      adopting: makeObject(
        offlineMapType,
        [
          "id": "offline-\(isDark ? "dark" : "light")-\(scale)",
          "min-zoom-level": Int32(MapView.zoomRange.lowerBound),
          "max-zoom-level": Int32(MapView.zoomRange.upperBound),
          "tile-size": Int32(MapView.tileSize),
        ]))
    attach(weakly: self, to: source.pointer)
  }

  fileprivate func fill(
    _ tile: OpaquePointer, for task: OpaquePointer, cancellable: UnsafeMutablePointer<GCancellable>?
  ) {
    let place = TilePlace(
      x: Int(shumate_tile_get_x(tile)), y: Int(shumate_tile_get_y(tile)),
      zoom: Int(shumate_tile_get_zoom_level(tile)))
    // What is asked for may be wider than the tiles of the source: it is to be shown so.
    let width = Int(shumate_tile_get_size(tile))
    let tile = Ref(retaining: tile)
    let task = Ref(retaining: task)
    let cancellable = cancellable.map { Ref(retaining: $0) }
    Task { [weak self] in
      let bytes = await self?.paint(place, width: width, cancellable: cancellable)
      guard let self, let bytes else {
        return g_task_return_error_if_cancelled(task.pointer) == 0
          ? g_task_return_boolean(task.pointer, 0) : ()
      }
      let side = Int32(painter.side(width: width))
      let texture = Ref(
        adopting: gdk_memory_texture_new(
          side, side, GDK_MEMORY_R8G8B8, bytes.pointer, gsize(side) * 3)!)
      OfflineMapSource.finish(task.pointer, tile.pointer, with: texture)
    }
  }

  /// Paints a tile, unless the map has moved on before its turn comes.
  private func paint(
    _ tile: TilePlace, width: Int, cancellable: Ref<UnsafeMutablePointer<GCancellable>>?
  ) async -> Bytes? {
    let painter = painter
    nonisolated(unsafe) let cancelled = cancellable?.pointer
    let bytes: Bytes? = await threads[(tile.x + tile.y) % threads.count].run {
      guard g_cancellable_is_cancelled(cancelled) == 0 else { return nil }
      return painter.paint(x: tile.x, y: tile.y, zoom: tile.zoom, width: width)
    }
    withExtendedLifetime(cancellable) {}
    return bytes
  }

  private static func finish(
    _ task: OpaquePointer, _ tile: OpaquePointer, with texture: Ref<OpaquePointer>
  ) {
    shumate_tile_set_paintable(tile, texture.pointer)
    shumate_tile_set_state(tile, SHUMATE_STATE_DONE)
    g_task_return_boolean(task, 1)
  }
}

private let offlineMapType = registerSubclass(
  of: shumate_map_source_get_type(), named: "VirtualTouristOfflineMap"
) { sourceClass, _ in
  let sourceClass = sourceClass!.assumingMemoryBound(to: ShumateMapSourceClass.self)
  sourceClass.pointee.fill_tile_async = { source, tile, cancellable, ready, data in
    nonisolated(unsafe) let source = source!
    nonisolated(unsafe) let tile = tile!
    nonisolated(unsafe) let cancellable = cancellable
    nonisolated(unsafe) let task = g_task_new(source, cancellable, ready, data)!
    MainActor.assumeIsolated {
      if let painter = companion(of: UnsafeMutableRawPointer(source), as: OfflineMapSource.self) {
        painter.fill(tile, for: task, cancellable: cancellable)
      } else {
        g_task_return_boolean(task, 0)
      }
      g_object_unref(UnsafeMutableRawPointer(task))
    }
  }
  sourceClass.pointee.fill_tile_finish = { _, result, error in
    g_task_propagate_boolean(result!, error)
  }
}
