import Atlas
import CAdwaita
import CGLib
import CShumate
import GLibBridge
import Travels

/// A map with nothing on it: the tiles, the carried world below them, and the world's edges.
final class MapCanvas {
  let map: Widget
  let camera: MapCamera
  /// Says whose map it is, wherever it is laid over this one.
  let credit = MapCredit()
  private let material: MapMaterial
  private let edge: WorldEdge
  private var tiles: TileLayer?
  private var carried: CarriedMap?
  private var observers: [Observer] = []

  init(of material: MapMaterial) {
    self.material = material
    map = makeWidget(shumate_map_get_type(), role: GTK_ACCESSIBLE_ROLE_GROUP)
    map.addClass("map-canvas")
    camera = MapCamera(map: map)
    shumate_viewport_set_reference_map_source(camera.viewport, MapCanvas.blankSource.pointer.cast())
    edge = WorldEdge(camera: camera)
    shumate_map_add_layer(map.cast(), edge.layer.cast())
    observers = [
      Observer { [weak self] in self?.showTiles() },
      Observer { [weak self] in self?.showCarriedWorld() },
    ]
  }

  /// Brings the layers in line with a view that has changed.
  func viewChanged() {
    edge.viewChanged()
    carried?.viewChanged()
  }

  private func showTiles() {
    // Read, so that tiles which can be had again get a layer that asks for them.
    _ = material.renewals
    if let tiles { shumate_map_remove_layer(map.cast(), tiles.layer.cast()) }
    tiles = nil
    defer { showWhatIsDrawn() }
    guard let loader = material.tiles.loader else { return }
    let layer = TileLayer(source: MapCanvas.makeSource(loader.dataSource), camera: camera)
    layer.onCoverChange = { [weak self] in self?.showWhatIsDrawn() }
    shumate_map_insert_layer_behind(map.cast(), layer.layer.cast(), edge.layer.cast())
    tiles = layer
  }

  private func showCarriedWorld() {
    guard carried == nil, let world = material.world else { return }
    carried = CarriedMap(
      outlines: world.outlines, gazetteer: world.gazetteer, map: map, camera: camera,
      below: { [weak self] in self.map { $0.tiles?.layer ?? $0.edge.layer } })
    showWhatIsDrawn()
  }

  /// Names the makers of what is drawn, and lets the world's edges go on in its colours.
  private func showWhatIsDrawn() {
    let cover = tiles?.cover ?? .none
    let outlines = carried != nil && cover != .all
    credit.show(
      DrawnMap(
        tiles: cover == .none ? nil : material.tiles.source, outlines: outlines,
        places: outlines && material.world?.gazetteer != nil))
    edge.isBesideTiles = cover != .none
  }

  /// A grid of tiles that stay empty: what the map measures by, whatever it shows.
  private static let blankSource = makeSource(TileLoader.makeEmptyDataSource())

  private static func makeSource(_ dataSource: Ref<OpaquePointer>) -> Ref<OpaquePointer> {
    let source = shumate_raster_renderer_new_full(
      "virtual-tourist", nil, nil, nil, UInt32(MapView.zoomRange.lowerBound),
      UInt32(MapView.zoomRange.upperBound), UInt32(MapView.tileSize),
      SHUMATE_MAP_PROJECTION_MERCATOR, dataSource.pointer.cast())!
    return Ref(adopting: source.cast())
  }
}
