import CAdwaita
import CGLib
import GLibBridge
import Glibc
import Widgets

/// The gestures of wheels, touchpads, fingers and the pointer on the picture.
///
/// One finger or the pointer pans a picture that is larger than the view, or turns a panorama, and
/// pushes a smaller one aside; two fingers zoom. A gesture keeps its meaning until it ends.
final class CanvasGestures {
  private weak var canvas: PictureCanvas?
  private var pointer: (x: Double, y: Double)?
  private var hand = Hand.still
  /// How far the current drag has moved the picture.
  private var dragged = (x: 0.0, y: 0.0)
  private var speed = (x: 0.0, y: 0.0, time: guint32(0))
  private var pinch = (scale: 1.0, x: 0.0, y: 0.0)
  private let drag = gtk_gesture_drag_new()!
  private let zoom = gtk_gesture_zoom_new()!

  private enum Hand {
    case still, panning, pushing, pinching, refused
  }

  /// The zoom factor of one click of a wheel.
  private static let wheelFactor = 1.3
  /// The exponent (to base e) of the zoom for each pixel that two fingers move on a touchpad.
  private static let touchpadExponent = 0.008
  /// A finger lifted faster than this, in logical pixels per second, has flicked.
  private static let flickSpeed = 350.0
  /// A panorama that is let go so long after the last movement is not thrown, in milliseconds.
  private static let throwDelay: guint32 = 80

  init(_ canvas: PictureCanvas) {
    self.canvas = canvas
    addPointer(to: canvas.widget)
    addScroll(to: canvas.widget)
    addDrag(to: canvas.widget)
    addPinch(to: canvas.widget)
    // Grouped, so that a finger claimed by the drag can still become part of a pinch.
    gtk_gesture_group(drag, zoom)
    addDoubleClick(to: canvas.widget)
  }

  private func addPointer(to widget: Widget) {
    let motion = widget.addController(gtk_event_controller_motion_new())
    motion.on("motion") { [weak self] (x: Double, y: Double) in self?.pointer = (x, y) }
    motion.on("enter") { [weak self] (x: Double, y: Double) in self?.pointer = (x, y) }
    motion.on("leave") { [weak self] in self?.pointer = nil }
  }

  private func addDoubleClick(to widget: Widget) {
    let click = widget.addController(gtk_gesture_click_new(), button: GDK_BUTTON_PRIMARY)
    click.on("pressed") { [weak self] (presses: Int32, x: Double, y: Double) in
      guard let canvas = self?.canvas else { return }
      gtk_widget_grab_focus(canvas.widget)
      if presses == 2 { canvas.toggleZoom(around: (x, y)) }
    }
  }
}

