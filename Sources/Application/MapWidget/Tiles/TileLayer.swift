import CAdwaita
import GLibBridge
import MapDrawing
import TravelModel
import Widgets

/// A layer of tiles that each frame draws where its view has them.
///
/// libshumate's own layer updates only when the main loop is idle, which it never is while the map
/// moves: its tiles would stand still until then.
final class TileLayer: Drawing {
  let layer: OpaquePointer
  /// Whether the last frame showed any tile.
  private(set) var shows = false

  private unowned let canvas: MapCanvas
  private let find: TileFinder
  /// Whether the program paints the tiles, at any width; a server's have one width.
  private let arePainted: Bool
  /// The deepest zoom that there are tiles of.
  private let deepest: Int
  /// Retained, because tiles may come after the map has released the layer.
  private let keptLayer: Ref<OpaquePointer>
  private var tiles: [TilePlace: MapTile] = [:]
  private var asked: TileGrid?
  private var firstView: MapView?
  private lazy var refreshSoon = BeforeLayout { [weak self] in self?.refresh() }
  private lazy var showsChanged = BeforeLayout { [weak self] in
    self?.settleWidth()
    self?.canvas.showWhatIsDrawn()
  }
  private var generation = 0
  /// The zoom of the last frame, and the call that waits for it to settle.
  private var zoom: Double
  private var restCall: ScheduledCall?
  /// Whether tiles outside the window are requested, which follow the first ones.
  private var looksAhead = false
  private var lookAheadCall: ScheduledCall?
  /// The width at which tiles are requested, in pixels.
  private var width = TilePainter.width

  /// How many tiles are kept beyond those in the window: a few windows full, at 256 kB each.
  private static let keptTiles = 100.0
  /// A zoom counts as settled after this time without change, in milliseconds.
  private static let restTime: UInt32 = 150
  /// A missing tile is replaced by one up to this many levels further out.
  private static let levelsOut = 4
  /// How many levels beyond the deepest tiles these are enlarged; still closer, nothing can be made out
  /// in them, and the layers below show.
  private static let levelsEnlarged = 6
  /// How many levels share the tiles that stand in for missing ones, and how many of these are
  /// around the window on each side.
  private static let overviewLevels = 3
  private static let overviewMargin = 3

  /// Makes a layer of the tiles that `find` finds.
  init(
    on canvas: MapCanvas, arePainted: Bool, deepest: Int = .max, find: @escaping TileFinder
  ) {
    self.find = find
    self.deepest = deepest
    self.canvas = canvas
    self.arePainted = arePainted
    zoom = canvas.camera.view.zoom
    layer = makeDrawnLayer(over: canvas.camera)
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

  /// Requests the tiles that failed again.
  func askAgain() {
    for (place, tile) in tiles where tile.isEmpty { tiles[place] = nil }
    asked = nil
    refreshSoon()
  }

  /// Whether a tile is loaded and nothing can be seen through it.
  func covers(_ place: TilePlace) -> Bool {
    guard canBeSeen(at: place.zoom) else { return false }
    var place = place
    while place.zoom > deepest { place = place.parent }
    return tiles[place.inWorld]?.picture?.isOpaque ?? false
  }

  func draw(on snapshot: OpaquePointer) {
    let grid = grid()
    let canBeSeen = canBeSeen(at: Int(camera.view.zoom))
    var hasDrawn = false
    for place in grid.allPlaces where canBeSeen && !canvas.covers(place, isPainted: arePainted) {
      if draw(place, in: grid, on: snapshot) { hasDrawn = true }
    }
    refreshIfNeeded()
    guard hasDrawn != shows else { return }
    shows = hasDrawn
    showsChanged()
  }
}

extension TileLayer {
  private var camera: MapCamera { canvas.camera }

  private func canBeSeen(at zoom: Int) -> Bool { zoom - deepest <= TileLayer.levelsEnlarged }

  private func grid(margin: Int = 0) -> TileGrid {
    TileGrid(of: camera, margin: margin, deepest: deepest)
  }

