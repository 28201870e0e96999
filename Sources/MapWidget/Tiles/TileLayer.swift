import CAdwaita
import CGLib
import CShumate
import GLibBridge
import TravelModel
import Widgets

/// A layer of tiles, drawn in every frame where the view of that frame has them.
///
/// libshumate's own layer looks for what has moved only when the main loop has nothing else to do,
/// which it has for as long as the map moves: its tiles would stand still until then.
final class TileLayer: Drawing {
  let layer: OpaquePointer
  /// Tells which tiles need not be drawn, because something else covers them.
  var isCovered: (TilePlace) -> Bool = { _ in false }
  /// Called, before the next frame, when the layer begins to show tiles or shows none any more.
  var onShowsChange: () -> Void = {}
  /// Called when the picture of a tile has come.
  var onTile: () -> Void = {}
  /// Tells whether the last frame showed any tile.
  private(set) var shows = false

  private let camera: MapCamera
  private let source: Ref<OpaquePointer>
  private let margin: Int
  /// Tiles may come after the map has let go of the layer.
  private let keptLayer: Ref<OpaquePointer>
  private var tiles: [TilePlace: MapTile] = [:]
  private var asked: TileGrid?
  private var refreshCall: ScheduledCall?
  private var generation = 0

  /// How many tiles are kept beyond those in the window: some windows full, at 256 kB each.
  private static let keptTiles = 100
  /// So many levels further out a tile is looked for in place of one that is not there yet.
  private static let levelsOut = 4

  /// Shows the tiles of a source, asking for so many around the window too.
  init(of source: Ref<OpaquePointer>, camera: MapCamera, margin: Int) {
    self.source = source
    self.camera = camera
    self.margin = margin
    layer = makeLayer(tileLayerType, viewport: camera.viewport)
    keptLayer = Ref(retaining: layer)
    gtk_widget_set_can_target(layer.widget, 0)
    layer.setAccessibleHidden(true)
    layer.setDrawing(self)
    viewChanged()
  }

  isolated deinit { for tile in tiles.values { tile.cancel() } }

  /// Updates the tiles after the view has changed.
  func viewChanged() {
    gtk_widget_queue_draw(layer.widget)
    if asked != TileGrid(of: camera, margin: margin) { scheduleRefresh() }
  }

  /// Asks again for the tiles that could not be had.
  func askAgain() {
    for (place, tile) in tiles where tile.isEmpty { tiles[place] = nil }
    asked = nil
    scheduleRefresh()
  }

  /// Tells whether a tile is there and nothing can be seen through it.
  func covers(_ place: TilePlace) -> Bool { tiles[place.inWorld]?.isOpaque ?? false }

  func draw(on snapshot: OpaquePointer) {
    let grid = TileGrid(of: camera)
    var hasDrawn = false
    for place in grid.allPlaces where !isCovered(place) {
      if draw(place, in: grid, on: snapshot) { hasDrawn = true }
    }
    if asked != TileGrid(of: camera, margin: margin) { scheduleRefresh() }
    guard hasDrawn != shows else { return }
    shows = hasDrawn
    MainLoop.whenIdle(priority: MainLoop.beforeLayout) { [weak self] in self?.onShowsChange() }
  }
}

extension TileLayer {
  private func scheduleRefresh() {
    guard refreshCall == nil else { return }
    refreshCall = MainLoop.whenIdle(priority: MainLoop.beforeLayout) { [weak self] in
      self?.refreshCall = nil
      self?.refresh()
    }
  }

  /// Asks for the tiles of the view, and for no others any more.
  private func refresh() {
    guard camera.size.width > 0 else { return }
    let grid = TileGrid(of: camera, margin: margin)
    asked = grid
    generation += 1
    for place in grid.places {
      let tile = tiles[place.inWorld] ?? ask(for: place.inWorld)
      tile.generation = generation
    }
    for (place, tile) in tiles where tile.generation != generation && !tile.isDone {
      tile.cancel()
      tiles[place] = nil
    }
    dropOldTiles()
    gtk_widget_queue_draw(layer.widget)
  }

  private func ask(for place: TilePlace) -> MapTile {
    let tile = MapTile(place, from: source) { [weak self] in
      guard let self else { return }
      gtk_widget_queue_draw(layer.widget)
      onTile()
    }
    tiles[place] = tile
    return tile
  }

  private func dropOldTiles() {
    let old = tiles.filter { $0.value.generation != generation }
    guard old.count > TileLayer.keptTiles else { return }
    let oldest = old.sorted { $0.value.generation < $1.value.generation }
    for (place, _) in oldest.prefix(old.count - TileLayer.keptTiles) { tiles[place] = nil }
  }

  /// Draws a tile, or, until it comes, what tiles of other levels have there.
  private func draw(_ place: TilePlace, in grid: TileGrid, on snapshot: OpaquePointer) -> Bool {
    let tile = tiles[place.inWorld]
    if let texture = tile?.texture {
      append(texture, in: grid.frame(of: place), snapshot)
      return true
    }
    // Where there is none, none of another level is drawn either: what lies below is seen.
    if tile?.isDone == true { return false }
    var ancestor = place
    for _ in 0..<min(TileLayer.levelsOut, place.zoom) {
      ancestor = ancestor.parent
      guard let texture = tiles[ancestor.inWorld]?.texture else { continue }
      var frame = grid.frame(of: place)
      gtk_snapshot_push_clip(snapshot, &frame)
      append(texture, in: grid.frame(of: ancestor), snapshot)
      gtk_snapshot_pop(snapshot)
      return true
    }
    var hasDrawn = false
    for quarter in place.quarters {
      guard let texture = tiles[quarter.inWorld]?.texture else { continue }
      append(texture, in: grid.frame(of: quarter), snapshot)
      hasDrawn = true
    }
    return hasDrawn
  }

  private func append(
    _ texture: OpaquePointer, in frame: graphene_rect_t, _ snapshot: OpaquePointer
  ) {
    var frame = frame
    gtk_snapshot_append_texture(snapshot, texture, &frame)
  }
}

private let tileLayerType = registerDrawnWidget(
  of: shumate_layer_get_type(), named: "VirtualTouristTileLayer")
