import CPixbuf
import Files
public import GLibBridge
public import TravelModel

/// The pixels of a picture, decoded no larger than needed.
public struct DecodedPicture: Sendable {
  /// The rows from the top: three bytes a pixel (red, green, blue), or four with alpha, which is
  /// not premultiplied.
  public let pixels: Bytes
  /// The size in pixels.
  public let size: PixelSize
  /// The bytes from one row to the next.
  public let stride: Int
  /// Whether each pixel has a fourth byte, its alpha.
  public let hasAlpha: Bool
  /// The upright size of the picture in the decoded file, which may be a cached thumbnail.
  public let fileSize: PixelSize
  /// What it shows of a sphere; nil if it is flat, or that was not asked for.
  public var sphere: PictureSphere?

  /// Wraps painted pixels: rows from the top, three bytes a pixel or four with alpha, without padding.
  public init(painted pixels: Bytes, size: PixelSize, hasAlpha: Bool = false) {
    self.pixels = pixels
    self.size = size
    self.hasAlpha = hasAlpha
    stride = size.width * (hasAlpha ? 4 : 3)
    fileSize = size
  }

  /// Wraps pixels that another process has decoded; nil unless all of them are there.
  init?(_ pixels: Bytes, size: PixelSize, stride: Int, hasAlpha: Bool, fileSize: PixelSize) {
    let sides = 1...Int(Int16.max)
    let row = size.width * (hasAlpha ? 4 : 3)
    guard sides.contains(size.width), sides.contains(size.height), stride >= row, stride <= 4 * row,
      pixels.count >= stride * (size.height - 1) + row
    else { return nil }
    self.pixels = pixels
    self.size = size
    self.stride = stride
    self.hasAlpha = hasAlpha
    self.fileSize = fileSize
  }

  /// Decodes the picture in a file, upright, to the smallest size that covers a cell in pixels.
  ///
  /// It keeps its proportions, and is never enlarged. It is a sphere only if it `mayBeSphere`.
  public init(
    of path: String, covering cell: PixelSize, mayBeSphere: Bool = false
  ) throws(PictureFailure) {
    let answer = try PictureAnswer(
      OpenFile(picture: path), PictureQuestion(cell: cell, hasSphere: mayBeSphere))
    self = answer.pixels!
    sphere = PictureSphere(answer.sphere, of: fileSize)
  }

  /// Rotates and scales a decoded picture; nil without the memory.
  init?(_ decoded: Pixbuf, _ header: PictureHeader, covering cell: PixelSize) {
    let cell = header.orientation.swapsSides ? cell.turned : cell
    guard
      let pixbuf = decoded.scaled(to: header.storedSize.scaled(toCover: cell))?
        .upright(from: header.orientation),
      gdk_pixbuf_get_bits_per_sample(pixbuf.pointer) == 8,
      let bytes = gdk_pixbuf_read_pixel_bytes(pixbuf.pointer)
    else { return nil }
    pixels = Bytes(adopting: bytes)
    size = pixbuf.size
    stride = Int(gdk_pixbuf_get_rowstride(pixbuf.pointer))
    hasAlpha = pixbuf.hasAlpha
    fileSize = header.size
  }

  /// The picture as a JPEG file, on white where it is transparent; nil without the memory.
  ///
  /// `quality` is libjpeg's, 1 to 100.
  public func jpeg(quality: Int) -> [UInt8]? {
    Pixbuf(
      adopting: gdk_pixbuf_new_from_bytes(
        pixels.pointer, GDK_COLORSPACE_RGB, hasAlpha ? 1 : 0, 8, Int32(size.width),
        Int32(size.height), Int32(stride)))?.jpeg(quality: quality)
  }

  /// The least size for computing a look: eight by eight pixels for each spot.
  static let cellOfLook = PixelSize(width: PictureLook.columns * 8, height: PictureLook.rows * 8)

  /// The look of the picture; nil if it is uniform.
  var look: PictureLook? {
    let bytesOfPixel = hasAlpha ? 4 : 3
    return pixels.withUnsafeBytes { bytes in
      PictureLook(
        brightness: meansOfSpots { x, y in
          let start = y * stride + x * bytesOfPixel
          // The shares of the three colours in brightness, in 256ths.
          let gray =
            77 * Int(bytes[start]) + 150 * Int(bytes[start + 1]) + 29 * Int(bytes[start + 2])
          // Transparent pixels become white.
          let alpha = hasAlpha ? Int(bytes[start + 3]) : 255
          return (gray * alpha + 255 * 256 * (255 - alpha)) / 255
        })
    }
  }

  /// The mean brightness of each spot, row by row from the top; `pixel` returns that of a pixel, in
  /// 256ths.
  private func meansOfSpots(_ pixel: (_ x: Int, _ y: Int) -> Int) -> [Int] {
    let (columns, rows) = (PictureLook.columns, PictureLook.rows)
    var means: [Int] = []
    for row in 0..<rows {
      let lines = (row * size.height / rows)..<max(1, (row + 1) * size.height / rows)
      for column in 0..<columns {
        let places = (column * size.width / columns)..<max(1, (column + 1) * size.width / columns)
        var sum = 0
        for y in lines {
          for x in places { sum += pixel(x, y) }
        }
        means.append(sum / 256 / max(1, lines.count * places.count))
      }
    }
    return means
  }
}

extension PixelSize {
  /// The smallest size of the same proportions that covers a cell, but not larger than the
  /// original.
  func scaled(toCover cell: PixelSize) -> PixelSize {
    let scale = max(
      Double(max(1, cell.width)) / Double(width), Double(max(1, cell.height)) / Double(height))
    guard scale < 1 else { return self }
    return PixelSize(
      width: min(width, Int((Double(width) * scale).rounded(.up))),
      height: min(height, Int((Double(height) * scale).rounded(.up))))
  }
}