extension CanvasGestures {
  private func addScroll(to widget: Widget) {
    let scroll = widget.addController(
      gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES))
    scroll.on("scroll") { [weak self] (dx: Double, dy: Double) -> Bool in
      self?.scroll(
        dx, dy,
        isTouchpad: gtk_event_controller_scroll_get_unit(scroll.cast())
          == GDK_SCROLL_UNIT_SURFACE,
        hasControl: gtk_event_controller_get_current_event_state(scroll).rawValue
          & GDK_CONTROL_MASK.rawValue != 0)
      return true
    }
    scroll.on("scroll-begin") { [weak self] in self?.dragged = (0, 0) }
    scroll.on("scroll-end") { [weak self] in
      guard let self, hand == .pushing else { return }
      hand = .still
      canvas?.release()
    }
  }

  private func scroll(_ dx: Double, _ dy: Double, isTouchpad: Bool, hasControl: Bool) {
    guard let canvas, hand != .pinching else { return }
    let x = pointer?.x ?? canvas.geometry.viewWidth / 2
    let y = pointer?.y ?? canvas.geometry.viewHeight / 2
    func zoom(by factor: Double) {
      canvas.zoom(to: canvas.scale * factor, aroundX: x, y: y)
    }
    if !isTouchpad {
      if dy != 0 { zoom(by: pow(CanvasGestures.wheelFactor, -dy)) }
    } else if hasControl {
      zoom(by: exp(-dy * CanvasGestures.touchpadExponent))
    } else if hand != .pushing, canvas.canPan {
      canvas.pan(byX: -dx, y: -dy)
    } else {
      hand = .pushing
      dragged.x -= dx
      canvas.push(to: dragged.x)
    }
  }

  private func addDrag(to widget: Widget) {
    widget.addController(drag, button: GDK_BUTTON_PRIMARY)
    drag.on("drag-begin") { [weak self] in
      self?.dragged = (0, 0)
      self?.speed = (0, 0, 0)
      self?.canvas?.panorama?.stop()
    }
    drag.on("drag-update") { [weak self] (x: Double, y: Double) in self?.drag(toX: x, y: y) }
    drag.on("drag-end") { [weak self] in self?.endDrag() }
    drag.on("cancel") { [weak self] in
      self?.speed = (0, 0, 0)
      self?.endDrag()
    }
  }

  private func drag(toX x: Double, y: Double) {
    guard let canvas else { return }
    if hand == .still {
      guard gtk_drag_check_threshold(canvas.widget, 0, 0, Int32(x), Int32(y)) != 0 else { return }
      hand = choice(x, y, canvas)
      if hand == .panning || hand == .pushing {
        gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_CLAIMED)
      }
      if hand == .panning { gtk_widget_set_cursor_from_name(canvas.widget, "grabbing") }
    }
    measureSpeed(at: x, y)
    switch hand {
    case .panning: canvas.pan(byX: x - dragged.x, y: y - dragged.y)
    case .pushing: canvas.push(to: x)
    case .still, .pinching, .refused: break
    }
    dragged = (x, y)
  }

  /// The effect of a drag in a direction.
  private func choice(_ x: Double, _ y: Double, _ canvas: PictureCanvas) -> Hand {
    let isFinger =
      gtk_gesture_get_device(drag).map { gdk_device_get_source($0) == GDK_SOURCE_TOUCHSCREEN }
      ?? false
    if isFinger, canvas.panorama == nil, !canvas.geometry.isWiderThanView, abs(x) > abs(y) {
      return .pushing
    }
    return canvas.canPan ? .panning : .refused
  }

  private func measureSpeed(at x: Double, _ y: Double) {
    let now = gtk_event_controller_get_current_event_time(drag.cast())
    let passed = Double(now &- speed.time) / 1000
    if speed.time != 0, passed > 0, passed < 1 {
      (speed.x, speed.y) = ((x - dragged.x) / passed, (y - dragged.y) / passed)
    }
    speed.time = now
  }

  private func endDrag() {
    guard let canvas else { return }
    gtk_widget_set_cursor(canvas.widget, nil)
    let ended = hand
    // A pinch may have taken over.
    if ended != .pinching { hand = .still }
    let now = gtk_event_controller_get_current_event_time(drag.cast())
    if ended == .panning, now &- speed.time < CanvasGestures.throwDelay {
      canvas.panorama?.glide(x: speed.x, y: speed.y)
    } else if ended == .pushing {
      canvas.release(flick: abs(speed.x) > CanvasGestures.flickSpeed ? speed.x : 0)
    }
  }

  private func addPinch(to widget: Widget) {
    zoom.on("begin") { [weak self] in self?.beginPinch() }
    zoom.on("scale-changed") { [weak self] (factor: Double) in self?.pinch(by: factor) }
    zoom.on("end") { [weak self] in self?.hand = .still }
    zoom.on("cancel") { [weak self] in self?.hand = .still }
    gtk_widget_add_controller(widget, zoom.cast())
  }

  private func beginPinch() {
    guard let canvas else { return }
    if hand == .pushing { canvas.slideToPlace() }
    gtk_widget_set_cursor(canvas.widget, nil)
    hand = .pinching
    pinch.scale = canvas.scale
    (pinch.x, pinch.y) = fingers
  }

  private func pinch(by factor: Double) {
    guard let canvas, hand == .pinching else { return }
    let (x, y) = fingers
    canvas.zoom(to: pinch.scale * factor, aroundX: x, y: y)
    canvas.pan(byX: x - pinch.x, y: y - pinch.y)
    (pinch.x, pinch.y) = (x, y)
  }

  /// The midpoint of the fingers.
  private var fingers: (x: Double, y: Double) {
    var x = 0.0
    var y = 0.0
    guard gtk_gesture_get_bounding_box_center(zoom, &x, &y) != 0 else { return (pinch.x, pinch.y) }
    return (x, y)
  }
}
