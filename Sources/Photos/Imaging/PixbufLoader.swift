import CGLib
import CPixbuf
import TravelModel

/// Decoded pixels of gdk-pixbuf, used from one thread at a time.
struct Pixbuf: ~Copyable {
  let pointer: OpaquePointer

  /// Takes over a reference the caller owns.
  init(adopting pointer: OpaquePointer) { self.pointer = pointer }

  deinit { g_object_unref(UnsafeMutableRawPointer(pointer)) }
}

/// What a loader is to decode to, and what it has found before it begins.
private struct Decoding {
  let size: PixelSize
  var isTooLarge = false
}

/// Decodes a file by the one loader of gdk-pixbuf that its kind needs.
///
/// It may find another size in the file than the header's reader did: what is too large is not begun.
func decode(
  _ file: RegularFile, _ kind: PictureKind, to size: PixelSize
) throws(PhotoFailure) -> Pixbuf {
  // WebP's loader is a package of its own: without it, WebP is a kind that is not shown.
  guard let loader = gdk_pixbuf_loader_new_with_type(kind.rawValue, nil) else {
    throw .notAPicture
  }
  defer { g_object_unref(loader) }
  var decoding = Decoding(size: size)
  let isDecoded = withUnsafeMutablePointer(to: &decoding) { decoding in
    let prepared:
      @convention(c) (UnsafeMutablePointer<GdkPixbufLoader>, gint, gint, gpointer) -> Void = {
        let decoding = $3.assumingMemoryBound(to: Decoding.self)
        decoding.pointee.isTooLarge = PictureHeader.isTooLarge(
          PixelSize(width: Int($1), height: Int($2)))
        // Loaders refuse to decode to a size of zero.
        let size =
          decoding.pointee.isTooLarge ? PixelSize(width: 0, height: 0) : decoding.pointee.size
        gdk_pixbuf_loader_set_size($0, Int32(size.width), Int32(size.height))
      }
    g_signal_connect_data(
      loader, "size-prepared", unsafeBitCast(prepared, to: GCallback.self), decoding, nil,
      GConnectFlags(rawValue: 0))
    var isWritten = true
    var offset = 0
    while isWritten, !decoding.pointee.isTooLarge, offset < file.count {
      let bytes = file.bytes(at: offset, count: min(64 << 10, file.count - offset))
      isWritten =
        !bytes.isEmpty
        && gdk_pixbuf_loader_write(loader, bytes, gsize(bytes.count), nil) != 0
      offset += bytes.count
    }
    // A loader has to be closed even after it failed.
    return gdk_pixbuf_loader_close(loader, nil) != 0 && isWritten
  }
  guard !decoding.isTooLarge else { throw .tooLarge }
  guard isDecoded, let pixbuf = gdk_pixbuf_loader_get_pixbuf(loader) else { throw .damaged }
  return Pixbuf(adopting: OpaquePointer(g_object_ref(UnsafeMutableRawPointer(pixbuf))))
}
