import CGLib
import CPixbuf
import GLibBridge
import TravelModel

extension DecodedPicture {
  /// The picture as a JPEG file, on white where it is transparent; nil without the memory.
  ///
  /// `quality` is libjpeg's, 1 to 100.
  public func jpeg(quality: Int) -> [UInt8]? {
    let (width, height) = (Int32(size.width), Int32(size.height))
    guard
      var image = gdk_pixbuf_new_from_bytes(
        pixels.pointer, GDK_COLORSPACE_RGB, hasAlpha ? 1 : 0, 8, width, height, Int32(stride))
    else { return nil }
    if hasAlpha {
      let white: UInt32 = 0xFFFFFF
      let square: Int32 = 1 << 10
      let flat = gdk_pixbuf_composite_color_simple(
        image, width, height, GDK_INTERP_NEAREST, 255, square, white, white)
      g_object_unref(UnsafeMutableRawPointer(image))
      guard let flat else { return nil }
      image = flat
    }
    defer { g_object_unref(UnsafeMutableRawPointer(image)) }
    var buffer: UnsafeMutablePointer<gchar>?
    var length: gsize = 0
    let isEncoded = String(quality).withCString { quality in
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
