import GLibBridge
public import TravelModel

extension PictureFile {
  /// How many pixels of the decoded picture a spot has at least, in each direction.
  private static let pixelsOfSpot = 8

  /// What the picture looks like; nil where it is like any other.
  public func look() throws(PhotoFailure) -> PictureLook? {
    let spot = PictureFile.pixelsOfSpot
    let picture = try decoded(
      covering: PixelSize(width: PictureLook.columns * spot, height: PictureLook.rows * spot))
    return PictureLook(brightness: picture.brightness(PictureLook.columns, PictureLook.rows))
  }
}

extension DecodedPicture {
  /// The mean brightness of each of some spots, from 0 to 255, row by row from the top.
  func brightness(_ columns: Int, _ rows: Int) -> [Int] {
    let bytesOfPixel = hasAlpha ? 4 : 3
    var spots: [Int] = []
    pixels.withUnsafeBytes { bytes in
      for row in 0..<rows {
        let lines = (row * size.height / rows)..<max(1, (row + 1) * size.height / rows)
        for column in 0..<columns {
          let places = (column * size.width / columns)..<max(1, (column + 1) * size.width / columns)
          var sum = 0
          for line in lines {
            for place in places {
              let start = line * stride + place * bytesOfPixel
              // The shares of the three colours in brightness, in 256ths.
              let gray =
                77 * Int(bytes[start]) + 150 * Int(bytes[start + 1]) + 29 * Int(bytes[start + 2])
              // What shows through is white.
              let alpha = hasAlpha ? Int(bytes[start + 3]) : 255
              sum += (gray * alpha + 255 * 256 * (255 - alpha)) / 255
            }
          }
          spots.append(sum / 256 / max(1, lines.count * places.count))
        }
      }
    }
    return spots
  }
}
