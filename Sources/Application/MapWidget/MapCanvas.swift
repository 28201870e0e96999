import CAdwaita
import CGLib
import CShumate
import Dispatch
import Files
import GLibBridge
import Imaging
import MapDrawing
import Places
package import TravelModel
package import Widgets

/// A map without markers: the tiles, the offline map below them, and the sea below that.
///
/// Only the large map has that sea: a strip would be blue at a place on land until its tiles come.
package final class MapCanvas {
  package let map: Widget
  package let camera: MapCamera
  /// The credit of the map; a parent places it.
  package let credit = MapCredit()
  /// The boxes over the map that names must avoid.
  var obstacles: () -> [LabelBox] = { [] }
  /// Called when the map's font has changed.
  package var onFontChange: () -> Void = {}
  /// Called with whether the map shows the network's tiles, at least whenever that changes.
  var onTilesChange: (Bool) -> Void = { _ in }
  /// The markers in a part of the map, which names must avoid; for nil those that are shown now, which
  /// is fast enough for each frame of a turning globe.
  package var markers: (MapArea?) -> [MarkerSpot] = { _ in [] }
  let material: MapMaterial
  private let offersGlobe: Bool
  private(set) var look = MapLook()
  // The layers, from the lowest to the highest.
  private lazy var ground = offersGlobe ? Ground(on: self) : nil
  /// The layer of the offline map's tiles, and their look.
  private var painted: (layer: TileLayer, look: MapLook)?
  private lazy var labels = LabelLayer(on: self)
  /// The layer of the network's tiles.
  private var tiles: (layer: TileLayer, loader: TileLoader)?
  /// Where there are pictures of streets, over the map; nil to hide that.
  package var streets: StreetCoverage? { didSet { showStreets() } }
  private var streetLayer: TileLayer?
  private var globe: GlobeLayer?
  /// Neighbouring tiles are painted in parallel.
  private lazy var threads = [PaintingThread(), PaintingThread()]
  private var observers: [Observer] = []

  /// Makes a map that, with `offersGlobe`, becomes a globe when the user zooms out of the world.
  package init(of material: MapMaterial, offersGlobe: Bool = false) {
    (self.material, self.offersGlobe) = (material, offersGlobe)
    map = makeWidget(shumate_map_get_type(), role: GTK_ACCESSIBLE_ROLE_GROUP)
    map.addClass("map-canvas")
    camera = MapCamera(map: map)
    MapCanvas.putHandsToSleep(of: map)
    shumate_viewport_set_reference_map_source(camera.viewport, MapCanvas.grid.pointer.cast())
    for layer in [ground?.layer, labels.layer] {
      if let layer { shumate_map_add_layer(map.cast(), layer.cast()) }
    }
    observers = [
      Observer { [weak self] in self?.showTiles() },
      Observer { [weak self] in self?.lookChanged() },
      Observer { [weak self] in self?.showNames() },
    ]
    MapLook.onDesktopChange { [weak self] in self?.lookChanged() }
    map.on("notify::scale-factor") { [weak self] in self?.lookChanged() }
  }

  /// Lets names avoid the boxes over the map, which have changed.
  func obstaclesChanged() { labels.viewChanged() }

  /// Lets the names on the map avoid new markers, and use the room of those that have gone.
  package func markersChanged() {
    if !camera.isGlobe { labels.markersChanged() }
  }

  /// The names in the middle of the globe.
  package var namesOnGlobe: [String] { globe?.namesInMiddle ?? [] }

  /// Updates the layers after the view has changed.
  package func viewChanged() {
    globe?.viewChanged()
    // The flat map is not updated while a globe covers it.
    if !camera.isGlobe { flatMapChanged() }
    showWhatIsDrawn()
  }

  /// The zoom of a view, reduced until something that has a name is in sight.
  ///
  /// Without a name nobody recognises the place. Where people live, tiles show enough, and the zoom
  /// stays.
  package func tellingZoom(of view: MapView) -> Double {
    guard let names = material.names else { return view.zoom }
    var telling = view
    let near = MapView(center: view.center, zoom: MapCanvas.settledZoom)
    let side = MapCanvas.settledSide
    if material.isDetailed(at: view.center),
      names.hasNames(in: MapArea(of: near, width: side, height: side))
    {
      return view.zoom
    }
    // At the edge there is no room for a name.
    let width = max(0, camera.size.width - MapCanvas.nameSize.width)
    let height = max(0, camera.size.height - MapCanvas.nameSize.height)
    while telling.zoom > MapCanvas.leastTellingZoom,
      !names.hasNames(in: MapArea(of: telling, width: width, height: height))
    {
      telling.zoom -= 1
    }
    return telling.zoom
  }

  /// Within this many pixels at this zoom, some 15 km around, a name shows that people live there.
  private static let (settledZoom, settledSide) = (10.0, 200.0)
  /// About the size of a name, in pixels.
  private static let nameSize = (width: 80.0, height: 24.0)
  /// From this zoom on half an ocean is in sight.
  private static let leastTellingZoom = 3.0

  /// Updates the layers of the flat map.
  func flatMapChanged() {
    ground?.viewChanged()
    painted?.layer.viewChanged()
    labels.viewChanged()
    tiles?.layer.viewChanged()
    streetLayer?.viewChanged()
  }

  private var isUnderGlobe: Bool { globe?.coversMap ?? false }

  /// Whether a tile need not be drawn: the globe covers all, and the network's tiles those of the
  /// offline map.
  func covers(_ tile: TilePlace, isPainted: Bool) -> Bool {
    isUnderGlobe || (isPainted && tiles?.layer.covers(tile) ?? false)
  }

  /// Whether nothing of the offline map can be seen.
  var coversOfflineMap: Bool {
    TileGrid(of: camera).allPlaces.allSatisfy { covers($0, isPainted: true) }
  }

  /// The names of the offline map, once there is a map to show them on.
  var names: MapNames? { material.world == nil ? nil : material.names }

  /// Updates what the globe has begun or ceased to cover.
  func globeCoverChanged() {
    flatMapChanged()
    showWhatIsDrawn()
  }

  private func showTiles() {
    // Reading it subscribes to its changes, after which failed tiles are requested again.
    _ = material.renewals
    let loader = material.tiles
    guard loader !== tiles?.loader else { return tiles?.layer.askAgain() ?? () }
    if let tiles { shumate_map_remove_layer(map.cast(), tiles.layer.layer.cast()) }
    tiles = nil
    viewChanged()
    defer { showWhatIsDrawn() }
    guard let loader else { return }
    let deepest = loader.map.zooms.upperBound
    let layer = TileLayer(on: self, arePainted: false, deepest: deepest) { tile, _, show in
      await loader.load(tile, show: show)
    }
    shumate_map_insert_layer_above(map.cast(), layer.layer.cast(), labels.layer.cast())
    tiles = (layer, loader)
  }

  private func showStreets() {
    if let streetLayer { shumate_map_remove_layer(map.cast(), streetLayer.layer.cast()) }
    streetLayer = streets.map { streets in
      TileLayer(on: self, arePainted: false) { [camera] tile, _, show in
        await streets.load(tile, scale: camera.scale, show: show)
      }
    }
    guard let streetLayer else { return }
    let below = tiles?.layer.layer ?? labels.layer
    shumate_map_insert_layer_above(map.cast(), streetLayer.layer.cast(), below.cast())
  }

  private func showNames() {
    guard names != nil else { return }
    labels.viewChanged()
    globe?.viewChanged()
    showWhatIsDrawn()
  }

  private func lookChanged() {
    var look = MapLook.ofDesktop
    (look.scale, look.tinted) = (camera.scale, material.tinted)
    if look.font != self.look.font {
      MarkerArt.fontChanged()
      onFontChange()
    }
    let isOtherScale = look.scale != self.look.scale
    self.look = look
    if isOtherScale { showStreets() }
    ground?.viewChanged()
    labels.lookChanged()
    globe?.lookChanged()
    guard let data = material.world else { return }
    if painted?.look != look { paintTiles(of: data, look) }
    if offersGlobe, globe == nil { makeGlobe(of: data) }
  }

  private func paintTiles(of data: MapData, _ look: MapLook) {
    if let painted { shumate_map_remove_layer(map.cast(), painted.layer.layer.cast()) }
    let painter = TilePainter(
      outlines: data.outlines, landscape: data.landscape, relief: data.relief,
      palette: look.palette, scale: look.scale, tinted: look.tinted)
    let layer = TileLayer(on: self, arePainted: true) { [threads] tile, width, show in
      let thread = threads[(tile.x + tile.y) % threads.count]
      if let picture = await thread.paint(tile, width: width, by: painter) { show(picture) }
    }
    shumate_map_insert_layer_above(map.cast(), layer.layer.cast(), ground?.layer.cast())
    painted = (layer, look)
  }

  private func makeGlobe(of data: MapData) {
    let globe = GlobeLayer(data, on: self)
    let below = tiles?.layer.layer ?? labels.layer
    shumate_map_insert_layer_above(map.cast(), globe.layer.cast(), below.cast())
    self.globe = globe
  }

  /// Updates the credit, and the colours of the ground.
  func showWhatIsDrawn() {
    let isGlobe = camera.isGlobe
    let hasTiles = !isGlobe && tiles?.layer.shows ?? false
    let hasOutlines = isGlobe || painted?.layer.shows ?? false
    credit.show(
      DrawnMap(
        tiles: hasTiles ? material.tiles?.map : nil, outlines: hasOutlines,
        places: hasOutlines && material.names?.haveCities == true,
        isMagnified: hasOutlines && !hasTiles
          && camera.view.zoom > Double(TilePainter.deepestZoom)))
    ground?.isBesideTiles = hasTiles
    onTilesChange(hasTiles)
  }

  /// Disables libshumate's own drag, throw, zoom and rotation, which know no globe.
  ///
  /// In libshumate 1.0 a throw writes the map's centre in every frame until it ends, whatever keys,
  /// wheel or buttons do. A zoom takes a fixed step for each event, of which a touchpad sends hundreds,
  /// and goes the long way round the world near the date line. A pinch loses the place between the
  /// fingers at the end of the world, and notifies twice for each step. And the map has no compass to
  /// undo a rotation.
  private static func putHandsToSleep(of map: Widget) {
    let hands = [gtk_gesture_get_type(), gtk_event_controller_scroll_get_type()]
    for controller in controllers(of: map)
    where hands.contains(where: { vt_is_a(controller.raw, $0) != 0 }) {
      gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_NONE)
    }
  }

  /// A grid of tiles without pictures, by which libshumate measures, whatever the map shows.
  private static let grid = Ref(
    adopting: makeObject(
      gridType,
      [
        "id": "virtual-tourist",
        "min-zoom-level": Int32(MapView.zoomRange.lowerBound),
        "max-zoom-level": Int32(MapView.zoomRange.upperBound),
        "tile-size": Int32(MapView.tileSize),
      ]))
}

/// A thread that paints tiles, one after the other.
private actor PaintingThread {
  private let thread = WorkThread("tiles", .userInitiated)

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// Paints a tile; nil if the map has moved on meanwhile, and without the memory.
  func paint(_ tile: TilePlace, width: Int, by painter: TilePainter) -> TilePicture? {
    guard !Task.isCancelled,
      let pixels = painter.paint(x: tile.x, y: tile.y, zoom: tile.zoom, width: width)
    else { return nil }
    let side = painter.side(width: width)
    let size = PixelSize(width: side, height: side)
    return TilePicture(painted: DecodedPicture(painted: pixels, size: size))
  }
}

private let gridType = registerSubclass(
  of: shumate_map_source_get_type(), named: "VirtualTouristGrid"
) { _, _ in }
