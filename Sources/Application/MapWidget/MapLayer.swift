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

/// Draws what was drawn when the world was somewhere else, moved by whole pixels, as the tiles: between
/// them it would be blurred.
package func moveByPixels(
  _ snapshot: OpaquePointer, from then: WorldOnScreen, to now: WorldOnScreen, draw: () -> Void
) {
  var way = graphene_point_t(
    x: Float((now.x - then.x).rounded()), y: Float((now.y - then.y).rounded()))
  gtk_snapshot_save(snapshot)
  gtk_snapshot_translate(snapshot, &way)
  draw()
  gtk_snapshot_restore(snapshot)
}

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
