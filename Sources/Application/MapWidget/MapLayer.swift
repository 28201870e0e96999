import CAdwaita
package import CGLib
import CShumate
import GLibBridge
import Widgets

/// Makes a map layer of a GObject class that was registered by the program.
package func makeLayer(_ type: GType, over camera: MapCamera) -> OpaquePointer {
  makeObject(type, ["viewport": ObjectValue(camera.viewport)])
}

/// Makes a map layer that ignores the pointer, drawn by the `Drawing` that `setDrawing` sets.
package func makeDrawnLayer(over camera: MapCamera) -> OpaquePointer {
  let layer = makeLayer(drawnLayerType, over: camera)
  gtk_widget_set_can_target(layer.widget, 0)
  layer.setAccessibleHidden(true)
  return layer
}

private let drawnLayerType = registerDrawnWidget(
  of: shumate_layer_get_type(), named: "VirtualTouristDrawnLayer")

/// Work that is done once before the next layout, however often it is requested until then, so that
/// the next frame shows it.
package final class BeforeLayout {
  private let work: () -> Void
  private var call: ScheduledCall?

  package init(_ work: @escaping () -> Void) { self.work = work }

  package func callAsFunction() {
    guard call == nil else { return }
    call = MainLoop.whenIdle(priority: MainLoop.beforeLayout) { [weak self] in
      self?.call = nil
      self?.work()
    }
  }
}
