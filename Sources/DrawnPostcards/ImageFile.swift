import CGLib
import CPixbuf
import GLibBridge
import TravelModel

/// Makes files of cards.
enum ImageFile {
  /// High enough that letters show no artefacts.
  private static let quality = "92"

  /// Encodes the rows of a page as JPEG.
  static func jpeg(of page: Page) -> [UInt8]? {
    let (width, height) = (Int32(Page.size.width), Int32(Page.size.height))
    guard let pixels = page.pixels(),
      let image = gdk_pixbuf_new_from_bytes(
        pixels.pointer, GDK_COLORSPACE_RGB, 0, 8, width, height, width * 3)
    else { return nil }
    defer { g_object_unref(UnsafeMutableRawPointer(image)) }
    var buffer: UnsafeMutablePointer<gchar>?
    var length: gsize = 0
    let isEncoded = quality.withCString { quality in
      "quality".withCString { key in
        var keys: [UnsafeMutablePointer<CChar>?] = [UnsafeMutablePointer(mutating: key), nil]
        var values: [UnsafeMutablePointer<CChar>?] = [UnsafeMutablePointer(mutating: quality), nil]
        return gdk_pixbuf_save_to_bufferv(image, &buffer, &length, "jpeg", &keys, &values, nil)
      }
    }
    guard isEncoded != 0, let buffer else { return nil }
    defer { g_free(buffer) }
    return Array(UnsafeRawBufferPointer(start: buffer, count: Int(length)))
  }
}
