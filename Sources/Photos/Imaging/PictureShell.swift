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
  /// The most boxes that may come before the pixels of a HEIC or AVIF; encoders make a few.
  private static let mostBoxes = 100

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
    case .heic, .avif:
      isClosed = PictureShell.hasPictureBoxes(bytes.count) { bytes.dropFirst($0).prefix($1) }
    case .gif: break
    }
  }

  /// Whether the boxes of a HEIC or AVIF are there that describe and contain its pixels.
  ///
  /// `bytes` returns those at an offset, of a number at most.
  static func hasPictureBoxes(
    _ size: Int, _ bytes: (_ offset: Int, _ count: Int) -> some Collection<UInt8>
  ) -> Bool {
    var missing: Set = ["meta", "mdat"]
    var place = 0
    for _ in 0..<mostBoxes where place < size {
      let head = Array(bytes(place, 16))
      guard head.count >= 8 else { return false }
      func number(_ part: some Collection<UInt8>) -> Int { part.reduce(0) { $0 << 8 | Int($1) } }
      var length = number(head[..<4])
      // Zero means up to the end of the file, and one that the length follows the name.
      if length == 0 { length = size - place }
      if length == 1 { length = number(head[8...]) }
      guard length >= 8, length <= size - place else { return false }
      missing.remove(String(decoding: head[4..<8], as: UTF8.self))
      if missing.isEmpty { return true }
      place += length
    }
    return false
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
