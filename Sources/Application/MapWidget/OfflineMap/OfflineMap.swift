import Atlas
import CAdwaita
import CGLib
import Dispatch
import Files
import GLibBridge
import Imaging
import MapDrawing
import Places
import TouristSession
import TravelModel
import Widgets

/// The offline map on the map: its tiles and its names.
final class OfflineMap {
  private let data: MapData
  private let map: Widget
  private let camera: MapCamera
  private let labels: LabelLayer
  private let isCovered: (TilePlace) -> Bool
  private let onShowsChange: () -> Void
  private var tiles: TileLayer?
  /// Neighbours are painted side by side.
  private let threads = [PaintingThread(), PaintingThread()]
  var look: MapLook {
    didSet { if look != oldValue { showTiles() } }
  }

  /// Puts the layers above one that the map has; what `isCovered` tells of is not drawn, and
  /// `onShowsChange` is called when any of it comes into sight or none is in sight any more.
  init(
    _ data: MapData, look: MapLook, map: Widget, camera: MapCamera, above ground: OpaquePointer,
    isCovered: @escaping (TilePlace) -> Bool, obstacles: @escaping () -> [LabelBox],
    markers: @escaping (MapArea) -> [MarkerSpot], onShowsChange: @escaping () -> Void
  ) {
    self.isCovered = isCovered
    self.onShowsChange = onShowsChange
    (self.data, self.look) = (data, look)
    self.map = map
    self.camera = camera
    labels = LabelLayer(camera: camera)
    labels.obstacles = obstacles
    labels.markers = markers
    labels.isCovered = { TileGrid(of: camera).allPlaces.allSatisfy(isCovered) }
    gtk_widget_insert_after(labels.layer.widget, map, ground.widget)
    showTiles()
    labels.viewChanged()
  }

  /// The upper one of its layers.
  var top: OpaquePointer { labels.layer }

  /// Names places on it.
  func showNames(_ names: MapNames) {
    if labels.names == nil { labels.names = names }
  }

  /// Tells whether nothing can be seen through it, or through what covers it, where the world is.
  var coversView: Bool {
    TileGrid(of: camera).allPlaces.allSatisfy { isCovered($0) || tiles?.covers($0) == true }
  }

  /// Tells whether any of it is in sight.
  var shows: Bool { tiles?.shows ?? false }

  /// Updates tiles and names after the view has changed.
  func viewChanged() {
    tiles?.viewChanged()
    labels.viewChanged()
  }

  /// Finds room for the names anew where other markers stand.
  func markersChanged() { labels.markersChanged() }

  private func showTiles() {
    if let tiles { gtk_widget_unparent(tiles.layer.widget) }
    let painter = TilePainter(
      outlines: data.outlines, landscape: data.landscape, relief: data.relief,
      palette: look.palette, scale: look.scale, tinted: look.tinted)
    let layer = TileLayer(camera: camera, arePainted: true) { [threads] tile, width, show in
      let thread = threads[(tile.x + tile.y) % threads.count]
      if let picture = await thread.paint(tile, width: width, by: painter) { show(picture) }
    }
    layer.isCovered = isCovered
    layer.onShowsChange = onShowsChange
    gtk_widget_insert_before(layer.layer.widget, map, labels.layer.widget)
    tiles = layer
    labels.look = look
  }
}

/// A thread that paints tiles, one after the other.
private actor PaintingThread {
  private let thread = WorkThread("tiles", .userInitiated)

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// Paints a tile, unless the map has moved on before its turn comes; nil also without the memory.
  func paint(_ tile: TilePlace, width: Int, by painter: TilePainter) -> TilePicture? {
    guard !Task.isCancelled,
      let pixels = painter.paint(x: tile.x, y: tile.y, zoom: tile.zoom, width: width)
    else { return nil }
    let side = painter.side(width: width)
    let size = PixelSize(width: side, height: side)
    return TilePicture(painted: DecodedPicture(painted: pixels, size: size))
  }
}
