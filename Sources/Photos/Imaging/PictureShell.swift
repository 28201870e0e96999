/// What gdk-pixbuf's loaders do not report: whether a file is truncated, and how much work and
/// memory decoding takes.
///
/// It is read from the bytes around the pixels.
struct PictureShell {
  /// Whether the file contains the end of its picture.
  ///
  /// The loaders of JPEG, PNG and WebP report a missing end; that of GIF does not.
  private(set) var isClosed = true
  /// The most pixels the picture may have to be decoded.
  private(set) var pixelLimit = PictureHeader.pixelLimit

  /// The last chunk of a PNG after its length: its name and its checksum.
  static let endOfPNG = Array("IEND".utf8) + [0xAE, 0x42, 0x60, 0x82]

  /// The most pixels of an animated WebP, which is decoded into two canvases of its full size.
  private static let animationLimit = 16_000_000
  /// The most pixels of a JPEG with several scans, whose coefficients, two to six bytes for each
  /// pixel, stay in memory until its end.
  private static let scansLimit = 50_000_000
  /// The most scans of a JPEG.
  ///
  /// Each costs as much as the first; encoders make about a dozen, a decompression bomb thousands.
  private static let mostScans = 100

  /// Reads the whole content of a file.
  init(_ kind: PictureKind, _ bytes: [UInt8]) {
    switch kind {
    case .jpeg:
      let scans = JPEGScans(bytes)
      isClosed = scans.isClosed
      if scans.count > 1 {
        pixelLimit = scans.count > PictureShell.mostScans ? 0 : PictureShell.scansLimit
      }
    case .png:
      let end = PictureShell.endOfPNG
      isClosed = bytes.suffix(end.count) == end[...] || bytes.firstRange(of: end) != nil
    case .webp:
      isClosed = PictureShell.lengthOfWebP(bytes) <= bytes.count
      // The flags of an extended WebP say whether it is animated.
      let flags = bytes.dropFirst(20).first ?? 0
      if bytes.dropFirst(12).starts(with: "VP8X".utf8), flags & 0x02 != 0 {
        pixelLimit = PictureShell.animationLimit
      }
    case .gif: break
    }
  }

  /// The length of a WebP file, from its first eight bytes.
  static func lengthOfWebP(_ bytes: [UInt8]) -> Int {
    8 + bytes.dropFirst(4).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}

/// The scans of a JPEG, found by walking from marker to marker.
private struct JPEGScans {
  /// How many times the file covers the pixels.
  private(set) var count = 0
  /// Whether an end marker follows them.
  private(set) var isClosed = false

  init(_ bytes: [UInt8]) {
    var place = 2
    while place + 1 < bytes.count {
      let marker = bytes[place + 1]
      switch marker {
      case _ where bytes[place] != 0xFF, 0xFF:
        place += 1  // Pixels, stray and fill bytes.
      case 0x00, 0x01, 0xD0...0xD8:
        place += 2  // These have no content.
      case 0xD9 where count > 0:
        isClosed = true
        return
      default:
        if marker == 0xDA { count += 1 }
        guard place + 3 < bytes.count else { return }
        place += 2 + Int(bytes[place + 2]) << 8 + Int(bytes[place + 3])
      }
    }
    // An apparent marker in damaged pixels may lead beyond the end.
    isClosed = count > 0 && bytes.suffix(2) == [0xFF, 0xD9]
  }
}
