import CAdwaita
import CGLib
import GLibBridge
import TouristSession
import TravelModel
import Widgets

/// Moving a pin: the map asks where it belongs, and the next press or key says so.
final class PinMove {
  private let map: Widget
  private let overlay: OpaquePointer
  private let camera: MapCamera
  private let session: Session
  private let pins: PinLayer
  /// What asks; it lies over the map from the first move on.
  private var layout: Layout?
  private var pin: Pin.ID?

  init(
    on map: Widget, under overlay: OpaquePointer, camera: MapCamera, session: Session,
    pins: PinLayer
  ) {
    self.map = map
    self.overlay = overlay
    self.camera = camera
    self.session = session
    self.pins = pins
    addGesture()
    map.addKeys(capturing: true) { [weak self] (key: MoveKey) in
      guard let self, isUnderWay, !Focus.isInPopover(of: map) else { return false }
      switch key {
      case .place: moveToCentre()
      case .cancel: end()
      }
      return true
    }
  }

  var isUnderWay: Bool { pin != nil }

  /// Called when it begins.
  var onBegin: () -> Void = {}

  /// Asks where a pin belongs.
  func begin(_ pin: Pin) {
    self.pin = pin.id
    onBegin()
    let layout = self.layout ?? layOut()
    gtk_label_set_text(
      layout["text"].cast(), tr("Press where “{title}” belongs", ["title": pin.title]))
    gtk_widget_set_visible(layout["banner"], 1)
    gtk_widget_set_cursor_from_name(map, "crosshair")
    // The menu gives the keyboard back first.
    MainLoop.whenIdle { [map] in gtk_widget_grab_focus(map) }
  }

  /// Leaves the pin where it is.
  func end() {
    guard let pin else { return }
    self.pin = nil
    gtk_widget_set_cursor(map, nil)
    layout.map { gtk_widget_set_visible($0["banner"], 0) }
    if !pins.focus(pin) { gtk_widget_grab_focus(map) }
  }

  private func layOut() -> Layout {
    let layout = Layout("move-pin")
    layout["cancel"].on("clicked") { [weak self] in self?.end() }
    layout["centre"].on("clicked") { [weak self] in self?.moveToCentre() }
    gtk_overlay_add_overlay(overlay, layout["banner"])
    self.layout = layout
    return layout
  }

  private func addGesture() {
    let click = gtk_gesture_click_new()!
    gtk_gesture_single_set_button(click.cast(), guint(GDK_BUTTON_PRIMARY))
    gtk_event_controller_set_propagation_phase(click.cast(), GTK_PHASE_CAPTURE)
    var (startX, startY) = (0.0, 0.0)
    click.on("pressed") { (_: Int32, x: Double, y: Double) in (startX, startY) = (x, y) }
    click.on("released") { [weak self] (_: Int32, x: Double, y: Double) in
      // A press that has become a drag moves the map, and is no answer.
      guard let self, isUnderWay,
        gtk_drag_check_threshold(map, Int32(startX), Int32(startY), Int32(x), Int32(y)) == 0
      else { return }
      gtk_gesture_set_state(click, GTK_EVENT_SEQUENCE_CLAIMED)
      move(to: camera.coordinate(x: x, y: y))
    }
    gtk_widget_add_controller(map, click.cast())
  }

  private func moveToCentre() { move(to: camera.view.center) }

  private func move(to place: Coordinate) {
    guard let pin else { return }
    end()
    map.changeLibrary { [session, pins] in
      try await session.move(pin, to: place)
      _ = pins.focus(pin)
    }
  }
}
