import CGLib
import GLibBridge
public import TravelModel

/// Paints views of spheres, without a graphics card.
public enum SpherePainter {
  /// How many rows are painted between two looks at whether they are still wanted.
  private static let rowsAtOnce = 8

  /// Paints a view of a sphere's picture in a size, on all processors; nil if the task is cancelled.
  @concurrent
  public static func paint(
    _ view: SphereView, of sphere: PictureSphere, _ picture: DecodedPicture, size: PixelSize
  ) async -> DecodedPicture? {
    let count = gsize(size.width * size.height * 3)
    nonisolated(unsafe) let pixels = g_malloc(count)!
    let sweep = SphereSweep(view, of: sphere, picture, size: size)
    let parts = Int(g_get_num_processors())
    await withTaskGroup(of: Void.self) { group in
      for part in 0..<parts {
        group.addTask {
          let output = pixels.assumingMemoryBound(to: UInt8.self)
          let first = part * rowsAtOnce
          for row in stride(from: first, to: size.height, by: parts * rowsAtOnce) {
            if Task.isCancelled { return }
            sweep.paint(row..<min(row + rowsAtOnce, size.height), into: output)
          }
        }
      }
    }
    let bytes = Bytes(adopting: g_bytes_new_take(pixels, count))
    return Task.isCancelled ? nil : DecodedPicture(painted: bytes, size: size)
  }
}

/// The rows of a view, painted from left to right.
///
/// Lengths are in 65,536ths of a pixel of the picture.
private struct SphereSweep: Sendable {
  private let picture: DecodedPicture
  private let bytesOfPixel: Int
  private let projection: SphereProjection
  private let size: PixelSize
  /// The length of the sphere's circle, and that from its zenith to its nadir.
  private let circle, meridian: Int
  /// Where the picture begins on them.
  private let left, top: Int
  /// The picture's own size.
  private let width, height: Int
  private let isClosed: Bool

  private typealias Place = (across: Int, down: Int)

  private static let one = 1 << 16
  /// The places of so many pixels lie between two that are computed: between them it is nearly straight.
  private static let span = 8
  /// The part of the circle by which two such places may be apart: 5.6 degrees.
  ///
  /// Near the poles they are farther apart.
  private static let bend = 64

  init(
    _ view: SphereView, of sphere: PictureSphere, _ picture: DecodedPicture, size: PixelSize
  ) {
    (self.picture, self.size) = (picture, size)
    bytesOfPixel = picture.hasAlpha ? 4 : 3
    projection = SphereProjection(view, of: sphere, size: size)
    (width, height) = (picture.size.width * SphereSweep.one, picture.size.height * SphereSweep.one)
    circle = Int((Double(width) / sphere.width).rounded())
    meridian = Int((Double(height) / sphere.height).rounded())
    left = Int(sphere.left * Double(circle))
    top = Int(sphere.top * Double(meridian))
    isClosed = sphere.isClosed
  }

  /// Paints some rows into the pixels of the whole view: three bytes each, without padding.
  func paint(_ rows: Range<Int>, into output: UnsafeMutablePointer<UInt8>) {
    picture.pixels.withUnsafeBytes { bytes in
      let source = bytes.baseAddress!.assumingMemoryBound(to: UInt8.self)
      for row in rows {
        var pixel = output + row * size.width * 3
        var next = place(0, row)
        for start in stride(from: 0, to: size.width, by: SphereSweep.span) {
          let end = min(start + SphereSweep.span, size.width)
          var here = next
          next = place(end, row)
          // The shorter way around the circle.
          var across = next.across - here.across
          if across > circle / 2 {
            across -= circle
          } else if across < -circle / 2 {
            across += circle
          }
          let isBent = abs(across) > circle / SphereSweep.bend
          let step = (across: across / (end - start), down: (next.down - here.down) / (end - start))
          for column in start..<end {
            if isBent { here = place(column, row) }
            mix(here, source, pixel)
            pixel += 3
            here.across &+= step.across
            here.down &+= step.down
          }
        }
      }
    }
  }

  /// Where in the picture the middle of a pixel of the view is; it may be beside it.
  private func place(_ column: Int, _ row: Int) -> Place {
    let place = projection.place(x: Double(column) + 0.5, y: Double(row) + 0.5)
    return (
      Int(place.across * Double(circle)) - left, Int(place.down * Double(meridian)) - top
    )
  }

  /// Mixes the four pixels around a place; black beside the picture.
  @inline(__always)
  private func mix(
    _ place: Place, _ source: UnsafePointer<UInt8>, _ output: UnsafeMutablePointer<UInt8>
  ) {
    let half = SphereSweep.one / 2
    var across = place.across
    if across < 0 { across &+= circle } else if across >= circle { across &-= circle }
    guard across < width, place.down > -half, place.down < height &+ half else {
      (output[0], output[1], output[2]) = (0, 0, 0)
      return
    }
    let (x, y) = (across &- half, place.down &- half)
    let (columns, rows) = (picture.size.width, picture.size.height)
    var (before, after) = (x >> 16, (x >> 16) &+ 1)
    if before < 0 { before = isClosed ? columns &- 1 : 0 }
    if after >= columns { after = isClosed ? 0 : columns &- 1 }
    let above = source + min(max(y >> 16, 0), rows &- 1) &* picture.stride
    let below = source + min(max((y >> 16) &+ 1, 0), rows &- 1) &* picture.stride
    (before, after) = (before &* bytesOfPixel, after &* bytesOfPixel)
    let (right, low) = ((x >> 8) & 0xFF, (y >> 8) & 0xFF)
    let (left, high) = (256 &- right, 256 &- low)
    for color in 0..<3 {
      let upper = Int(above[before &+ color]) &* left &+ Int(above[after &+ color]) &* right
      let lower = Int(below[before &+ color]) &* left &+ Int(below[after &+ color]) &* right
      output[color] = UInt8(truncatingIfNeeded: (upper &* high &+ lower &* low &+ 0x8000) >> 16)
    }
  }
}
