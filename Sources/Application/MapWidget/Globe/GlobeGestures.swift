import CAdwaita
import CGLib
import CShumate
import GLibBridge
import Glibc
import MapDrawing
import TravelModel
package import Widgets

/// Turning the globe by hand, in place of libshumate's drag of the flat map.
package final class GlobeGestures {
  private let camera: MapCamera
  private let flat: [OpaquePointer]
  private let drag: OpaquePointer
  private var isGlobe = false
  /// The place that the hand holds; nil where it holds none, beside the globe.
  private var held: Coordinate?
  private var last = (x: 0.0, y: 0.0)

  package init(on map: Widget, camera: MapCamera) {
    self.camera = camera
    flat = controllers(of: map).filter {
      vt_is_a($0.raw, gtk_gesture_drag_get_type()) != 0
        // What the program has added itself, such as presses, goes on.
        && gtk_event_controller_get_propagation_phase($0) != GTK_PHASE_NONE
    }
    drag = gtk_gesture_drag_new()!.cast()
    addDrag(to: map)
  }

  /// Gives the pointer to the globe or to the flat map, whichever shows.
  package func viewChanged() {
    guard (camera.globe != nil) != isGlobe else { return }
    isGlobe.toggle()
    for controller in flat {
      gtk_event_controller_set_propagation_phase(
        controller, isGlobe ? GTK_PHASE_NONE : GTK_PHASE_BUBBLE)
    }
    gtk_event_controller_set_propagation_phase(
      drag, isGlobe ? GTK_PHASE_BUBBLE : GTK_PHASE_NONE)
  }

  private func addDrag(to map: Widget) {
    gtk_event_controller_set_propagation_phase(drag, GTK_PHASE_NONE)
    var start = (x: 0.0, y: 0.0)
    drag.on("drag-begin") { [weak self] (x: Double, y: Double) in
      guard let self else { return }
      (start, last) = ((x, y), (x, y))
      held = camera.isOnWorld(x: x, y: y) ? camera.coordinate(x: x, y: y) : nil
    }
    drag.on("drag-update") { [weak self] (x: Double, y: Double) in
      self?.move(toX: start.x + x, y: start.y + y)
    }
    gtk_widget_add_controller(map, drag)
    MapDrag.takeFromButtons(drag, on: map)
    // The swipe that throws the flat map throws the globe too, if it is part of the same claim.
    let swipe = controllers(of: map).last {
      vt_is_a($0.raw, gtk_gesture_swipe_get_type()) != 0
        && gtk_event_controller_get_propagation_phase($0) != GTK_PHASE_NONE
    }
    if let swipe { gtk_gesture_group(swipe.cast(), drag.cast()) }
  }

  private func move(toX x: Double, y: Double) {
    guard let globe = camera.globe else { return }
    let turned = held.flatMap { globe.turned(so: $0, isAtX: x, y: y) }
    let next = turned ?? globe.turned(byX: x - last.x, y: y - last.y)
    last = (x, y)
    camera.turnAtOnce(to: next.center)
    // Where the hand could not hold on to the place, it takes what is under it now.
    if turned == nil { held = next.contains(x: x, y: y) ? next.coordinate(x: x, y: y) : nil }
  }
}
