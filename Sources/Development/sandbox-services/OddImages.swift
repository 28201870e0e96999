import CAdwaita
import CGLib
import CZlib
import GLibBridge
import TestFiles

/// Images that common libraries do not write: in rare formats, broken, or made to do harm.
enum OddImages {
  static let drawing = Array(
    """
    <svg xmlns="http://www.w3.org/2000/svg" width="640" height="480">\
    <rect width="640" height="480" fill="#38b"/><circle cx="320" cy="240" r="90" fill="#fd8"/></svg>
    """.utf8)

  static let tiff: [UInt8] = {
    let pixbuf = gdk_pixbuf_new(GDK_COLORSPACE_RGB, 0, 8, 64, 48)!
    defer { g_object_unref(pixbuf.raw) }
    gdk_pixbuf_fill(pixbuf, 0x3388_bbff)
    return encoded(pixbuf, as: "tiff")
  }()

  /// A PNG of a few bytes whose pixels, of eight bits of red, green and blue, would take 7 GB.
  static let bomb = png(side: 50_000, depth: [8, 2], zeros: 16)

  /// A whole PNG of 50 kB whose pixels, of one bit, take more than a gigabyte.
  static let vastTile = png(side: 20_000, depth: [1, 0], zeros: (1 + 20_000 / 8) * 20_000)

  /// A square PNG with this many bytes of zeros as its data.
  private static func png(side: Int, depth: [UInt8], zeros: Int) -> [UInt8] {
    let size = big(side, bytes: 4)
    var length = compressBound(uLong(zeros))
    var packed = [UInt8](repeating: 0, count: Int(length))
    compress2(&packed, &length, [UInt8](repeating: 0, count: zeros), uLong(zeros), 1)
    return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
      + piece("IHDR", size + size + depth + [0, 0, 0])
      + piece("IDAT", Array(packed.prefix(Int(length)))) + piece("IEND", [])
  }

  /// The JPEG with damaged pixels; its length is the same.
  static func corrupted(_ jpeg: [UInt8]) -> [UInt8] {
    let start = startOfScan(in: jpeg)
    let middle = start + (jpeg.count - start) / 2
    var damaged = jpeg
    for index in middle..<min(middle + 300, jpeg.count - 2) {
      damaged[index] = UInt8(truncatingIfNeeded: Dice.roll(UInt64(index)))
    }
    return damaged
  }

  /// The first half of the JPEG's pixels.
  static func cut(_ jpeg: [UInt8]) -> [UInt8] {
    let start = startOfScan(in: jpeg)
    return Array(jpeg.prefix(start + (jpeg.count - start) / 2))
  }

  /// A GIF of two colours with a single frame.
  static func gif(of pixels: [Bool], width: Int) -> [UInt8] {
    let height = pixels.count / width
    let size = little(width, bytes: 2) + little(height, bytes: 2)
    // Eight-bit codes; the dictionary is cleared before longer codes would be needed.
    var codes: [UInt8] = []
    codes.reserveCapacity(pixels.count + pixels.count / 100 + 2)
    var index = 0
    while index < pixels.count {
      if index % 100 == 0 { codes.append(128) }
      codes.append(pixels[index] ? 1 : 0)
      index += 1
    }
    codes.append(129)
    var file = Array("GIF89a".utf8) + size + [0x80, 0, 0, 24, 40, 70, 250, 215, 160]
    file += [0x2c, 0, 0, 0, 0] + size + [0, 7]
    var rest = codes[...]
    while !rest.isEmpty {
      let block = rest.prefix(255)
      file += [UInt8(block.count)] + block
      rest = rest.dropFirst(255)
    }
    return file + [0, 0x3b]
  }

  /// A lossless WebP of two colours.
  static func webp(of pixels: [Bool], width: Int) -> [UInt8] {
    var bits = Bits()
    bits.append(0x2f, count: 8)
    bits.append(width - 1, count: 14)
    bits.append(pixels.count / width - 1, count: 14)
    // No alpha channel, version 0, no transform, no colour cache, one group of codes.
    bits.append(0, count: 1 + 3 + 1 + 1 + 1)
    // Green has a code of two symbols with one bit each; the other channels have one symbol, which
    // takes no bits.
    bits.append(0b111, count: 3)
    bits.append(40, count: 8)
    bits.append(215, count: 8)
    for symbol in [120, 60, 255, 0] {
      bits.append(0b101, count: 3)
      bits.append(symbol, count: 8)
    }
    for pixel in pixels { bits.append(pixel ? 1 : 0, count: 1) }
    var data = bits.bytes
    let length = data.count
    if data.count % 2 != 0 { data.append(0) }
    return Array("RIFF".utf8) + little(data.count + 12, bytes: 4) + Array("WEBPVP8L".utf8)
      + little(length, bytes: 4) + data
  }

  /// The index at which the compressed pixels of a JPEG begin.
  private static func startOfScan(in jpeg: [UInt8]) -> Int {
    var index = 2
    while index + 4 < jpeg.count, jpeg[index + 1] != 0xda {
      index += 2 + Int(jpeg[index + 2]) << 8 + Int(jpeg[index + 3])
    }
    return index + 14
  }

  private static func piece(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let checked = Array(name.utf8) + data
    let sum = crc32(0, checked, UInt32(checked.count))
    return big(data.count, bytes: 4) + checked + big(Int(sum), bytes: 4)
  }

  private static func big(_ number: Int, bytes: Int) -> [UInt8] {
    little(number, bytes: bytes).reversed()
  }

  private static func little(_ number: Int, bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}

/// Writes bits into bytes, the lowest bits first.
private struct Bits {
  private var whole: [UInt8] = []
  private var pending = 0
  private var pendingBits = 0

  /// All bytes; the last one is padded with zeros.
  var bytes: [UInt8] { pendingBits > 0 ? whole + [UInt8(pending)] : whole }

  mutating func append(_ value: Int, count: Int) {
    pending |= value &<< pendingBits
    pendingBits += count
    while pendingBits >= 8 {
      whole.append(UInt8(truncatingIfNeeded: pending))
      pending = pending &>> 8
      pendingBits -= 8
    }
  }
}
