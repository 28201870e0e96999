import CCairo
import GLibBridge
import Glibc
import Imaging
import TravelModel

/// The photo of a postcard, with no more pixels than are printed.
struct PostcardPicture: Sendable {
  let size: PixelSize
  /// As cairo has them: a word for each pixel, its colours from the third byte on.
  private let pixels: [UInt32]
  /// The same as a file, which pages take as it is.
  private let jpeg: [UInt8]

  /// 300 pixels to an inch of a card.
  private static let most = PixelSize(width: 1772, height: 1772)

  /// Loads a picture, which blocks; nil where the file is none.
  init?(of path: String) {
    guard let file = try? PictureFile(sniffing: path), !file.header.isTooLarge,
      let decoded = try? file.decoded(covering: file.size.fitted(into: PostcardPicture.most.width)),
      let jpeg = decoded.jpeg(quality: PictureWriter.quality)
    else { return nil }
    self.jpeg = jpeg
    size = decoded.size
    pixels = PostcardPicture.words(of: decoded)
  }

  var isUpright: Bool { size.height > size.width }

  /// Draws it into a rectangle.
  func paint(x: Double, y: Double, width: Double, height: Double, on cairo: OpaquePointer) {
    let surface = cairo_image_surface_create(
      CAIRO_FORMAT_RGB24, Int32(size.width), Int32(size.height))!
    defer { cairo_surface_destroy(surface) }
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS,
      let target = cairo_image_surface_get_data(surface), let copy = malloc(jpeg.count)
    else { return }
    // The rows of this kind have no bytes between them.
    pixels.withUnsafeBytes { _ = memcpy(target, $0.baseAddress!, $0.count) }
    cairo_surface_mark_dirty(surface)
    jpeg.withUnsafeBytes { _ = memcpy(copy, $0.baseAddress!, $0.count) }
    let isTaken = cairo_surface_set_mime_data(
      surface, "image/jpeg", copy.assumingMemoryBound(to: UInt8.self), UInt(jpeg.count),
      { free($0) }, copy)
    if isTaken != CAIRO_STATUS_SUCCESS { free(copy) }
    cairo_save(cairo)
    cairo_translate(cairo, x, y)
    cairo_scale(cairo, width / Double(size.width), height / Double(size.height))
    cairo_set_source_surface(cairo, surface, 0, 0)
    cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_GOOD)
    // Its edges do not mix with what is around it.
    cairo_pattern_set_extend(cairo_get_source(cairo), CAIRO_EXTEND_PAD)
    cairo_rectangle(cairo, 0, 0, Double(size.width), Double(size.height))
    cairo_fill(cairo)
    cairo_restore(cairo)
  }

  /// The pixels on white.
  private static func words(of picture: DecodedPicture) -> [UInt32] {
    let (width, height) = (picture.size.width, picture.size.height)
    let channels = picture.hasAlpha ? 4 : 3
    return picture.pixels.withUnsafeBytes { bytes in
      [UInt32](unsafeUninitializedCapacity: width * height) { words, count in
        for row in 0..<height {
          var place = row * picture.stride
          for column in 0..<width {
            let alpha = channels == 4 ? UInt32(bytes[place + 3]) : 255
            func shade(_ channel: Int) -> UInt32 {
              (UInt32(bytes[place + channel]) * alpha + 255 * (255 - alpha)) / 255
            }
            words[row * width + column] = shade(0) << 16 | shade(1) << 8 | shade(2)
            place += channels
          }
        }
        count = width * height
      }
    }
  }
}
