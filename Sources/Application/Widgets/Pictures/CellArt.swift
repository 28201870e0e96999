import CAdwaita
import CGLib
import Glibc
package import TravelModel

/// Draws the content of a grid cell.
package struct CellArt {
  let widget: Widget
  let snapshot: OpaquePointer
  let width: Double
  let height: Double

  /// The period of a placeholder's pulse, in seconds.
  private static let shimmerPeriod = 2.4

  /// The side of a favourite's heart, that of the disc behind it, and their distance from the cell's
  /// corner, in pixels.
  private static let heart = (side: 16.0, disc: 28.0, margin: 6.0)

  private static let fieldStrength: Float = 0.08

  package init(widget: Widget, snapshot: OpaquePointer, width: Double, height: Double) {
    self.widget = widget
    self.snapshot = snapshot
    self.width = width
    self.height = height
  }

  /// Draws a placeholder: a plain area while the photo is awaited, an icon if it failed.
  package func drawPlaceholder(_ photo: Photo) {
    let ink = ink
    fill(ink, alpha: CellArt.fieldStrength)
    switch photo.state {
    case .awaited: if adw_get_enable_animations(widget) != 0 { drawShimmer(ink) }
    case .failed:
      let side = min(48, min(width, height) / 3)
      drawIcon(
        "image-missing-symbolic", ink, alpha: 0.55, x: (width - side) / 2, y: (height - side) / 2,
        side: side)
    case .stored: break
    }
  }

  /// Draws a picture so that it fills the cell, cropped; or fits in it if `whole`.
  package func draw(_ texture: OpaquePointer, whole: Bool) {
    let (w, h) = (Double(gdk_texture_get_width(texture)), Double(gdk_texture_get_height(texture)))
    let scale = whole ? min(width / w, height / h) : max(width / w, height / h)
    var frame = graphene_rect_t(x: 0, y: 0, width: width, height: height)
    var picture = graphene_rect_t(
      x: (width - w * scale) / 2, y: (height - h * scale) / 2, width: w * scale, height: h * scale)
    gtk_snapshot_push_clip(snapshot, &frame)
    gtk_snapshot_append_texture(snapshot, texture, &picture)
    gtk_snapshot_pop(snapshot)
  }

  /// Draws the heart of a favourite in an upper corner.
  package func drawHeart() {
    let (side, disc, margin) = CellArt.heart
    let isLeftToRight = gtk_widget_get_direction(widget) != GTK_TEXT_DIR_RTL
    let (x, y) = (isLeftToRight ? width - margin - disc : margin, margin)
    var area = graphene_rect_t(x: x, y: y, width: disc, height: disc)
    var round = GskRoundedRect()
    gsk_rounded_rect_init_from_rect(&round, &area, Float(disc / 2))
    // Red is seen on white, whatever the photo is like.
    var ground = GdkRGBA(red: 1, green: 1, blue: 1, alpha: 0.9)
    gtk_snapshot_push_rounded_clip(snapshot, &round)
    gtk_snapshot_append_color(snapshot, &ground, &area)
    gtk_snapshot_pop(snapshot)
    // As that of the viewer's button in `style.css`.
    let red = GdkRGBA(red: 0.878, green: 0.106, blue: 0.141, alpha: 1)
    drawIcon(
      "heart-filled-symbolic", red, x: x + (disc - side) / 2, y: y + (disc - side) / 2, side: side
    )
  }

  /// Draws the placeholder's background over a picture that is fading in.
  ///
  /// It looks like a translucent picture, but needs no offscreen rendering, which would take most
  /// of a frame's time without a graphics card.
  package func drawVeil(opacity: Double) {
    var (ground, ink) = (GdkRGBA(), ink)
    let style = gtk_widget_get_style_context(widget)
    guard gtk_style_context_lookup_color(style, "window_bg_color", &ground) != 0 else { return }
    let share = CellArt.fieldStrength
    for channel: WritableKeyPath<GdkRGBA, Float> in [\.red, \.green, \.blue] {
      ink[keyPath: channel] = ground[keyPath: channel] * (1 - share) + ink[keyPath: channel] * share
    }
    fill(ink, alpha: Float(opacity))
  }

  private var ink: GdkRGBA {
    var ink = GdkRGBA()
    gtk_style_context_get_color(gtk_widget_get_style_context(widget), &ink)
    return ink
  }

  private func fill(_ color: GdkRGBA, alpha: Float) {
    var color = color
    color.alpha = alpha
    var frame = graphene_rect_t(x: 0, y: 0, width: width, height: height)
    gtk_snapshot_append_color(snapshot, &color, &frame)
  }

  /// Draws a soft pulse, in phase in all cells.
  private func drawShimmer(_ ink: GdkRGBA) {
    let seconds = Double(g_get_monotonic_time()) / 1_000_000
    let phase = (seconds / CellArt.shimmerPeriod).truncatingRemainder(dividingBy: 1)
    let strength = Float(0.5 - 0.5 * cos(phase * 2 * .pi)) * 0.07
    fill(ink, alpha: strength)
  }

  private func drawIcon(
    _ name: String, _ ink: GdkRGBA, alpha: Float = 1, x: Double, y: Double, side: Double
  ) {
    let theme = gtk_icon_theme_get_for_display(gtk_widget_get_display(widget))
    let icon = gtk_icon_theme_lookup_icon(
      theme, name, nil, Int32(side), gtk_widget_get_scale_factor(widget),
      gtk_widget_get_direction(widget), GTK_ICON_LOOKUP_FORCE_SYMBOLIC)
    guard let icon else { return }
    defer { g_object_unref(UnsafeMutableRawPointer(icon)) }
    var ink = ink
    ink.alpha = alpha
    var corner = graphene_point_t(x: Float(x), y: Float(y))
    gtk_snapshot_save(snapshot)
    gtk_snapshot_translate(snapshot, &corner)
    gtk_symbolic_paintable_snapshot_symbolic(icon, snapshot, side, side, &ink, 1)
    gtk_snapshot_restore(snapshot)
  }
}
