import CCairo
import CGLib
package import GLibBridge

/// Copies an opaque surface as rows of RGB pixels, a byte for each colour; nil without the memory.
package func rgbRows(of surface: OpaquePointer) -> Bytes? {
  cairo_surface_flush(surface)
  let width = Int(cairo_image_surface_get_width(surface))
  let height = Int(cairo_image_surface_get_height(surface))
  let stride = Int(cairo_image_surface_get_stride(surface))
  let count = 3 * width * height
  guard let data = cairo_image_surface_get_data(surface), let copy = g_try_malloc(gsize(count))
  else { return nil }
  var byte = copy.assumingMemoryBound(to: UInt8.self)
  for row in 0..<height {
    let pixels = UnsafeRawPointer(data + row * stride).assumingMemoryBound(to: UInt32.self)
    for column in 0..<width {
      let pixel = pixels[column]
      byte[0] = UInt8(truncatingIfNeeded: pixel >> 16)
      byte[1] = UInt8(truncatingIfNeeded: pixel >> 8)
      byte[2] = UInt8(truncatingIfNeeded: pixel)
      byte += 3
    }
  }
  return Bytes(adopting: g_bytes_new_take(copy, gsize(count)))
}
