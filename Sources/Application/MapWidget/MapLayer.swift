import CAdwaita
import CGLib
import GLibBridge
import Widgets

/// Makes a layer of the map that is there for the eye alone, drawn by what `setDrawing` sets.
package func makeDrawnLayer() -> OpaquePointer {
  let layer = makeObject(drawnLayerType)
  gtk_widget_set_can_target(layer.widget, 0)
  layer.setAccessibleHidden(true)
  return layer
}

private let drawnLayerType = registerDrawnWidget(
  of: gtk_widget_get_type(), named: "VirtualTouristDrawnLayer")

/// Work that is done once before the next layout, so that the next frame shows it, however often it is
/// asked for until then.
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
