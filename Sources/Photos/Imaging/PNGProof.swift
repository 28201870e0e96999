import CZlib
import TravelModel

/// How much of a file is looked at in one piece, in bytes.
private let piece = 64 << 10

/// Makes sure that a PNG is whole, and holds nothing but a piece of it for that.
///
/// Each chunk has a checksum, and so have the packed pixels; image libraries pass over some of them
/// and do not miss the end, so they are looked at here.
func verifyPNG(_ file: RegularFile, _ header: PictureHeader) throws(PhotoFailure) {
  var window = file.window()
  guard let pixels = PackedPixels(&window, header.storedSize) else { throw .damaged }
  var position = 8
  var hasPalette = false
  while true {
    guard let length = window.big(4, at: position), length <= Int(Int32.max),
      let name = window.big(4, at: position + 4)
    else { throw .damaged }
    if name == ChunkName.pixels, pixels.needsPalette, !hasPalette { throw .damaged }
    var sum = crc32(0, window.bytes(at: position + 4, count: 4), 4)
    var offset = position + 8
    let end = offset + length
    while offset < end {
      let bytes = window.bytes(at: offset, count: min(piece, end - offset))
      guard !bytes.isEmpty else { throw .damaged }
      sum = crc32(sum, bytes, uInt(bytes.count))
      if name == ChunkName.pixels { try pixels.unpack(bytes) }
      offset += bytes.count
    }
    guard let expected = window.big(4, at: end), UInt(expected) == sum else { throw .damaged }
    hasPalette = hasPalette || name == ChunkName.palette
    position = end + 4
    if name == ChunkName.end { break }
  }
  guard pixels.areWhole else { throw .damaged }
}

private enum ChunkName {
  static let palette = 0x504C_5445
  static let pixels = 0x4944_4154
  static let end = 0x4945_4E44
}

/// The pixels of a PNG, unpacked only to be counted.
private final class PackedPixels {
  let needsPalette: Bool
  private let expected: Int
  private var unpacked = 0
  private var hasEnded = false
  private let stream: UnsafeMutablePointer<z_stream>
  private let scratch: UnsafeMutableBufferPointer<UInt8>

  init?(_ window: inout ByteWindow, _ size: PixelSize) {
    guard let depth = window.byte(at: 24), let color = window.byte(at: 25),
      window.byte(at: 26) == 0, window.byte(at: 27) == 0,
      let interlacing = window.byte(at: 28), interlacing <= 1
    else { return nil }
    let samples: Int
    switch (color, depth) {
    case (0, 1), (0, 2), (0, 4), (0, 8), (0, 16): samples = 1
    case (2, 8), (2, 16): samples = 3
    case (3, 1), (3, 2), (3, 4), (3, 8): samples = 1
    case (4, 8), (4, 16): samples = 2
    case (6, 8), (6, 16): samples = 4
    default: return nil
    }
    needsPalette = color == 3
    expected = unpackedLength(size, bits: samples * Int(depth), isInterlaced: interlacing == 1)
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    scratch = .allocate(capacity: piece)
    guard inflateInit_(stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
      return nil
    }
  }

  deinit {
    inflateEnd(stream)
    stream.deallocate()
    scratch.deallocate()
  }

  /// Tells whether all pixels were there, with their right checksum.
  var areWhole: Bool { hasEnded && unpacked == expected }

  func unpack(_ bytes: [UInt8]) throws(PhotoFailure) {
    // Data after the last pixel is ignored.
    guard !hasEnded else { return }
    var code = Z_OK
    bytes.withUnsafeBufferPointer { bytes in
      stream.pointee.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
      stream.pointee.avail_in = uInt(bytes.count)
      repeat {
        stream.pointee.next_out = scratch.baseAddress
        stream.pointee.avail_out = uInt(scratch.count)
        code = inflate(stream, Z_NO_FLUSH)
        unpacked += scratch.count - Int(stream.pointee.avail_out)
      } while code == Z_OK && unpacked <= expected
        && (stream.pointee.avail_in > 0 || stream.pointee.avail_out == 0)
    }
    hasEnded = code == Z_STREAM_END
    guard hasEnded || code == Z_OK || code == Z_BUF_ERROR, unpacked <= expected else {
      throw .damaged
    }
  }
}

/// How many bytes the pixels of a PNG have: each row is filled up to a byte, and preceded by one.
private func unpackedLength(_ size: PixelSize, bits: Int, isInterlaced: Bool) -> Int {
  func length(_ width: Int, _ height: Int) -> Int {
    width > 0 && height > 0 ? (1 + (width * bits + 7) / 8) * height : 0
  }
  guard isInterlaced else { return length(size.width, size.height) }
  // Adam7: where each of the seven passes begins, and how far its pixels are from each other.
  let passes: [(x: Int, y: Int, dx: Int, dy: Int)] = [
    (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
    (0, 1, 1, 2),
  ]
  var sum = 0
  for pass in passes {
    let width = (size.width - pass.x + pass.dx - 1) / pass.dx
    sum += length(width, (size.height - pass.y + pass.dy - 1) / pass.dy)
  }
  return sum
}
