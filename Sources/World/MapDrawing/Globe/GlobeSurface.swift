package import Atlas
import CCairo
import Glibc
import TravelModel

/// The Earth's surface as pictures on the six faces of a cube: everywhere, even at the poles, its
/// pixels have about the same size on the globe.
package struct GlobeSurface: Sendable {
  /// The width of a face, in pixels, without its border.
  let side: Int
  /// The rows of the faces, each with a border of one pixel that continues the neighbouring face.
  let pixels: [UInt32]

  /// The pixels from one row to the next.
  var stride: Int { side + 2 }

  /// The possible widths of a face: smaller ones would be blurred in the smallest window, larger
  /// ones are not worth their memory.
  private static let sides = 384...1024
  /// How many pixels of the flat map there are along the equator for each of a face.
  private static let density = 3
  /// The zoom at which the map is drawn, and its width there.
  private static let zoom = 3.0

  /// Draws the Earth for a globe with a radius in device pixels; nil without the memory.
  package init?(
    outlines: Outlines, landscape: Landscape?, palette: MapPalette, radius: Double,
    tinted: Set<Int> = []
  ) {
    side = GlobeSurface.side(radius: radius)
    let view = MapView(center: .origin, zoom: GlobeSurface.zoom)
    let width = GlobeSurface.density * side
    let painting = Painting(width: width, height: width)
    let scale = Double(width) / view.worldSize
    cairo_scale(painting.cairo, scale, scale)
    MapSheet(
      view, width: view.worldSize, height: view.worldSize, outlines: outlines, landscape: landscape,
      tinted: tinted
    ).paint(palette, lineWidth: GlobeSurface.lineWidth, on: painting.cairo)
    guard let map = FlatMap(painting, width: width) else { return nil }
    pixels = map.faces(side: side)
  }

  /// The width of a face for a globe of a radius, in steps, so that a slightly larger window can
  /// use the same surface.
  static func side(radius: Double) -> Int {
    let step = 128
    let wanted = (Int(2 * radius) + step - 1) / step * step
    return min(sides.upperBound, max(sides.lowerBound, wanted))
  }

  private static let lineWidth = 1.0
}

/// The square map of the world with smaller versions of itself, for where it is stretched.
private struct FlatMap {
  private var levels: [(pixels: [UInt32], width: Int)] = []

  /// How often it is halved: after that, only the edge of the map needs more.
  private static let halvings = 4

  /// Makes the versions of a painting; nil without the memory.
  init?(_ painting: Painting, width: Int) {
    var (painting, width) = (painting, width)
    for _ in 0...FlatMap.halvings {
      guard let pixels = painting.withPixels(Array.init) else { return nil }
      levels.append((pixels, width))
      width /= 2
      let half = Painting(width: width, height: width)
      cairo_scale(half.cairo, 0.5, 0.5)
      cairo_set_source_surface(half.cairo, painting.surface, 0, 0)
      // Each pixel is the mean of four.
      cairo_pattern_set_filter(cairo_get_source(half.cairo), CAIRO_FILTER_BILINEAR)
      cairo_paint(half.cairo)
      painting = half
    }
  }

  /// The six faces of a cube around the Earth: towards x, -x, y, -y, z and -z.
  func faces(side: Int) -> [UInt32] {
    let stride = side + 2
    let places = (0..<stride).map { Float(2 * $0 - 1) / Float(side) - 1 }
    var faces: [UInt32] = []
    faces.reserveCapacity(6 * stride * stride)
    for face in 0..<6 {
      let far: Float = face & 1 == 0 ? 1 : -1
      for v in places {
        for u in places {
          switch face >> 1 {
          case 0: faces.append(color(far, u, v))
          case 1: faces.append(color(u, far, v))
          default: faces.append(color(u, v, far))
          }
        }
      }
    }
    return faces
  }

  private func color(_ x: Float, _ y: Float, _ z: Float) -> UInt32 {
    let parallel = (x * x + y * y).squareRoot()
    let east = atan2f(y, x) / (2 * .pi) + 0.5
    let south = 0.5 - asinhf(z / max(1e-6, parallel)) / (2 * .pi)
    let cosine = parallel / (x * x + y * y + z * z).squareRoot()
    // How much the map is stretched there.
    var level = 0
    while level < FlatMap.halvings, cosine * Float(1 << level) < 0.7 { level += 1 }
    let (pixels, width) = levels[level]
    return pixels.withUnsafeBufferPointer { pixels in
      let (x, y) = (east * Float(width) - 0.5, south * Float(width) - 0.5)
      let (left, top) = (x.rounded(.down), y.rounded(.down))
      let column = Int(left) < 0 ? width - 1 : Int(left) % width
      let nextColumn = (column + 1) % width
      let row = min(width - 1, max(0, Int(top))) * width
      let nextRow = min(width - 1, max(0, Int(top) + 1)) * width
      return PackedColor.between(
        pixels[row + column], pixels[row + nextColumn], pixels[nextRow + column],
        pixels[nextRow + nextColumn], UInt32((x - left) * 256), UInt32((y - top) * 256))
    }
  }
}

/// Colours as four bytes in a number, in cairo's format.
enum PackedColor {
  /// Interpolates between the corners of a square; the position is in 256ths to the right and down.
  @inline(__always)
  static func between(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: UInt32, _ right: UInt32, _ down: UInt32
  ) -> UInt32 {
    let odd: UInt32 = 0xFF00FF
    let partD = (right &* down) >> 8
    let (partB, partC) = (right &- partD, down &- partD)
    let partA = 256 &- right &- partC
    let upperOdd: UInt32 = (a & odd) &* partA &+ (b & odd) &* partB
    let lowerOdd: UInt32 = (c & odd) &* partC &+ (d & odd) &* partD
    let upperGreen: UInt32 = (a >> 8 & 0xFF) &* partA &+ (b >> 8 & 0xFF) &* partB
    let lowerGreen: UInt32 = (c >> 8 & 0xFF) &* partC &+ (d >> 8 & 0xFF) &* partD
    return (upperOdd &+ lowerOdd) >> 8 & odd | (upperGreen &+ lowerGreen) & 0xFF00
  }
}
