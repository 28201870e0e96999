import CAdwaita
import CGLib
import GLibBridge

/// The picture of a pin, drawn once for each scale of the screen.
enum PinArt {
  /// The size of the picture in pixels; the middle of its lower edge is the pin's tip.
  static let width = 30.0
  static let height = 40.0

  private static var textures: [Int32: Ref<OpaquePointer>] = [:]

  /// The picture for a screen that shows so many device pixels to a pixel.
  static func texture(scale: Int32) -> OpaquePointer {
    if let texture = textures[scale] { return texture.pointer }
    let texture = Ref(adopting: draw(scale: Double(scale)))
    textures[scale] = texture
    return texture.pointer
  }

  private static func draw(scale: Double) -> OpaquePointer {
    let surface = cairo_image_surface_create(
      CAIRO_FORMAT_ARGB32, Int32(width * scale), Int32(height * scale))!
    defer { cairo_surface_destroy(surface) }
    let cairo = cairo_create(surface)!
    cairo_scale(cairo, scale, scale)
    drawShadow(cairo)
    drawBody(cairo)
    cairo_destroy(cairo)
    cairo_surface_flush(surface)

    let stride = Int(cairo_image_surface_get_stride(surface))
    let rows = Int(cairo_image_surface_get_height(surface))
    let bytes = Bytes(
      adopting: g_bytes_new(cairo_image_surface_get_data(surface), gsize(stride * rows)))
    return gdk_memory_texture_new(
      cairo_image_surface_get_width(surface), cairo_image_surface_get_height(surface),
      GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, bytes.pointer, gsize(stride))
  }

  /// A soft spot at the tip, which makes the pin stand on the map.
  private static func drawShadow(_ cairo: OpaquePointer) {
    cairo_save(cairo)
    cairo_translate(cairo, width / 2, height - 2)
    cairo_scale(cairo, 7, 2)
    cairo_arc(cairo, 0, 0, 1, 0, 2 * .pi)
    cairo_restore(cairo)
    cairo_set_source_rgba(cairo, 0, 0, 0, 0.3)
    cairo_fill(cairo)
  }

  /// A drop that hangs upside down: a disc, and two curves from its sides to the tip.
  private static func drawBody(_ cairo: OpaquePointer) {
    let (x, y, radius) = (width / 2, 14.0, 12.5)
    let shoulder = 0.35
    cairo_arc(cairo, x, y, radius, .pi - shoulder, shoulder)
    cairo_curve_to(cairo, x + 9, y + 13, x + 2, y + 19, x, height)
    cairo_curve_to(cairo, x - 2, y + 19, x - 9, y + 13, x - 11.75, y + 4.3)
    cairo_close_path(cairo)
    cairo_set_source_rgb(cairo, 0.88, 0.11, 0.14)
    cairo_fill_preserve(cairo)
    cairo_set_source_rgb(cairo, 0.60, 0.05, 0.10)
    cairo_set_line_width(cairo, 1)
    cairo_stroke(cairo)
    cairo_arc(cairo, x, y, 5, 0, 2 * .pi)
    cairo_set_source_rgb(cairo, 1, 1, 1)
    cairo_fill(cairo)
  }
}
