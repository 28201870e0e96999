import CAdwaita
import CGLib
import GLibBridge

/// A text with a halo, readable over a border or a coast, as a picture.
///
/// Written out it would be five texts in every frame.
struct HaloText {
  private let texture: Ref<OpaquePointer>
  private let width: Double
  private let height: Double

  /// How far the halo reaches beyond the text, in pixels.
  private static let reach = 1.0

  /// Draws a laid-out text for a screen that shows so many device pixels to a pixel.
  init(_ layout: Ref<OpaquePointer>, ink: GdkRGBA, halo: GdkRGBA, scale: Int) {
    var (pixelWidth, pixelHeight): (Int32, Int32) = (0, 0)
    pango_layout_get_pixel_size(layout.pointer, &pixelWidth, &pixelHeight)
    (width, height) = (
      Double(pixelWidth) + 2 * HaloText.reach, Double(pixelHeight) + 2 * HaloText.reach
    )
    let surface = cairo_image_surface_create(
      CAIRO_FORMAT_ARGB32, Int32(width) * Int32(scale), Int32(height) * Int32(scale))!
    defer { cairo_surface_destroy(surface) }
    let cairo = cairo_create(surface)!
    cairo_scale(cairo, Double(scale), Double(scale))
    let steps = [(-1.0, 0.0), (1, 0), (0, -1), (0, 1)]
    for (dx, dy, color) in steps.map({ ($0.0, $0.1, halo) }) + [(0, 0, ink)] {
      var color = color
      gdk_cairo_set_source_rgba(cairo, &color)
      cairo_move_to(cairo, HaloText.reach * (1 + dx), HaloText.reach * (1 + dy))
      pango_cairo_show_layout(cairo, layout.pointer)
    }
    cairo_destroy(cairo)
    texture = makeTexture(of: surface)
  }

  /// Draws it with the text's left upper corner at a point.
  func append(to snapshot: OpaquePointer, x: Double, y: Double) {
    var area = graphene_rect_t(
      origin: graphene_point_t(x: Float(x - HaloText.reach), y: Float(y - HaloText.reach)),
      size: graphene_size_t(width: Float(width), height: Float(height)))
    gtk_snapshot_append_texture(snapshot, texture.pointer, &area)
  }
}
