package import CCairo
import CGLib
package import GLibBridge

/// An image in memory, and the cairo context for painting on it.
package final class Painting {
  package let surface: OpaquePointer
  package let cairo: OpaquePointer
  private let count: Int

  /// Makes an empty image with 32 bits for each pixel; without the memory, painting has no effect.
  package init(width: Int, height: Int, _ format: cairo_format_t = CAIRO_FORMAT_RGB24) {
    surface = cairo_image_surface_create(format, Int32(width), Int32(height))!
    cairo = cairo_create(surface)!
    count = width * height
  }

  deinit {
    cairo_destroy(cairo)
    cairo_surface_destroy(surface)
  }

  /// Paints the image on another one, larger and softly, with the corner of its pixel `first` in each
  /// direction at the origin.
  func paint(on cairo: OpaquePointer, enlargedBy factor: Int, from first: Int) {
    let pattern = cairo_pattern_create_for_surface(surface)!
    var matrix = cairo_matrix_t()
    let (share, corner) = (1 / Double(factor), Double(first))
    cairo_matrix_init(&matrix, share, 0, 0, share, corner, corner)
    cairo_pattern_set_matrix(pattern, &matrix)
    cairo_pattern_set_filter(pattern, CAIRO_FILTER_BILINEAR)
    cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
    cairo_set_source(cairo, pattern)
    cairo_paint(cairo)
    cairo_pattern_destroy(pattern)
  }

  /// Lets `body` write the pixels, row by row; without the memory there are none.
  func setPixels(_ body: (UnsafeMutableBufferPointer<UInt32>) -> Void) {
    cairo_surface_flush(surface)
    guard let data = cairo_image_surface_get_data(surface) else { return }
    body(
      UnsafeMutableBufferPointer(
        start: UnsafeMutableRawPointer(data).assumingMemoryBound(to: UInt32.self), count: count))
    cairo_surface_mark_dirty(surface)
  }

  /// Passes the pixels, row by row, to `body`; nil without the memory.
  func withPixels<Value>(_ body: (UnsafeBufferPointer<UInt32>) -> Value) -> Value? {
    cairo_surface_flush(surface)
    guard let data = cairo_image_surface_get_data(surface) else { return nil }
    // The rows of both formats have no padding.
    return body(
      UnsafeBufferPointer(
        start: UnsafeRawPointer(data).assumingMemoryBound(to: UInt32.self), count: count))
  }

  /// Copies an opaque image as rows of RGB bytes; nil without the memory.
  package func rgb() -> Bytes? {
    copy(bytes: 3) { pixel, byte in
      byte[0] = UInt8(truncatingIfNeeded: pixel >> 16)
      byte[1] = UInt8(truncatingIfNeeded: pixel >> 8)
      byte[2] = UInt8(truncatingIfNeeded: pixel)
    }
  }

  /// Copies an image with alpha as rows of RGBA bytes, which are not premultiplied; nil without the memory.
  package func rgba() -> Bytes? {
    copy(bytes: 4) { pixel, byte in
      let alpha = pixel >> 24
      func straight(_ channel: UInt32) -> UInt8 {
        alpha == 0 ? 0 : UInt8(min(255, (channel & 0xFF) * 255 / alpha))
      }
      (byte[0], byte[1], byte[2]) = (straight(pixel >> 16), straight(pixel >> 8), straight(pixel))
      byte[3] = UInt8(alpha)
    }
  }

  /// Copies all pixels, each by `body` to some bytes.
  @inline(__always)
  private func copy(
    bytes: Int, _ body: (_ pixel: UInt32, _ to: UnsafeMutablePointer<UInt8>) -> Void
  ) -> Bytes? {
    guard let copy = g_try_malloc(gsize(bytes * count)) else { return nil }
    var byte = copy.assumingMemoryBound(to: UInt8.self)
    let isCopied: Void? = withPixels { pixels in
      for pixel in pixels {
        body(pixel, byte)
        byte += bytes
      }
    }
    let copied = Bytes(adopting: g_bytes_new_take(copy, gsize(bytes * count)))
    return isCopied == nil ? nil : copied
  }
}
