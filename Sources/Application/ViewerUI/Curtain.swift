import CAdwaita
import GLibBridge
import TravelModel
import Widgets

/// Two photos of one spot, one over the other, with a curtain between them that the user draws.
///
/// It is drawn by the pointer and by fingers, or by the scale below: that has the keyboard, and tells
/// assistive tools.
final class Curtain {
  let widget: Widget

  private let layout: Layout
  private let scale: Widget
  private let canvas = makeWidget(curtainType, role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
  private var pictures: (then: CanvasPicture, now: CanvasPicture)?
  /// When the earlier photo was taken.
  private var years = ""
  /// Where the drag began.
  private var start = 0.0

  init(_ layout: Layout) {
    self.layout = layout
    (widget, scale) = (layout["curtain"], layout["curtain-scale"])
    gtk_widget_set_vexpand(canvas, 1)
    gtk_widget_set_cursor_from_name(canvas, "col-resize")
    canvas.addClass("viewer-canvas")
    canvas.setDrawing(self)
    gtk_box_prepend(widget.cast(), canvas)
    scale.on("value-changed") { [weak self] in self?.follow() }
    let drag = canvas.addController(gtk_gesture_drag_new(), button: GDK_BUTTON_PRIMARY)
    drag.on("drag-begin") { [weak self] (x: Double, _: Double) in
      guard let self else { return }
      gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_CLAIMED)
      grabFocus()
      start = x
      draw(toX: x)
    }
    drag.on("drag-update") { [weak self] (x: Double, _: Double) in
      if let self { draw(toX: start + x) }
    }
  }

  /// Shows a pair with the curtain in the middle.
  func show(_ pair: ThenAndNow, _ then: CanvasPicture, _ now: CanvasPicture) {
    pictures = (then, now)
    years = pair.then.details.years.map(Words.years) ?? ""
    gtk_label_set_text(layout["curtain-then"].cast(), years)
    gtk_label_set_text(
      layout["curtain-now"].cast(), pair.now.details.years.map(Words.years) ?? "")
    gtk_range_set_value(scale.cast(), 50)
    follow()
  }

  /// Releases the pictures.
  func clear() { pictures = nil }

  func grabFocus() { gtk_widget_grab_focus(scale) }

  private var isLeftToRight: Bool { gtk_widget_get_direction(canvas) != GTK_TEXT_DIR_RTL }

  private func draw(toX x: Double) {
    let share = x / Double(max(1, gtk_widget_get_width(canvas)))
    gtk_range_set_value(scale.cast(), 100 * (isLeftToRight ? share : 1 - share))
  }

  private func follow() {
    gtk_widget_queue_draw(canvas)
    let percent = String(Int(gtk_range_get_value(scale.cast()).rounded()))
    var property = GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT
    // Translators: how much is to be seen of the earlier one of two photos.
    withGValue(tr("{count} % of the photo from {years}", ["count": percent, "years": years])) {
      gtk_accessible_update_property_value(scale.cast(), 1, &property, $0)
    }
  }
}

extension Curtain: Drawing {
  func draw(on snapshot: OpaquePointer) {
    guard let pictures else { return }
    let width = Double(gtk_widget_get_width(canvas))
    let height = Double(gtk_widget_get_height(canvas))
    let share = gtk_range_get_value(scale.cast()) / 100
    let edge = width * (isLeftToRight ? share : 1 - share)
    let (left, right) =
      isLeftToRight ? (pictures.then, pictures.now) : (pictures.now, pictures.then)
    for (picture, begin, end) in [(left, 0, edge), (right, edge, width)] {
      let (columns, rows) = (Double(picture.decodedSize.width), Double(picture.decodedSize.height))
      let factor = min(width / columns, height / rows)
      let (across, down) = (columns * factor, rows * factor)
      var area = graphene_rect_t(x: begin, y: 0, width: end - begin, height: height)
      var frame = graphene_rect_t(
        x: (width - across) / 2, y: (height - down) / 2, width: across, height: down)
      gtk_snapshot_push_clip(snapshot, &area)
      gtk_snapshot_append_texture(snapshot, picture.texture.pointer, &frame)
      gtk_snapshot_pop(snapshot)
    }
    // A line with a handle, white with a dark edge.
    let handle = min(48, height)
    for (tone, breadth, length) in [
      (0, 4, height), (1, 2, height), (0, 12, handle), (1, 10, handle - 2),
    ] as [(Float, Double, Double)] {
      var color = GdkRGBA(red: tone, green: tone, blue: tone, alpha: 0.5 + tone / 2)
      var area = graphene_rect_t(
        x: edge - breadth / 2, y: (height - length) / 2, width: breadth, height: length)
      gtk_snapshot_append_color(snapshot, &color, &area)
    }
  }
}

private let curtainType = registerDrawnWidget(
  of: gtk_widget_get_type(), named: "VirtualTouristCurtain")
