import CAdwaita
import CGLib
import CShumate
import GLibBridge
import MapDrawing
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
  private let find: TileFinder
  /// Whether tiles are painted by the program, at any width, and not those of a server.
  private let arePainted: Bool
  /// Tiles may come after the map has let go of the layer.
  private let keptLayer: Ref<OpaquePointer>
  private var tiles: [TilePlace: MapTile] = [:]
  private var asked: TileGrid?
  private var firstView: MapView?
  private lazy var refreshSoon = BeforeLayout { [weak self] in self?.refresh() }
  private lazy var showsChanged = BeforeLayout { [weak self] in self?.onShowsChange() }
  private var generation = 0
  /// The zoom of the last frame, and the call that waits for it to rest.
  private var zoom: Double
  private var restCall: ScheduledCall?
  /// Tells whether tiles are asked for that are not seen yet; the first ones have come before.
  private var looksAhead = false
  private var lookAheadCall: ScheduledCall?
  /// How wide tiles are asked for, in pixels.
  private var width = TilePainter.width

  /// How many tiles are kept beyond those in the window: some windows full, at 256 kB each.
  private static let keptTiles = 100.0
  /// A zoom that has not changed for so long rests, in milliseconds.
  private static let restTime: UInt32 = 150
  /// So many levels further out a tile is looked for in place of one that is not there yet.
  private static let levelsOut = 4
  /// Each of so many levels has tiles that stand in for those of others, so far around the window.
  private static let overviewLevels = 3
  private static let overviewMargin = 3

  /// Shows the tiles that `find` finds.
  init(camera: MapCamera, arePainted: Bool, find: @escaping TileFinder) {
    self.find = find
    self.camera = camera
    self.arePainted = arePainted
    zoom = camera.view.zoom
    layer = makeDrawnLayer(over: camera)
    keptLayer = Ref(retaining: layer)
    layer.setDrawing(self)
    viewChanged()
  }

  isolated deinit {
    restCall?.cancel()
    lookAheadCall?.cancel()
    for tile in tiles.values { tile.cancel() }
  }

  /// Updates the tiles after the view has changed.
  func viewChanged() {
    gtk_widget_queue_draw(layer.widget)
    if arePainted { fitWidth() }
    refreshIfNeeded()
  }

  /// Asks again for the tiles that could not be had.
  func askAgain() {
    for (place, tile) in tiles where tile.isEmpty { tiles[place] = nil }
    asked = nil
    refreshSoon()
  }

  /// Tells whether a tile is there and nothing can be seen through it.
  func covers(_ place: TilePlace) -> Bool { tiles[place.inWorld]?.picture?.isOpaque ?? false }

  func draw(on snapshot: OpaquePointer) {
    let grid = TileGrid(of: camera)
    var hasDrawn = false
    for place in grid.allPlaces where !isCovered(place) {
      if draw(place, in: grid, on: snapshot) { hasDrawn = true }
    }
    refreshIfNeeded()
    guard hasDrawn != shows else { return }
    shows = hasDrawn
    showsChanged()
  }
}

extension TileLayer {
  /// Has tiles painted as wide as they are shown where the zoom rests, and as wide as they are at their
  /// own level, which is the fastest, while it changes.
  private func fitWidth() {
    // The first ones need not wait: there is nothing that could change.
    guard generation > 0 else { return width = shownWidth }
    guard camera.view.zoom != zoom else { return }
    zoom = camera.view.zoom
    width = TilePainter.width
    restCall?.cancel()
    restCall = MainLoop.after(milliseconds: TileLayer.restTime) { [weak self] in
      guard let self else { return }
      restCall = nil
      guard shows else { return }
      width = shownWidth
      refresh()
    }
  }

  /// How wide the tiles of the view are shown, in pixels.
  private var shownWidth: Int { Int(TileGrid(of: camera).side.rounded()) }

  /// How many tiles are asked for on each side of the window, to be there before they are seen.
  ///
  /// Those that the program paints come soon: the first view, which may stay the only one, needs none,
  /// nor do the levels that a zoom only passes.
  private var margin: Int {
    guard arePainted else { return 1 }
    return looksAhead && camera.view != firstView && restCall == nil ? 1 : 0
  }

  private func lookAheadSoon() {
    lookAheadCall = MainLoop.after(milliseconds: TileLayer.restTime) { [weak self] in
      self?.looksAhead = true
      self?.refreshSoon()
    }
  }

  private func refreshIfNeeded() {
    if asked != TileGrid(of: camera, margin: margin) { refreshSoon() }
  }

