import Atlas
import CAdwaita
import CGLib
import CShumate
import GLibBridge

/// The carried world on the map: its tiles and its names, in the light or the dark style.
final class CarriedMap {
  private let outlines: Outlines
  private let map: Widget
  private let camera: MapCamera
  private let labels: LabelLayer
  private var tiles: (layer: TileLayer, source: CarriedMapSource)?
  private var look: Look?

  /// What tiles are painted for.
  private struct Look: Equatable {
    var isDark: Bool
    var scale: Int
  }

  /// Puts the layers under the one that `below` names.
  init(
    outlines: Outlines, gazetteer: Gazetteer?, map: Widget, camera: MapCamera,
    below: () -> OpaquePointer?
  ) {
    self.outlines = outlines
    self.map = map
    self.camera = camera
    let names = MapNames(
      countries: outlines.countries, gazetteer: gazetteer, languages: preferredLanguages())
    labels = LabelLayer(camera: camera, names: names)
    if let next = below() {
      shumate_map_insert_layer_behind(map.cast(), labels.layer.cast(), next.cast())
    }
    adw_style_manager_get_default().on("notify::dark") { [weak self] in self?.updateLook() }
    map.on("notify::scale-factor") { [weak self] in self?.updateLook() }
    updateLook()
    labels.viewChanged()
  }

  /// Brings the names in line with a view that has changed.
  func viewChanged() { labels.viewChanged() }

  private func updateLook() {
    let new = Look(
      isDark: adw_style_manager_get_dark(adw_style_manager_get_default()) != 0,
      scale: max(1, Int(gtk_widget_get_scale_factor(map))))
    guard new != look else { return }
    look = new
    if let tiles { shumate_map_remove_layer(map.cast(), tiles.layer.layer.cast()) }
    let source = CarriedMapSource(outlines: outlines, isDark: new.isDark, scale: new.scale)
    let layer = TileLayer(source: source.source, camera: camera)
    shumate_map_insert_layer_behind(map.cast(), layer.layer.cast(), labels.layer.cast())
    tiles = (layer, source)
    labels.setDark(new.isDark)
  }
}
