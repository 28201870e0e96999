import CAdwaita
import CGLib
import GLibBridge

/// The pictures of markers, drawn once for each scale of the screen.
///
/// As pictures they cost what a tile costs; as rounded boxes of the style they would be the only
/// ones on the map, and what it takes to draw the first of them would hold up the start.
enum MarkerArt: Hashable {
  /// A pin; the middle of its lower edge is the tip.
  case pin
  /// The disc behind a number of pins.
  case disc

  /// The size of the pictures and of what can be pressed, in pixels: that of a fingertip.
  static let side = 40.0

  private static var textures: [Key: Ref<OpaquePointer>] = [:]

  private struct Key: Hashable {
    var art: MarkerArt
    var scale: Int32
  }

  /// The picture for a screen that shows so many device pixels to a pixel.
  func texture(scale: Int32) -> OpaquePointer {
    let key = Key(art: self, scale: scale)
    if let texture = MarkerArt.textures[key] { return texture.pointer }
    let texture = Ref(adopting: draw(scale: Double(scale)))
    MarkerArt.textures[key] = texture
    return texture.pointer
  }

  private func draw(scale: Double) -> OpaquePointer {
    let pixels = Int32(MarkerArt.side * scale)
    let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, pixels, pixels)!
    defer { cairo_surface_destroy(surface) }
    let cairo = cairo_create(surface)!
    cairo_scale(cairo, scale, scale)
    switch self {
    case .pin:
      drawShadow(cairo)
      drawBody(cairo)
    case .disc: drawDisc(cairo)
    }
    cairo_destroy(cairo)
    cairo_surface_flush(surface)

    let stride = Int(cairo_image_surface_get_stride(surface))
    let bytes = Bytes(
      adopting: g_bytes_new(cairo_image_surface_get_data(surface), gsize(stride * Int(pixels))))
    return gdk_memory_texture_new(
      pixels, pixels, GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, bytes.pointer, gsize(stride))
  }
}

extension MarkerArt {
  /// A soft spot at the tip, which makes the pin stand on the map.
  private func drawShadow(_ cairo: OpaquePointer) {
    cairo_save(cairo)
    cairo_translate(cairo, MarkerArt.side / 2, MarkerArt.side - 2)
    cairo_scale(cairo, 7, 2)
    cairo_arc(cairo, 0, 0, 1, 0, 2 * .pi)
    cairo_restore(cairo)
    cairo_set_source_rgba(cairo, 0, 0, 0, 0.3)
    cairo_fill(cairo)
  }

  /// A drop that hangs upside down: a disc, and two curves from its sides to the tip.
  private func drawBody(_ cairo: OpaquePointer) {
    let (x, y, radius) = (MarkerArt.side / 2, 14.0, 12.5)
    let shoulder = 0.35
    cairo_arc(cairo, x, y, radius, .pi - shoulder, shoulder)
    cairo_curve_to(cairo, x + 9, y + 13, x + 2, y + 19, x, MarkerArt.side)
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

  /// A red disc in a white ring, with a little shadow around it.
  private func drawDisc(_ cairo: OpaquePointer) {
    let middle = MarkerArt.side / 2
    for (radius, red, green, blue, alpha) in [
      (20.0, 0.0, 0.0, 0.0, 0.12), (19, 0, 0, 0, 0.18), (18, 1, 1, 1, 1), (16, 0.75, 0.11, 0.16, 1),
    ] {
      cairo_arc(cairo, middle, middle, radius, 0, 2 * .pi)
      cairo_set_source_rgba(cairo, red, green, blue, alpha)
      cairo_fill(cairo)
    }
  }
}