  /// Paints tiles at their shown width while the zoom rests, and at the width of their own level,
  /// which is fastest, while it changes.
  private func fitWidth() {
    // The first tiles need not wait, because nothing can have changed.
    guard generation > 0 else { return width = shownWidth }
    guard camera.view.zoom != zoom else { return }
    zoom = camera.view.zoom
    width = TilePainter.width
    restCall?.cancel()
    restCall = MainLoop.after(milliseconds: TileLayer.restTime) { [weak self] in
      self?.restCall = nil
      self?.settleWidth()
    }
  }

  /// Paints tiles at their shown width, once they are seen and the zoom rests.
  private func settleWidth() {
    guard arePainted, shows, restCall == nil, width != shownWidth else { return }
    width = shownWidth
    refresh()
  }

  /// The width of the view's tiles in the window, in pixels.
  private var shownWidth: Int { Int(TileGrid(of: camera).side.rounded()) }

  /// How many tiles beyond each side of the window are requested in advance.
  ///
  /// Painted tiles come soon: the first view, which may remain the only one, needs none, nor do
  /// levels that a zoom only passes.
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
    if asked != grid(margin: margin) { refreshSoon() }
  }

  /// Requests the tiles of the view, and cancels the requests for others.
  private func refresh() {
    guard camera.size.width > 0 else { return }
    let wanted = grid(margin: margin)
    asked = wanted
    generation += 1
    firstView = firstView ?? camera.view
    if generation == 1, camera.isMovedByHand { lookAheadSoon() }
    let width = restCall == nil ? width : nil
    for place in grid().places { need(place.inWorld, width: width) }
    if arePainted {
      if looksAhead { for place in overview { need(place.inWorld) } }
      for view in camera.viewsAhead {
        for place in TileGrid(of: camera, at: view).places { need(place.inWorld) }
      }
    }
    for place in wanted.places { need(place.inWorld, width: width) }
    for (place, tile) in tiles where tile.generation != generation && !tile.isDone {
      tile.cancel()
      tiles[place] = nil
    }
    removeOldTiles()
    gtk_widget_queue_draw(layer.widget)
  }

  /// The few tiles, some levels further out, that stand in for those that a fast movement outruns.
  ///
  /// Several levels share them, so that a zoom does not need others at each.
  private var overview: Set<TilePlace> {
    let grid = TileGrid(of: camera, margin: TileLayer.overviewMargin)
    let levels = TileLayer.overviewLevels
    // The farthest of these levels is the last that `drawAncestor` looks at.
    let nearest = TileLayer.levelsOut - levels + 1
    let zoom = max(0, grid.zoom - nearest) / levels * levels
    return Set(
      grid.allPlaces.map { place in
        (zoom..<grid.zoom).reduce(place) { place, _ in place.parent }
      })
  }

  /// Requests a tile unless it is there, at `width` if that is given.
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
      // What it covers is to be drawn no more.
      if !arePainted { canvas.flatMapChanged() }
    }
    tiles[place] = tile
    return tile
  }

  private func removeOldTiles() {
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

  /// Draws a tile or, until it comes, tiles of other levels in its place.
  private func draw(_ place: TilePlace, in grid: TileGrid, on snapshot: OpaquePointer) -> Bool {
    let tile = tiles[place.inWorld]
    if let tile, append(tile, at: place, in: grid, snapshot) { return true }
    // For a tile that the server does not have, no other level is drawn, and the layers below show.
    if tile?.isDone == true { return false }
    let quarters = place.quarters.filter { tiles[$0.inWorld]?.picture != nil }
    let hasDrawn = quarters.count < 4 && drawAncestor(of: place, in: grid, on: snapshot)
    for quarter in quarters {
      // Overlapping translucent tiles would be seen twice.
      guard let tile = tiles[quarter.inWorld], covers(quarter) || !hasDrawn else { continue }
      _ = append(tile, at: quarter, in: grid, snapshot)
    }
    return hasDrawn || !quarters.isEmpty
  }

  /// Draws the part of a tile further out that covers a missing tile.
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
