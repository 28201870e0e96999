import CAdwaita
import CXTest

/// The pixels of a part of the screen at one moment.
public struct Picture: Equatable {
  public let width: Int
  public let height: Int
  private let pixels: [UInt32]

  /// The colour of a pixel as 0xRRGGBB.
  public subscript(x: Int, y: Int) -> UInt32 { pixels[y * width + x] & 0xFF_FFFF }

  func save(to path: String) throws {
    var pixels = pixels
    let status = pixels.withUnsafeMutableBytes {
      let surface = cairo_image_surface_create_for_data(
        $0.baseAddress?.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_RGB24, Int32(width),
        Int32(height), Int32(width * 4))
      defer { cairo_surface_destroy(surface) }
      return cairo_surface_write_to_png(surface, path)
    }
    guard status == CAIRO_STATUS_SUCCESS else { throw DeskError("\(path) cannot be written") }
  }
}

extension Picture {
  /// Reads a picture in the format PPM, with eight bits for each colour.
  init?(ppm: [UInt8]) {
    // The header is four words: the format, the width, the height, and the highest value.
    var parts = ppm.split(
      maxSplits: 4, omittingEmptySubsequences: false, whereSeparator: { $0 == 10 || $0 == 32 })
    guard let bytes = parts.popLast(), parts.count == 4,
      let width = Int(String(decoding: parts[1], as: UTF8.self)),
      let height = Int(String(decoding: parts[2], as: UTF8.self)),
      bytes.count == width * height * 3
    else { return nil }
    (self.width, self.height) = (width, height)
    pixels = stride(from: bytes.startIndex, to: bytes.endIndex, by: 3).map {
      UInt32(bytes[$0]) << 16 | UInt32(bytes[$0 + 1]) << 8 | UInt32(bytes[$0 + 2])
    }
  }

  init?(_ image: UnsafeMutablePointer<XImage>) {
    guard image.pointee.bits_per_pixel == 32 else { return nil }
    (width, height) = (Int(image.pointee.width), Int(image.pointee.height))
    let (row, height) = (Int(image.pointee.bytes_per_line) / 4, height)
    guard row == width else { return nil }
    pixels = image.pointee.data.withMemoryRebound(to: UInt32.self, capacity: row * height) {
      Array(UnsafeBufferPointer(start: $0, count: row * height))
    }
  }
}
