import CCairo
import Files
import GLibBridge
import Glibc
import Imaging
import TravelModel

/// A picture for a page: a JPEG file in memory, and its pixels if it will be shown on a screen.
package struct PagePicture: Sendable {
  private let data: [UInt8]
  let size: PixelSize
  /// The pixels in cairo's format: 32 bits each, colours from the third byte on.
  private let pixels: [UInt32]

  /// The longest printed side, in pixels: 300 per inch for the widest picture.
  private static let longestSide = 2400
  /// Longer files are encoded anew, in bytes.
  private static let longestFile = 4 << 20

  /// Loads an upright JPEG file unchanged, unless its pixels are wanted, and converts other pictures
  /// to upright JPEG; nil if the file is no picture.
  init?(of path: String, longestSide: Int = longestSide, hasPixels: Bool = false) {
    guard let file = try? PictureFile(sniffing: path), !file.header.isTooLarge else { return nil }
    if !hasPixels, file.kind == .jpeg, file.header.orientation == .upright,
      max(file.size.width, file.size.height) <= longestSide, let opened = try? OpenFile(path),
      opened.size <= PagePicture.longestFile, let data = opened.content(),
      PagePicture.isEmbeddable(data)
    {
      (self.data, size, pixels) = (data, file.size, [])
      return
    }
    let fitted = file.size.fitted(into: longestSide)
    guard let decoded = try? DecodedPicture(of: path, covering: fitted),
      let data = decoded.jpeg(quality: PictureWriter.quality)
    else { return nil }
    (self.data, size) = (data, decoded.size)
    pixels = hasPixels ? PagePicture.pixelsOnWhite(of: decoded) : []
  }

  var isUpright: Bool { size.height > size.width }

  func paint(x: Double, y: Double, width: Double, height: Double, on cairo: OpaquePointer) {
    let surface = cairo_image_surface_create(
      CAIRO_FORMAT_RGB24, Int32(size.width), Int32(size.height))!
    defer { cairo_surface_destroy(surface) }
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS,
      let target = cairo_image_surface_get_data(surface), let copy = malloc(data.count)
    else { return }
    // Rows of this format have no padding.
    pixels.withUnsafeBytes { if let pixels = $0.baseAddress { memcpy(target, pixels, $0.count) } }
    cairo_surface_mark_dirty(surface)
    // PDF and print surfaces embed the JPEG file unchanged.
    data.withUnsafeBytes { _ = memcpy(copy, $0.baseAddress!, $0.count) }
    let isTaken = cairo_surface_set_mime_data(
      surface, "image/jpeg", copy.assumingMemoryBound(to: UInt8.self), UInt(data.count),
      { free($0) }, copy)
    if isTaken != CAIRO_STATUS_SUCCESS {
      free(copy)
      if pixels.isEmpty { return }
    }
    cairo_save(cairo)
    cairo_translate(cairo, x, y)
    cairo_scale(cairo, width / Double(size.width), height / Double(size.height))
    cairo_set_source_surface(cairo, surface, 0, 0)
    if !pixels.isEmpty {
      cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_GOOD)
      // Without padding, the picture's edges would blend with the background.
      cairo_pattern_set_extend(cairo_get_source(cairo), CAIRO_EXTEND_PAD)
    }
    cairo_rectangle(cairo, 0, 0, Double(size.width), Double(size.height))
    cairo_fill(cairo)
    cairo_restore(cairo)
  }

  /// Whether a JPEG is in grey or RGB: CMYK for printing presses looks different in PDF.
  private static func isEmbeddable(_ data: [UInt8]) -> Bool {
    var position = 2
    while position + 9 < data.count, data[position] == 0xFF {
      let marker = data[position + 1]
      if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
        return [1, 3].contains(data[position + 9])
      }
      position += 2 + Int(data[position + 2]) << 8 + Int(data[position + 3])
    }
    return false
  }

  private static func pixelsOnWhite(of picture: DecodedPicture) -> [UInt32] {
    let (width, height) = (picture.size.width, picture.size.height)
    let channels = picture.hasAlpha ? 4 : 3
    return picture.pixels.withUnsafeBytes { bytes in
      [UInt32](unsafeUninitializedCapacity: width * height) { pixels, count in
        for row in 0..<height {
          var place = row * picture.stride
          for column in 0..<width {
            let alpha = channels == 4 ? UInt32(bytes[place + 3]) : 255
            func shade(_ channel: Int) -> UInt32 {
              (UInt32(bytes[place + channel]) * alpha + 255 * (255 - alpha)) / 255
            }
            pixels[row * width + column] = shade(0) << 16 | shade(1) << 8 | shade(2)
            place += channels
          }
        }
        count = width * height
      }
    }
  }
}
