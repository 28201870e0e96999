import Atlas
import CAdwaita
import CGLib
import CShumate
import GLibBridge
package import MapDrawing
import Places
import TouristSession
package import TravelModel
package import Widgets

/// A map with nothing on it: the tiles, the offline map below them, and the sea below that.
package final class MapCanvas {
  package let map: Widget
  package let camera: MapCamera
  /// Says whose map it is, wherever it is laid over this one.
  package let credit = MapCredit()
  /// What is laid over it where no name is to be.
  package var obstacles: () -> [LabelBox] = { [] }
  /// What stands on a part of it, where no name is to be.
  package var markers: (MapArea) -> [MarkerSpot] = { _ in [] }
  private let material: MapMaterial
  private let ground: Ground
  private var tiles: (layer: TileLayer, loader: TileLoader)?
  private var offlineMap: OfflineMap?
  private var globe: GlobeLayer?
  private var offersGlobe = false
  private var observers: [Observer] = []

  package init(of material: MapMaterial) {
    self.material = material
    map = makeWidget(shumate_map_get_type(), role: GTK_ACCESSIBLE_ROLE_GROUP)
    map.addClass("map-canvas")
    camera = MapCamera(map: map)
    MapCanvas.putHandsToSleep(of: map)
    shumate_viewport_set_reference_map_source(camera.viewport, MapCanvas.grid.pointer.cast())
    ground = Ground(camera: camera)
    shumate_map_add_layer(map.cast(), ground.layer.cast())
    ground.isCovered = { [weak self] in
      guard let self else { return false }
      return isUnderGlobe || offlineMap?.coversView ?? false
    }
    observers = [
      Observer { [weak self] in self?.showTiles() },
      Observer { [weak self] in self?.showOfflineMap() },
      Observer { [weak self] in self?.lookChanged() },
    ]
    adw_style_manager_get_default().on("notify::dark") { [weak self] in self?.lookChanged() }
    map.on("notify::scale-factor") { [weak self] in self?.lookChanged() }
  }

  /// Lets the names on the map make room for what is shown over it or no more.
  package func obstaclesChanged() { offlineMap?.viewChanged() }

  /// Lets the names on the map make room for markers that have come, and take that of those gone.
  package func markersChanged() { offlineMap?.markersChanged() }

  /// Lets the map become a globe when the user zooms out of the world.
  package func offerGlobe() {
    offersGlobe = true
    showGlobe()
  }

  /// What is called by a name in the middle of the globe.
  package var namesOnGlobe: [String] { globe?.namesInMiddle ?? [] }

  /// Updates the layers after the view has changed.
  package func viewChanged() {
    globe?.viewChanged()
    // The flat map waits as it was.
    if camera.globe == nil { flatMapChanged() }
    if isClose || isNameless { mapRests(()) }
    showWhatIsDrawn()
  }

  /// The zoom of a view, or as much less as it takes for something that has a name to be in sight.
  ///
  /// Without any, nobody recognises where that is. Near to where people live, tiles show enough
  /// besides. It stays where there is no such zoom that `isFit`.
  package func tellingZoom(of view: MapView, where isFit: (Double) -> Bool) -> Double {
    guard let names = material.names else { return view.zoom }
    var telling = view
    let near = MapView(center: view.center, zoom: MapCanvas.settledZoom)
    let side = MapCanvas.settledSide
    if material.isDetailed, names.hasNames(in: MapArea(of: near, width: side, height: side)) {
      return view.zoom
    }
    let (width, height) = camera.size
    while telling.zoom > MapCanvas.leastTellingZoom,
      !names.hasNames(in: MapArea(of: telling, width: width, height: height))
    {
      telling.zoom -= 1
      guard isFit(telling.zoom) else { return view.zoom }
    }
    return telling.zoom
  }

  /// Within so many pixels of this zoom, some 15 km around, a name tells that people live there.
  private static let (settledZoom, settledSide) = (10.0, 200.0)
  /// From here on half an ocean is in sight.
  private static let leastTellingZoom = 3.0

  private func flatMapChanged() {
    ground.viewChanged()
    offlineMap?.viewChanged()
    tiles?.layer.viewChanged()
  }

  private var isUnderGlobe: Bool { globe?.coversMap ?? false }

  /// Whether nothing in sight has a name, nor would have from closer.
  private var isNameless = false
  /// Looking for names takes as long as many frames.
  private lazy var mapRests = Debounce<Void>(for: MapCanvas.restTime) { [weak self] in
    self?.lookForNames()
  }
  /// How long the view must stay as it is.
  private static let restTime = Duration.milliseconds(250)
  /// From here on a map without a name looks as if something were missing.
  private static let closeZoom = 8.0

  private func lookForNames() {
    defer { showWhatIsDrawn() }
    guard isClose, let names = material.names else { return isNameless = false }
    let area = MapArea(around: camera)
    let deepest = area.at(zoom: max(area.zoom, MapNames.deepestZoom))
    isNameless = !names.hasNames(in: area) && !names.hasNames(in: deepest)
  }

  private var isClose: Bool { camera.globe == nil && camera.view.zoom >= MapCanvas.closeZoom }

  private func showTiles() {
    // Read, so that tiles which can be had again are asked for.
    _ = material.renewals
    let loader = material.tiles
    guard loader !== tiles?.loader else { return tiles?.layer.askAgain() ?? () }
    if let tiles { shumate_map_remove_layer(map.cast(), tiles.layer.layer.cast()) }
    tiles = nil
    viewChanged()
    defer { showWhatIsDrawn() }
    guard let loader else { return }
    let layer = TileLayer(camera: camera, arePainted: false) { tile, _, show in
      await loader.load(tile, show: show)
    }
    layer.onShowsChange = { [weak self] in self?.showWhatIsDrawn() }
    layer.isCovered = { [weak self] _ in self?.isUnderGlobe ?? false }
    // What it covers is to be drawn no more.
    layer.onTile = { [weak self] in self?.offlineMap?.viewChanged() }
    let below = offlineMap?.top ?? ground.layer
    shumate_map_insert_layer_above(map.cast(), layer.layer.cast(), below.cast())
    tiles = (layer, loader)
  }

  private func showOfflineMap() {
    if offlineMap == nil, let data = material.world { showOfflineMap(data) }
    guard let offlineMap, let names = material.names else { return }
    offlineMap.showNames(names)
    globe?.viewChanged()
    lookForNames()
  }

  private func showOfflineMap(_ data: MapData) {
    offlineMap = OfflineMap(
      data, look: look, map: map, camera: camera, above: ground.layer,
      isCovered: { [weak self] in
        guard let self else { return false }
        return isUnderGlobe || tiles?.layer.covers($0) ?? false
      },
      obstacles: { [weak self] in self?.obstacles() ?? [] },
      markers: { [weak self] in self?.markers($0) ?? [] },
      onShowsChange: { [weak self] in self?.showWhatIsDrawn() })
    showGlobe()
  }

  private var look: MapLook {
    MapLook(isDark: MapLook.isDarkNow, scale: camera.scale, tinted: material.tinted)
  }

  private func lookChanged() {
    let look = look
    ground.look = look
    offlineMap?.look = look
    globe?.look = look
  }

  private func showGlobe() {
    guard offersGlobe, globe == nil, let data = material.world, let offlineMap else { return }
    let globe = GlobeLayer(data, look: look, camera: camera) { [material] in material.names }
    globe.markers = { [weak self] in self.map { $0.markers(MapArea(around: $0.camera)) } ?? [] }
    globe.onCoverChange = { [weak self] in
      self?.flatMapChanged()
      self?.showWhatIsDrawn()
    }
    let below = tiles?.layer.layer ?? offlineMap.top
    shumate_map_insert_layer_above(map.cast(), globe.layer.cast(), below.cast())
    self.globe = globe
  }

  /// Names the makers of what is drawn, and lets the ground go on in its colours.
  private func showWhatIsDrawn() {
    let isGlobe = camera.globe != nil
    let hasTiles = !isGlobe && tiles?.layer.shows ?? false
    let hasOutlines = isGlobe || offlineMap?.shows ?? false
    credit.show(
      DrawnMap(
        tiles: hasTiles ? material.tiles?.template : nil, outlines: hasOutlines,
        places: hasOutlines && material.names?.haveCities == true,
        isMagnified: hasOutlines && !hasTiles
          && (isNameless || camera.view.zoom > MapNames.deepestZoom)))
    ground.isBesideTiles = hasTiles
  }

  /// Ends libshumate's own drag, throw and zoom of the flat map, which know no globe.
  ///
  /// As of 1.0 its throw, once begun, writes the map's centre at every frame until it ends, whatever
  /// keys, wheel or buttons say. Its zoom goes by a fixed step for each event, which a touchpad sends by
  /// the hundred, and takes the long way round the world near the date line. Its pinch lets go of what
  /// is between the fingers where the world ends, and tells of each step as two. And what its rotation
  /// turns, the map has no compass to turn back by.
  private static func putHandsToSleep(of map: Widget) {
    let hands = [gtk_gesture_get_type(), gtk_event_controller_scroll_get_type()]
    for controller in controllers(of: map)
    where hands.contains(where: { vt_is_a(controller.raw, $0) != 0 }) {
      gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_NONE)
    }
  }

  /// A grid of tiles without pictures: what libshumate measures by, whatever the map shows.
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

/// The event controllers of a widget, its class's own among them.
package func controllers(of widget: Widget) -> [OpaquePointer] {
  let list = Ref(adopting: gtk_widget_observe_controllers(widget)!)
  return (0..<g_list_model_get_n_items(list.pointer.cast())).compactMap { index in
    g_list_model_get_item(list.pointer.cast(), index).map { controller in
      g_object_unref(controller)  // The widget keeps it.
      return OpaquePointer(controller)
    }
  }
}

private let gridType = registerSubclass(
  of: shumate_map_source_get_type(), named: "VirtualTouristGrid"
) { _, _ in }
