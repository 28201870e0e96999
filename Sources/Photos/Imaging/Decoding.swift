import CGLib
import CPixbuf
import Files
import TravelModel

/// The decoding of a file by gdk-pixbuf's loader (`GdkPixbufLoader`).
struct Decoding {
  private let kind: PictureKind
  /// The cell that the pixels must cover; nil if only size and orientation are wanted.
  private let cell: PixelSize?
  /// The most pixels that the picture may have.
  private let pixelLimit: Int
  /// The size found by the loader; nil if the file ends before it.
  private(set) var storedSize: PixelSize?
  private(set) var orientation = Orientation.upright
  /// Whether the loader has pixels; a GIF may have none, and then must not be asked for them.
  private var hasPixels = false
  /// Whether everything wanted is known.
  private var hasEnded = false

  init(_ kind: PictureKind, covering cell: PixelSize?, pixelLimit: Int) {
    (self.kind, self.cell, self.pixelLimit) = (kind, cell, pixelLimit)
  }

  var isTooLarge: Bool {
    storedSize.map { PictureHeader.isTooLarge($0, pixelLimit: pixelLimit) } ?? false
  }

  /// Feeds the file to the loader, piece by piece, until everything wanted is known.
  ///
  /// Returns pixels that cover the cell, of at most the original size; nil if none are wanted, or
  /// they cannot be decoded.
  mutating func decode(_ file: OpenFile) throws(PictureFailure) -> Pixbuf? {
    // The loaders of WebP, HEIC and AVIF are packages of their own, without which these kinds are
    // not supported.
    guard let loader = gdk_pixbuf_loader_new_with_type(kind.rawValue, nil) else {
      throw .notAPicture
    }
    defer { g_object_unref(loader) }
    // The loader decodes the pixels in a piece even if they are not wanted.
    let piece = cell == nil && !kind.isDecodedAtEnd ? 128 : 64 << 10
    let isDecoded = withUnsafeMutablePointer(to: &self) { decoding in
      decoding.pointee.connect(loader, decoding)
      var isWritten = true
      var offset = 0
      while isWritten, !decoding.pointee.hasEnded, offset < file.size {
        let bytes = file.bytes(at: offset, count: min(piece, file.size - offset))
        isWritten =
          !bytes.isEmpty && gdk_pixbuf_loader_write(loader, bytes, gsize(bytes.count), nil) != 0
        offset += bytes.count
      }
      // A loader must be closed even after a failure.
      return gdk_pixbuf_loader_close(loader, nil) != 0 && isWritten
    }
    guard isDecoded, hasPixels, !hasEnded, let pixbuf = gdk_pixbuf_loader_get_pixbuf(loader) else {
      return nil
    }
    return Pixbuf(adopting: OpaquePointer(g_object_ref(UnsafeMutableRawPointer(pixbuf))))
  }

  private func connect(
    _ loader: UnsafeMutablePointer<GdkPixbufLoader>, _ decoding: UnsafeMutablePointer<Decoding>
  ) {
    let sizeIsKnown:
      @convention(c) (UnsafeMutablePointer<GdkPixbufLoader>, gint, gint, gpointer) -> Void = {
        let decoding = $3.assumingMemoryBound(to: Decoding.self)
        let size = decoding.pointee.size(for: PixelSize(width: Int($1), height: Int($2)))
        gdk_pixbuf_loader_set_size($0, Int32(size.width), Int32(size.height))
      }
    let pixelsBegin: @convention(c) (UnsafeMutablePointer<GdkPixbufLoader>, gpointer) -> Void = {
      $1.assumingMemoryBound(to: Decoding.self).pointee.begin($0)
    }
    for (signal, handler) in [
      ("size-prepared", unsafeBitCast(sizeIsKnown, to: GCallback.self)),
      ("area-prepared", unsafeBitCast(pixelsBegin, to: GCallback.self)),
    ] {
      g_signal_connect_data(loader, signal, handler, decoding, nil, GConnectFlags(rawValue: 0))
    }
  }

  /// Receives the size of the picture, and returns the size to decode to.
  private mutating func size(for stored: PixelSize) -> PixelSize {
    storedSize = stored
    if kind.isDecodedAtEnd {
      // The pixels are there already, and the loaders' own scaling is no better than ours.
      hasEnded = cell == nil || isTooLarge
      return stored
    }
    // All loaders but WebP's refuse to decode to a size of zero.
    let least = kind == .webp ? PixelSize(width: 1, height: 1) : PixelSize(width: 0, height: 0)
    guard !isTooLarge else {
      hasEnded = true
      return least
    }
    guard kind == .jpeg else {
      // Even the size of an animated WebP needs the whole file: its loader rejects a part.
      if cell == nil { hasEnded = kind != .webp }
      return cell.map(stored.scaled(toCover:)) ?? least
    }
    // The JPEG loader keeps the orientation if libjpeg has done all the scaling.
    let parts = [8, 4, 2].map {
      PixelSize(width: (stored.width + $0 - 1) / $0, height: (stored.height + $0 - 1) / $0)
    }
    // The orientation is known after the size and before the pixels.
    guard let cell else { return parts[0] }
    let needs = [cell, cell.turned].map(stored.scaled(toCover:))
    return parts.first { part in
      needs.allSatisfy { $0.width <= part.width && $0.height <= part.height }
    } ?? stored
  }

  /// Receives the orientation, before there are pixels.
  private mutating func begin(_ loader: UnsafeMutablePointer<GdkPixbufLoader>) {
    hasPixels = true
    if cell == nil { hasEnded = true }
    // Loaders of animations must not be asked before the end.
    guard kind == .jpeg, let pixbuf = gdk_pixbuf_loader_get_pixbuf(loader),
      let number = gdk_pixbuf_get_option(pixbuf, "orientation")
    else { return }
    orientation = Int(String(cString: number)).flatMap(Orientation.init) ?? .upright
  }
}
