import CGLib
package import GLibBridge
import Glibc
package import TravelModel

/// Paints a globe turned to any place, in the same short time whatever is on it.
package struct GlobePainter: Sendable {
  package let backdrop: GlobeBackdrop
  package let surface: GlobeSurface

  package init(_ surface: GlobeSurface, on backdrop: GlobeBackdrop) {
    self.surface = surface
    self.backdrop = backdrop
  }

  /// Tells whether the surface is as fine as a globe of a radius in device pixels needs it.
  package func suits(radius: Double) -> Bool { surface.side == GlobeSurface.side(radius: radius) }

  /// The bytes from row to row of a painting.
  package var stride: Int { 4 * backdrop.side }

  /// The globe with a place in its middle, in rows of pixels as cairo has them; nil without the
  /// memory.
  package func paint(around center: Coordinate) -> Bytes? {
    let count = 4 * backdrop.side * backdrop.side
    guard let memory = g_try_malloc(gsize(count)) else { return nil }
    let canvas = memory.assumingMemoryBound(to: UInt32.self)
    let frame = SphereFrame(center: center)
    surface.pixels.withUnsafeBufferPointer { surface in
      backdrop.pixels.withUnsafeBufferPointer { over in
        memcpy(canvas, over.baseAddress!, count)
        paint(on: canvas, surface.baseAddress!, frame)
      }
    }
    return Bytes(adopting: g_bytes_new_take(memory, gsize(count)))
  }

  private func paint(
    on canvas: UnsafeMutablePointer<UInt32>, _ faces: UnsafePointer<UInt32>, _ frame: SphereFrame
  ) {
    let rays = RayTracer(frame, surface: surface, radius: backdrop.radius)
    let middle = Float(backdrop.side) / 2
    let stride = surface.stride
    for (row, span) in backdrop.spans.enumerated() where !span.isEmpty {
      let pixels = canvas + row * backdrop.side
      let y = middle - Float(row) - 0.5
      var column = span.lowerBound
      while column < span.upperBound {
        let hits = rays.hits(x: Float(column) + 0.5 - middle, y: y)
        for lane in 0..<min(RayTracer.width, span.upperBound - column) {
          let (across, down) = (hits.across[lane], hits.down[lane])
          let corner = faces + Int(hits.face[lane] &+ (down >> 8) &* UInt32(stride) &+ across >> 8)
          let color = PackedColor.between(
            corner[0], corner[1], corner[stride], corner[stride + 1], across & 0xFF, down & 0xFF)
          let over = pixels[column + lane]
          let clear = 256 &- (over >> 24) &- (over >> 31)
          let redBlue = ((color & 0xFF00FF) &* clear) >> 8 & 0xFF00FF
          let green = ((color >> 8 & 0xFF) &* clear) & 0xFF00
          pixels[column + lane] = ((redBlue | green) &+ (over & 0xFFFFFF)) | 0xFF00_0000
        }
        column += RayTracer.width
      }
    }
  }
}

/// Finds where on the faces of the cube the pixels of a globe are, eight at a time.
private struct RayTracer {
  /// Pixels beside each other that are found together.
  static let width = 8
  typealias Lanes = SIMD8<Float>

  private let east: SpherePoint
  private let north: SpherePoint
  private let up: SpherePoint
  private let scale: Float
  private let half: Float
  private let face: UInt32

  init(_ frame: SphereFrame, surface: GlobeSurface, radius: Double) {
    (east, north, up) = (frame.east, frame.north, frame.up)
    scale = Float(1 / radius)
    half = Float(surface.side) / 2
    face = UInt32(surface.stride * surface.stride)
  }

  /// Where a face begins, and how far from its corner the ray meets it, in 256ths of a pixel.
  struct Hits {
    var face: SIMD8<UInt32>
    var across: SIMD8<UInt32>
    var down: SIMD8<UInt32>
  }

  /// The hits of a pixel, so far from the middle, and of those on its right.
  @inline(__always)
  func hits(x: Float, y: Float) -> Hits {
    let x = (Lanes(0, 1, 2, 3, 4, 5, 6, 7) + x) * scale
    let y = y * scale
    let rest = Lanes(repeating: 1 - y * y) - x * x
    let z = rest.replacing(with: 0, where: rest .< 0).squareRoot()
    let rayX = x * Float(east.x) + z * Float(up.x) + y * Float(north.x)
    let rayY = x * Float(east.y) + z * Float(up.y) + y * Float(north.y)
    let rayZ = x * Float(east.z) + z * Float(up.z) + y * Float(north.z)
    let (sizeX, sizeY, sizeZ) = (magnitude(rayX), magnitude(rayY), magnitude(rayZ))
    let isY = sizeY .> sizeX
    let far = sizeX.replacing(with: sizeY, where: isY)
    let isZ = sizeZ .> far
    let reach = half / far.replacing(with: sizeZ, where: isZ)
    let u = rayY.replacing(with: rayX, where: isY .| isZ)
    let v = rayZ.replacing(with: rayY, where: isZ)
    let main = rayX.replacing(with: rayY, where: isY).replacing(with: rayZ, where: isZ)
    var index = SIMD8<UInt32>(repeating: 0)
    index.replace(with: 2 &* face, where: isY)
    index.replace(with: 4 &* face, where: isZ)
    index = index.replacing(with: index &+ face, where: main .< 0)
    return Hits(
      face: index, across: number((u * reach + (half + 0.5)) * 256),
      down: number((v * reach + (half + 0.5)) * 256))
  }

  @inline(__always)
  private func magnitude(_ lanes: Lanes) -> Lanes {
    lanes.replacing(with: -lanes, where: lanes .< 0)
  }

  /// Rounds numbers from 0 to 2^22: beyond 2^23, the last bits of a number are those of an integer.
  @inline(__always)
  private func number(_ lanes: Lanes) -> SIMD8<UInt32> {
    unsafeBitCast(lanes + 8_388_608, to: SIMD8<UInt32>.self) & 0x7F_FFFF
  }
}