  /// Asks for the tiles of the view, and for no others any more.
  private func refresh() {
    guard camera.size.width > 0 else { return }
    let grid = TileGrid(of: camera, margin: margin)
    asked = grid
    generation += 1
    firstView = firstView ?? camera.view
    if generation == 1, camera.isMovedByHand { lookAheadSoon() }
    let width = restCall == nil ? width : nil
    for place in TileGrid(of: camera).places { need(place.inWorld, width: width) }
    if arePainted {
      if looksAhead { for place in overview { need(place.inWorld) } }
      for view in camera.viewsAhead {
        for place in TileGrid(of: camera, at: view).places { need(place.inWorld) }
      }
    }
    for place in grid.places { need(place.inWorld, width: width) }
    for (place, tile) in tiles where tile.generation != generation && !tile.isDone {
      tile.cancel()
      tiles[place] = nil
    }
    dropOldTiles()
    gtk_widget_queue_draw(layer.widget)
  }

  /// The few tiles, some levels further out, that stand in for those which a fast movement outruns.
  ///
  /// Several levels share them, so that a zoom does not need others at each.
  private var overview: Set<TilePlace> {
    let grid = TileGrid(of: camera, margin: TileLayer.overviewMargin)
    let levels = TileLayer.overviewLevels
    // The farthest of them are as far out as is looked for.
    let nearest = TileLayer.levelsOut - levels + 1
    let zoom = max(0, grid.zoom - nearest) / levels * levels
    return Set(
      grid.allPlaces.map { place in
        (zoom..<grid.zoom).reduce(place) { place, _ in place.parent }
      })
  }

  /// Asks for a tile that is not there; or not so wide, if that counts.
  private func need(_ place: TilePlace, width: Int? = nil) {
    let known = tiles[place].flatMap { [nil, $0.width].contains(width) ? $0 : nil }
    (known ?? ask(for: place, width: width ?? TilePainter.width)).generation = generation
  }

  private func ask(for place: TilePlace, width: Int) -> MapTile {
    tiles[place]?.cancel()
    let tile = MapTile(place, width: width, from: find, after: tiles[place]) {
      [weak self] in
      guard let self else { return }
      gtk_widget_queue_draw(layer.widget)
      onTile()
    }
    tiles[place] = tile
    return tile
  }

  private func dropOldTiles() {
    func size(_ tile: MapTile) -> Double {
      let side = Double(tile.width) / MapView.tileSize
      return side * side
    }
    let old = tiles.filter { $0.value.generation != generation }
    var excess = old.reduce(-TileLayer.keptTiles) { $0 + size($1.value) }
    guard excess > 0 else { return }
    for (place, tile) in old.sorted(by: { $0.value.generation < $1.value.generation })
    where excess > 0 {
      tiles[place] = nil
      excess -= size(tile)
    }
  }

  /// Draws a tile, or, until it comes, what tiles of other levels have there.
  private func draw(_ place: TilePlace, in grid: TileGrid, on snapshot: OpaquePointer) -> Bool {
    let tile = tiles[place.inWorld]
    if let tile, append(tile, at: place, in: grid, snapshot) { return true }
    // Where there is none, none of another level is drawn either: what lies below is seen.
    if tile?.isDone == true { return false }
    let quarters = place.quarters.filter { tiles[$0.inWorld]?.picture != nil }
    let hasDrawn = quarters.count < 4 && drawAncestor(of: place, in: grid, on: snapshot)
    for quarter in quarters {
      // What can be seen through would be seen twice.
      guard let tile = tiles[quarter.inWorld], covers(quarter) || !hasDrawn else { continue }
      _ = append(tile, at: quarter, in: grid, snapshot)
    }
    return hasDrawn || !quarters.isEmpty
  }

  /// Draws that part of a tile further out which lies where a tile is missing.
  private func drawAncestor(
    of place: TilePlace, in grid: TileGrid, on snapshot: OpaquePointer
  ) -> Bool {
    var ancestor = place
    for _ in 0..<min(TileLayer.levelsOut, place.zoom) {
      ancestor = ancestor.parent
      guard let tile = tiles[ancestor.inWorld], tile.picture != nil else { continue }
      var frame = grid.frame(of: place)
      gtk_snapshot_push_clip(snapshot, &frame)
      _ = append(tile, at: ancestor, in: grid, snapshot)
      gtk_snapshot_pop(snapshot)
      return true
    }
    return false
  }

  private func append(
    _ tile: MapTile, at place: TilePlace, in grid: TileGrid, _ snapshot: OpaquePointer
  ) -> Bool {
    guard let picture = tile.picture else { return false }
    let texture = picture.texture.pointer
    var frame =
      arePainted
      ? grid.frame(
        ofPictureFrom: place, width: picture.width, pixels: Double(gdk_texture_get_width(texture)))
      : grid.frame(of: place)
    gtk_snapshot_append_texture(snapshot, texture, &frame)
    return true
  }
}
