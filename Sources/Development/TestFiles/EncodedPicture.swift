import CGLib
import CPixbuf

/// Pixels in a format that gdk-pixbuf can write; empty without an encoder for it.
public func encoded(
  _ pixels: OpaquePointer, as type: String, _ options: [String: String] = [:]
) -> [UInt8] {
  var buffer: UnsafeMutablePointer<gchar>?
  var count: gsize = 0
  var keys = options.keys.map { g_strdup($0) } + [nil]
  var values = options.values.map { g_strdup($0) } + [nil]
  defer { for text in keys + values { g_free(text) } }
  gdk_pixbuf_save_to_bufferv(pixels, &buffer, &count, type, &keys, &values, nil)
  defer { g_free(buffer) }
  return Array(UnsafeRawBufferPointer(start: buffer, count: Int(count)))
}

public func plainPicture(_ type: String = "jpeg", width: Int = 16, height: Int = 12) -> [UInt8] {
  let pixels = gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, Int32(width), Int32(height))!
  defer { g_object_unref(UnsafeMutableRawPointer(pixels)) }
  gdk_pixbuf_fill(pixels, 0x3366_99FF)
  return encoded(pixels, as: type)
}
