import CAdwaita
import GLibBridge
import Glibc
import TravelModel
package import Widgets

/// Moving and zooming the map, and turning the globe, by pointer, wheel, touchpad and fingers.
package enum MapHands {
  /// Zoom levels for one click of a wheel.
  private static let wheelStep = 0.5
  /// Zoom levels for each pixel that two fingers move on a touchpad.
  private static let touchpadStep = 0.01
  /// A release slower than this, in pixels a second, is no throw.
  private static let slowestThrow = 60.0

  package static func install(on map: Widget, camera: MapCamera) {
    addScroll(to: map, camera)
    addDoubleClick(to: map, camera)
    addInterruption(to: map, camera)
    addPinch(to: map, camera)
    addDrag(to: map, camera)
    camera.isMovedByHand = true
  }

  private static func addScroll(to map: Widget, _ camera: MapCamera) {
    var pointer = (x: 0.0, y: 0.0)
    let motion = map.addController(gtk_event_controller_motion_new())
    motion.on("motion") { (x: Double, y: Double) in pointer = (x, y) }
    motion.on("enter") { (x: Double, y: Double) in pointer = (x, y) }

    let scroll = map.addController(
      gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL))
    scroll.on("scroll") { [weak camera] (_: Double, dy: Double) -> Bool in
      if gtk_event_controller_scroll_get_unit(scroll) == GDK_SCROLL_UNIT_SURFACE {
        camera?.zoomAtOnce(by: -dy * MapHands.touchpadStep, aroundX: pointer.x, y: pointer.y)
      } else {
        camera?.zoom(by: -dy * MapHands.wheelStep, aroundX: pointer.x, y: pointer.y)
      }
      return true
    }
  }

  private static func addDoubleClick(to map: Widget, _ camera: MapCamera) {
    let click = map.addController(gtk_gesture_click_new(), button: GDK_BUTTON_PRIMARY)
    click.on("pressed") { [weak camera] (presses: Int32, x: Double, y: Double) in
      if presses == 2 { camera?.zoom(by: 1, aroundX: x, y: y) }
    }
  }

  /// A press ends a flight: the map is in the user's hand.
  private static func addInterruption(to map: Widget, _ camera: MapCamera) {
    let press = map.addController(gtk_gesture_click_new(), button: 0, capturing: true)
    press.on("pressed") { [weak camera] (presses: Int32) in
      if presses == 1 { camera?.stop() }
    }
  }

  /// Zooms with two fingers: the point between them stays there, even if both move in a direction.
  ///
  /// A pinch that continues where the map shows the whole world makes it a globe, and spreading the
  /// fingers on the globe makes it the map again.
  private static func addPinch(to map: Widget, _ camera: MapCamera) {
    let gesture = map.addController(gtk_gesture_zoom_new())
    /// The point between the fingers, and their distance, relative to the beginning.
    var (last, lastScale) = ((x: 0.0, y: 0.0), 1.0)
    /// The place between the fingers; nil beside the globe.
    var held: Coordinate?
    func middle() -> (x: Double, y: Double) {
      var (x, y) = (0.0, 0.0)
      gtk_gesture_get_bounding_box_center(gesture, &x, &y)
      return (x, y)
    }
    gesture.on("begin") { [weak camera] in
      gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
      camera?.stop()
      (last, lastScale) = (middle(), 1)
      held = camera?.projection.place(x: last.x, y: last.y)
    }
    // Unlike `scale-changed`, this signal comes whenever a finger moves.
    gesture.on("update") { [weak camera] in
      let scale = gtk_gesture_zoom_get_scale_delta(gesture)
      // Two fingers may touch the map at one point, or meet at one.
      guard let camera, scale > 0, scale.isFinite else { return }
      let next = middle()
      held = camera.drag(held, from: last, to: next)
      camera.zoomAtOnce(by: log2(scale / lastScale), aroundX: next.x, y: next.y)
      (last, lastScale) = (next, scale)
    }
  }

  /// Moves the map or turns the globe: the point under the hand stays there, and throws glide on.
  private static func addDrag(to map: Widget, _ camera: MapCamera) {
    let drag = map.addController(gtk_gesture_drag_new())
    var (start, last) = ((x: 0.0, y: 0.0), (x: 0.0, y: 0.0))
    /// The place under the hand; nil beside the globe.
    var held: Coordinate?
    var isOnButton = false
    drag.on("drag-begin") { [weak camera] (x: Double, y: Double) in
      guard let camera else { return }
      (start, last) = ((x, y), (x, y))
      held = camera.projection.place(x: x, y: y)
      let pressed = gtk_widget_pick(map, x, y, GTK_PICK_DEFAULT)
      isOnButton =
        pressed.map { gtk_widget_get_ancestor($0, gtk_button_get_type()) != nil } ?? false
      gtk_widget_set_cursor_from_name(map, "grabbing")
    }
    drag.on("drag-update") { [weak camera] (right: Double, down: Double) in
      // A drag that began on a pin takes the pointer from it, and only that: a finger that a drag has
      // claimed is lost for a pinch.
      if isOnButton, gtk_drag_check_threshold(map, 0, 0, Int32(right), Int32(down)) != 0 {
        isOnButton = false
        gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_CLAIMED)
      }
      let next = (x: start.x + right, y: start.y + down)
      held = camera?.drag(held, from: last, to: next)
      last = next
    }
    drag.on("drag-end") { gtk_widget_set_cursor_from_name(map, "grab") }

    let swipe = map.addController(gtk_gesture_swipe_new())
    swipe.on("swipe") { [weak camera] (x: Double, y: Double) in
      if hypot(x, y) >= slowestThrow { camera?.throwMap(velocityX: x, velocityY: y) }
    }
    // One claim for both: what is dragged may be thrown.
    gtk_gesture_group(drag, swipe)
  }
}
