import CAdwaita
import GLibBridge
import Glibc
import MapWidget
import TouristSession
import TravelModel
import Widgets

/// Moves a pin: the user drags it, or chooses its new place by the next press or key.
final class PinMove {
  private unowned let page: MapPage
  /// The bar with the question, made for the first move.
  private lazy var layout = layOut()
  private(set) var pin: Pin.ID?

  private var map: Widget { page.map }
  private var bubbles: Widget { page.bubble.layer.widget }
  private var camera: MapCamera { page.camera }
  private var session: Session { page.session }
  private var pins: PinLayer { page.pinLayer }

  init(_ page: MapPage) {
    self.page = page
    addGesture()
    addDrag()
    // Buttons over the map handle all other keys themselves.
    page.widget.addKeys { [weak self] (key: MoveKey) in
      guard let self, isUnderWay, key == .cancel else { return false }
      cancel()
      return true
    }
    map.addKeys(capturing: true) { [weak self] (key: MoveKey) in
      guard let self, isUnderWay, !Focus.isInPopover(of: map), !Focus.isIn(bubbles) else {
        return false
      }
      switch key {
      case .place: moveToCentre()
      case .cancel: cancel()
      }
      return true
    }
  }

  var isUnderWay: Bool { pin != nil }

  /// Asks for the new place of a pin.
  func begin(_ pin: Pin) {
    self.pin = pin.id
    page.moveBegins()
    let question = tr("Press where “{title}” belongs, or drag it there", ["title": pin.title])
    gtk_label_set_text(layout["text"].cast(), question)
    map.setAccessibleDescription(question)
    gtk_widget_set_visible(layout["banner"], 1)
    gtk_widget_set_cursor_from_name(map, "crosshair")
    // The menu has given the keyboard back already.
    gtk_widget_grab_focus(map)
  }

  private func cancel() {
    guard let pin else { return }
    end()
    _ = pins.focus(pin)
  }

  private func end() {
    pin = nil
    page.point(at: nil)
    session.map.cancelHeld()
    gtk_widget_set_cursor(map, nil)
    map.setAccessibleDescription("")
    gtk_widget_grab_focus(map)
    gtk_widget_set_visible(layout["banner"], 0)
  }

  private func layOut() -> Layout {
    let layout = Layout("move-pin")
    layout["cancel"].on("clicked") { [weak self] in self?.cancel() }
    layout["centre"].on("clicked") { [weak self] in self?.moveToCentre() }
    gtk_overlay_add_overlay(page.widget.cast(), layout["banner"])
    // Below other overlays, such as search results.
    gtk_widget_insert_after(layout["banner"], page.widget, map)
    return layout
  }

  private func addGesture() {
    let click = map.addController(
      gtk_gesture_click_new(), button: GDK_BUTTON_PRIMARY, capturing: true)
    var (startX, startY) = (0.0, 0.0)
    click.on("pressed") { (_: Int32, x: Double, y: Double) in (startX, startY) = (x, y) }
    click.on("released") { [weak self] (_: Int32, x: Double, y: Double) in
      // A press that has become a drag moves the map, and is no answer.
      guard let self, isUnderWay, !isOnBubble(x: x, y: y),
        let place = camera.projection.place(x: x, y: y),
        gtk_drag_check_threshold(map, Int32(startX), Int32(startY), Int32(x), Int32(y)) == 0
      else { return }
      gtk_gesture_set_state(click, GTK_EVENT_SEQUENCE_CLAIMED)
      move(to: place)
    }
  }

  /// Lets the pin be dragged by its head; a second one shows where it will be.
  private func addDrag() {
    let drag = map.addController(
      gtk_gesture_drag_new(), button: GDK_BUTTON_PRIMARY, capturing: true)
    // The position of the pin's tip, which is below the pointer.
    var tip: (x: Double, y: Double)?
    drag.on("drag-begin") { [weak self] (x: Double, y: Double) in
      tip = nil
      guard let self, let pin, pins.isPin(pin, atX: x, y: y, of: map),
        let place = session.map.pins[pin]?.coordinate
      else { return }
      gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_CLAIMED)
      camera.stop()
      let world = camera.projection
      tip = world.area(margin: MarkerArt.side).copies(of: Mercator.project(place))
        .map { world.position(of: $0) }.min {
          hypot($0.x - x, $0.y - y) < hypot($1.x - x, $1.y - y)
        }
    }
    drag.on("drag-update") { [weak self] (right: Double, down: Double) in
      guard let self, isUnderWay, let tip,
        session.map.held != nil
          || gtk_drag_check_threshold(map, 0, 0, Int32(right), Int32(down)) != 0
      else { return }
      let place = camera.projection.coordinate(x: tip.x + right, y: tip.y + down)
      guard session.map.held == nil else { return session.map.moveHeld(to: place) }
      session.map.holdPin(at: place, color: pin.flatMap { session.map.pins[$0]?.details.color })
    }
    drag.on("drag-end") { [weak self] (right: Double, down: Double) in
      // This may be the end of a press that another gesture has claimed.
      guard let self, isUnderWay, let from = tip else { return }
      tip = nil
      let isDragged = session.map.held != nil
      session.map.cancelHeld()
      HoldToDrop.resetOthers(than: drag, on: map)
      let place = camera.projection.place(x: from.x + right, y: from.y + down)
      if isDragged, let place { move(to: place) }
    }
    drag.on("cancel") { [weak self] in
      if let self, isUnderWay { session.map.cancelHeld() }
    }
  }

  private func isOnBubble(x: Double, y: Double) -> Bool {
    guard let pressed = gtk_widget_pick(map, x, y, GTK_PICK_DEFAULT) else { return false }
    return gtk_widget_is_ancestor(pressed, bubbles) != 0
  }

  private func moveToCentre() { move(to: camera.view.center) }

  private func move(to place: Coordinate) {
    guard let pin else { return }
    end()
    map.changeLibrary { [map, session, pins] in
      try await session.move(pin, to: place)
      if Focus.isIn(map) { _ = pins.focus(pin) }
    }
  }
}
