import CGLib
import CPixbuf
import Glibc
import Travels

/// Decoded pixels of gdk-pixbuf, used from one thread at a time.
struct Pixbuf: ~Copyable {
  let pointer: OpaquePointer

  /// Takes over a reference the caller owns.
  init(adopting pointer: OpaquePointer) { self.pointer = pointer }

  deinit { g_object_unref(UnsafeMutableRawPointer(pointer)) }
}

/// Decodes a file by the one loader of gdk-pixbuf that its kind needs.
func decode(
  _ file: RegularFile, _ kind: PictureKind, to size: PixelSize
) throws(PhotoFailure) -> Pixbuf {
  // WebP's loader is a package of its own: without it, WebP is a kind that is not shown.
  guard let loader = gdk_pixbuf_loader_new_with_type(kind.rawValue, nil) else {
    throw .notAPicture
  }
  defer { g_object_unref(loader) }
  var wanted = (width: Int32(size.width), height: Int32(size.height))
  let isDecoded = withUnsafeMutablePointer(to: &wanted) { wanted in
    let prepared:
      @convention(c) (UnsafeMutablePointer<GdkPixbufLoader>, gint, gint, gpointer) -> Void = {
        let wanted = $3.assumingMemoryBound(to: (width: Int32, height: Int32).self)
        gdk_pixbuf_loader_set_size($0, wanted.pointee.width, wanted.pointee.height)
      }
    g_signal_connect_data(
      loader, "size-prepared", unsafeBitCast(prepared, to: GCallback.self), wanted, nil,
      GConnectFlags(rawValue: 0))
    var isWritten = true
    var offset = 0
    while isWritten, offset < file.count {
      let bytes = file.bytes(at: offset, count: min(64 << 10, file.count - offset))
      isWritten =
        !bytes.isEmpty
        && gdk_pixbuf_loader_write(loader, bytes, gsize(bytes.count), nil) != 0
      offset += bytes.count
    }
    // A loader has to be closed even after it failed.
    return gdk_pixbuf_loader_close(loader, nil) != 0 && isWritten
  }
  guard isDecoded, let pixbuf = gdk_pixbuf_loader_get_pixbuf(loader) else { throw .damaged }
  return Pixbuf(adopting: OpaquePointer(g_object_ref(UnsafeMutableRawPointer(pixbuf))))
}
