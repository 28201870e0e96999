import CAdwaita
import CGLib
import CShumate
import Cartography
import GLibBridge
import Travels

/// Covers what libshumate draws beyond the poles, where it begins the world again.
final class WorldEdge: Drawing {
  let layer: OpaquePointer
  /// Tells whether a server's tiles lie at the edges, whose maps are light in the dark style too.
  var isBesideTiles = false {
    didSet { if isBesideTiles != oldValue { gtk_widget_queue_draw(layer.widget) } }
  }

  private let camera: MapCamera
  /// Tells whether an edge was drawn the last time.
  private var wasVisible = false

  init(camera: MapCamera) {
    self.camera = camera
    layer = makeLayer(edgeType, viewport: camera.viewport)
    gtk_widget_set_can_target(layer.widget, 0)
    layer.setDrawing(self)
    adw_style_manager_get_default().on("notify::dark") { [weak self] in
      if let self { gtk_widget_queue_draw(layer.widget) }
    }
  }

  /// Brings what is covered in line with a view that has changed.
  func viewChanged() {
    // Most views show no edge, and nothing has to be drawn again.
    if isVisible || wasVisible { gtk_widget_queue_draw(layer.widget) }
  }

  private var isVisible: Bool { camera.worldRows != 0...camera.size.height }

  func draw(on snapshot: OpaquePointer) {
    wasVisible = isVisible
    let world = camera.worldRows
    let isDark = adw_style_manager_get_dark(adw_style_manager_get_default()) != 0
    let palette = isDark && !isBesideTiles ? MapPalette.dark : .light
    // The map goes on as it ends: with the sea in the north, and with Antarctica in the south.
    fill(from: 0, to: world.lowerBound, with: palette.water, on: snapshot)
    fill(from: world.upperBound, to: camera.size.height, with: palette.land, on: snapshot)
  }

  private func fill(
    from top: Double, to bottom: Double, with color: MapColor, on snapshot: OpaquePointer
  ) {
    // As the tiles do, it ends at a whole pixel.
    let scale = Double(gtk_widget_get_scale_factor(layer.widget))
    let (top, bottom) = ((top * scale).rounded() / scale, (bottom * scale).rounded() / scale)
    guard top < bottom else { return }
    var rectangle = graphene_rect_t()
    graphene_rect_init(
      &rectangle, 0, Float(top), Float(camera.size.width), Float(bottom - top))
    var color = GdkRGBA(
      red: Float(color.red), green: Float(color.green), blue: Float(color.blue), alpha: 1)
    gtk_snapshot_append_color(snapshot, &color, &rectangle)
  }
}

private let edgeType = registerDrawnWidget(
  of: shumate_layer_get_type(), named: "VirtualTouristWorldEdge")

/// Makes a layer of a class of ours over a viewport.
func makeLayer(_ type: GType, viewport: OpaquePointer) -> OpaquePointer {
  makeObject(type, ["viewport": ObjectValue(viewport)])
}
