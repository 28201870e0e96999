import CAdwaita
import CGLib
import CShumate
import GLibBridge
import Travels

/// Covers what libshumate draws beyond the poles, where it begins the world again.
final class WorldEdge: Drawing {
  let layer: OpaquePointer
  private let camera: MapCamera
  private var wasVisible = true

  init(camera: MapCamera) {
    self.camera = camera
    layer = makeLayer(edgeType, viewport: camera.viewport)
    gtk_widget_set_can_target(layer.widget, 0)
    layer.setDrawing(self)
  }

  /// Brings what is covered in line with a view that has changed.
  func viewChanged() {
    // Most views show no edge, and nothing has to be drawn again.
    guard !bands.isEmpty || wasVisible else { return }
    wasVisible = !bands.isEmpty
    gtk_widget_queue_draw(layer.widget)
  }

  /// The parts of the widget, from top to bottom, that lie beyond the world.
  private var bands: [(top: Double, bottom: Double)] {
    let north = camera.position(of: .init(x: 0, y: 0)).y
    let south = north + camera.view.worldSize
    return [(0, north), (south, camera.size.height)].filter { $0.1 > $0.0 }
      .map { (top: $0.0, bottom: $0.1) }
  }

  func draw(on snapshot: OpaquePointer) {
    var color = GdkRGBA()
    gtk_style_context_get_color(gtk_widget_get_style_context(layer.widget), &color)
    let width = camera.size.width
    for (top, bottom) in bands {
      var rectangle = graphene_rect_t()
      graphene_rect_init(
        &rectangle, 0, Float(top), Float(width), Float(bottom - top))
      gtk_snapshot_append_color(snapshot, &color, &rectangle)
    }
  }
}

private let edgeType = registerDrawnWidget(
  of: shumate_layer_get_type(), named: "VirtualTouristWorldEdge")

/// Makes a layer of a class of ours over a viewport.
func makeLayer(_ type: GType, viewport: OpaquePointer) -> OpaquePointer {
  makeObject(type, ["viewport": ObjectValue(viewport)])
}
