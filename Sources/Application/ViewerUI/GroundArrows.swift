import CAdwaita
import GLibBridge
import Glibc
import TravelModel
import Widgets

/// The arrows on the ground that lead on and back along a street.
final class GroundArrows {
  var onWalk: (StreetPicture.Way) -> Void = { _ in }

  private let on: GroundArrow
  private let back: GroundArrow

  /// Lays them over a picture.
  init(over overlay: Widget) {
    on = GroundArrow(tr("Walk On"), over: overlay)
    back = GroundArrow(tr("Walk Back"), over: overlay)
    on.button.on("clicked") { [weak self] in self?.onWalk(.on) }
    back.button.on("clicked") { [weak self] in self?.onWalk(.back) }
  }

  /// Whether one of them has the focus.
  var hasFocus: Bool { [on, back].contains { gtk_widget_has_focus($0.button) != 0 } }

  /// Shows the ways from a picture, as they lie for who looks at a true heading; nil hides them.
  func show(_ picture: StreetPicture?, looking heading: Double?) {
    let ways: (on: Double, back: Double) = picture?.ways(looking: heading) ?? (0, 180)
    on.show(picture?.next != nil, pointing: ways.on)
    back.show(picture?.previous != nil, pointing: ways.back)
  }
}

/// An arrow that lies on the ground.
private final class GroundArrow {
  let button = gtk_button_new()!
  private let art = makeWidget(groundArrowType, role: GTK_ACCESSIBLE_ROLE_PRESENTATION)
  /// Where it points, in degrees clockwise from straight ahead.
  private var direction = 0.0

  /// The width and height of what can be pressed, in pixels.
  private static let side = 56.0
  /// The radii of the ellipse on which arrows lie, and its height over the edge, in pixels.
  private static let (across, along, height) = (82.0, 36.0, 54.0)
  /// How low the ground is seen: its depth as a share of its width.
  private static let depth = 0.6
  /// The corners of an arrow that points ahead, from its middle, in pixels.
  private static let corners = [
    (0.0, -20.0), (22.0, 6.0), (13.0, 13.0), (0.0, -2.0), (-13.0, 13.0), (-22.0, 6.0),
  ]

  init(_ name: String, over overlay: Widget) {
    gtk_widget_set_size_request(art, Int32(GroundArrow.side), Int32(GroundArrow.side))
    art.setDrawing(self)
    gtk_button_set_child(button.cast(), art)
    button.addClass("ground-arrow")
    // The next key is for the picture.
    gtk_widget_set_focus_on_click(button, 0)
    gtk_widget_set_tooltip_text(button, name)
    button.setAccessibleName(name)
    gtk_widget_set_halign(button, GTK_ALIGN_CENTER)
    gtk_widget_set_valign(button, GTK_ALIGN_END)
    // Its margins are those to the left and to the right in each language.
    gtk_widget_set_direction(button, GTK_TEXT_DIR_LTR)
    gtk_overlay_add_overlay(overlay.cast(), button)
  }

  func show(_ isShown: Bool, pointing direction: Double) {
    gtk_widget_set_visible(button, isShown.gboolean)
    button.setAccessibleHidden(!isShown)
    self.direction = direction
    let angle = direction * .pi / 180
    // What is in the middle moves by half of a margin.
    let shift = Int32((2 * sin(angle) * GroundArrow.across).rounded())
    gtk_widget_set_margin_start(button, max(0, shift))
    gtk_widget_set_margin_end(button, max(0, -shift))
    gtk_widget_set_margin_bottom(
      button, Int32((GroundArrow.height + (1 + cos(angle)) * GroundArrow.along).rounded()))
    gtk_widget_queue_draw(art)
  }
}

extension GroundArrow: Drawing {
  func draw(on snapshot: OpaquePointer) {
    let side = GroundArrow.side
    var bounds = graphene_rect_t(x: 0, y: 0, width: side, height: side)
    let cairo = gtk_snapshot_append_cairo(snapshot, &bounds)!
    defer { cairo_destroy(cairo) }
    cairo_translate(cairo, side / 2, side / 2)
    cairo_scale(cairo, 1, GroundArrow.depth)
    cairo_rotate(cairo, direction * .pi / 180)
    for (x, y) in GroundArrow.corners { cairo_line_to(cairo, x, y) }
    cairo_close_path(cairo)
    cairo_set_source_rgb(cairo, 1, 1, 1)
    cairo_fill_preserve(cairo)
    cairo_set_source_rgba(cairo, 0, 0, 0, 0.75)
    cairo_set_line_width(cairo, 2.5)
    cairo_stroke(cairo)
  }
}

private let groundArrowType = registerDrawnWidget(
  of: gtk_widget_get_type(), named: "VirtualTouristGroundArrow")
