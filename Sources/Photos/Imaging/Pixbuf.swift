import CGLib
import CPixbuf
import GLibBridge
import TravelModel

/// A GdkPixbuf, used from one thread at a time.
final class Pixbuf {
  let pointer: OpaquePointer

  /// Takes ownership of a reference; nil if a function had no memory for the pixels.
  init?(adopting pointer: OpaquePointer?) {
    guard let pointer else { return nil }
    self.pointer = pointer
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(pointer)) }

  var size: PixelSize {
    PixelSize(
      width: Int(gdk_pixbuf_get_width(pointer)), height: Int(gdk_pixbuf_get_height(pointer)))
  }

  var hasAlpha: Bool { gdk_pixbuf_get_has_alpha(pointer) != 0 }

  /// The picture in another size; nil without the memory.
  func scaled(to target: PixelSize) -> Pixbuf? {
    guard target != size else { return self }
    return Pixbuf(
      adopting: gdk_pixbuf_scale_simple(
        pointer, Int32(target.width), Int32(target.height), GDK_INTERP_BILINEAR))
  }

  /// The picture rotated upright; nil without the memory.
  func upright(from orientation: Orientation) -> Pixbuf? {
    guard orientation != .upright else { return self }
    // Scaling drops the orientation.
    gdk_pixbuf_set_option(pointer, "orientation", String(orientation.rawValue))
    return Pixbuf(adopting: gdk_pixbuf_apply_embedded_orientation(pointer))
  }

  /// The picture as a JPEG file, on white where it is transparent; nil without the memory.
  func jpeg(quality: Int) -> [UInt8]? {
    if hasAlpha {
      let white: UInt32 = 0xFFFFFF
      let square: Int32 = 1 << 10
      return Pixbuf(
        adopting: gdk_pixbuf_composite_color_simple(
          pointer, Int32(size.width), Int32(size.height), GDK_INTERP_NEAREST, 255, square, white,
          white))?.jpeg(quality: quality)
    }
    var buffer: UnsafeMutablePointer<gchar>?
    var length: gsize = 0
    var keys = [g_strdup("quality"), nil]
    var values = [g_strdup(String(quality)), nil]
    defer { for text in keys + values { g_free(text) } }
    guard
      gdk_pixbuf_save_to_bufferv(pointer, &buffer, &length, "jpeg", &keys, &values, nil) != 0,
      let buffer
    else { return nil }
    defer { g_free(buffer) }
    return Array(UnsafeRawBufferPointer(start: buffer, count: Int(length)))
  }
}
