import CGLib
package import GLibBridge
import Glibc
package import TravelModel

/// Paints a globe turned to any place, in a short time that does not depend on its content.
package struct GlobePainter: Sendable {
  package let backdrop: GlobeBackdrop
  package let surface: GlobeSurface

  package init(_ surface: GlobeSurface, on backdrop: GlobeBackdrop) {
    self.surface = surface
    self.backdrop = backdrop
  }

  /// Whether the surface has the resolution for a globe of a radius in device pixels.
  package func suits(radius: Double) -> Bool { surface.side == GlobeSurface.side(radius: radius) }

  /// The bytes from one row to the next.
  package var stride: Int { 4 * backdrop.side }

  /// Paints the globe with a place in its middle, as rows in cairo's format; nil without the
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
    for (row, span) in backdrop.spans.enumerated() {
      let pixels = canvas + row * backdrop.side
      for column in span {
        let hit = rays.hit(x: Float(column) + 0.5 - middle, y: middle - Float(row) - 0.5)
        let corner = faces + hit.face + (hit.down >> 8) * stride + (hit.across >> 8)
        let color = PackedColor.between(
          corner[0], corner[1], corner[stride], corner[stride + 1], UInt32(hit.across & 0xFF),
          UInt32(hit.down & 0xFF))
        let over = pixels[column]
        let clear = 256 &- (over >> 24) &- (over >> 31)
        let redBlue = ((color & 0xFF00FF) &* clear) >> 8 & 0xFF00FF
        let green = ((color >> 8 & 0xFF) &* clear) & 0xFF00
        pixels[column] = ((redBlue | green) &+ (over & 0xFFFFFF)) | 0xFF00_0000
      }
    }
  }
}

/// Finds the pixels on the faces of the cube that the pixels of a globe show.
private struct RayTracer {
  private let east: SIMD3<Float>
  private let north: SIMD3<Float>
  private let up: SIMD3<Float>
  private let radius: Float
  private let half: Float
  private let face: Int

  init(_ frame: SphereFrame, surface: GlobeSurface, radius: Double) {
    func scaled(_ point: SpherePoint, _ scale: Double) -> SIMD3<Float> {
      SIMD3(SIMD3(point.x, point.y, point.z) * scale)
    }
    (east, north) = (scaled(frame.east, 1 / radius), scaled(frame.north, 1 / radius))
    up = scaled(frame.up, 1)
    self.radius = Float(radius)
    half = Float(surface.side) / 2
    face = surface.stride * surface.stride
  }

  /// The point on the cube that the ray of a pixel hits: the offset of the face, and the distances
  /// from its corner, in 256ths of a pixel.
  ///
  /// `x` and `y` are relative to the middle.
  @inline(__always)
  func hit(x: Float, y: Float) -> (face: Int, across: Int, down: Int) {
    let height = max(0, radius * radius - x * x - y * y).squareRoot() / radius
    let ray = east * x + north * y + up * height
    let (sizeX, sizeY, sizeZ) = (abs(ray.x), abs(ray.y), abs(ray.z))
    let axis = sizeZ > max(sizeX, sizeY) ? 2 : sizeY > sizeX ? 1 : 0
    let (main, u, v) =
      switch axis {
      case 0: (ray.x, ray.y, ray.z)
      case 1: (ray.y, ray.x, ray.z)
      default: (ray.z, ray.x, ray.y)
      }
    let reach = half / abs(main)
    return (
      (2 * axis + (main < 0 ? 1 : 0)) * face, Int((u * reach + (half + 0.5)) * 256),
      Int((v * reach + (half + 0.5)) * 256)
    )
  }
}
