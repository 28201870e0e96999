import GLibBridge
public import TravelModel

extension PictureFile {
  /// How many pixels of the decoded picture a spot has at least, in each direction.
  private static let pixelsOfSpot = 8

  /// So many pixels at least show what a picture looks like.
  fileprivate static let leastPixels = PixelSize(
    width: PictureLook.columns * pixelsOfSpot, height: PictureLook.rows * pixelsOfSpot)

  /// What the picture looks like; nil where it is like any other.
  public func look() throws(PhotoFailure) -> PictureLook? {
    if let brightness { return PictureLook(brightness: brightness) }
    return PictureLook(brightness: try decoded(covering: PictureFile.leastPixels).brightness())
  }
}

extension GrayPicture {
  /// How bright the spots of the picture's look are; nil where it is on its side, or too small to
  /// tell.
  func brightnessOfLook(_ orientation: Orientation) -> [Int]? {
    let least = PictureFile.leastPixels
    guard orientation == .upright, size.width >= least.width, size.height >= least.height else {
      return nil
    }
    return pixels.withUnsafeBufferPointer { pixels in
      size.meansOfSpots { Int(pixels[$1 * size.width + $0]) << 8 }
    }
  }
}

extension DecodedPicture {
  /// How bright the spots of the picture's look are.
  func brightness() -> [Int] {
    let bytesOfPixel = hasAlpha ? 4 : 3
    return pixels.withUnsafeBytes { bytes in
      size.meansOfSpots { x, y in
        let start = y * stride + x * bytesOfPixel
        // The shares of the three colours in brightness, in 256ths.
        let gray =
          77 * Int(bytes[start]) + 150 * Int(bytes[start + 1]) + 29 * Int(bytes[start + 2])
        // What shows through is white.
        let alpha = hasAlpha ? Int(bytes[start + 3]) : 255
        return (gray * alpha + 255 * 256 * (255 - alpha)) / 255
      }
    }
  }
}

extension PixelSize {
  /// The mean brightness of each spot of a look, row by row from the top; `pixel` tells that of a
  /// pixel, in 256ths.
  fileprivate func meansOfSpots(_ pixel: (_ x: Int, _ y: Int) -> Int) -> [Int] {
    let (columns, rows) = (PictureLook.columns, PictureLook.rows)
    var means: [Int] = []
    for row in 0..<rows {
      let lines = (row * height / rows)..<max(1, (row + 1) * height / rows)
      for column in 0..<columns {
        let places = (column * width / columns)..<max(1, (column + 1) * width / columns)
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
