import Atlas
import CGLib
import Foundation
import GLibBridge
import MapDrawing
import TestSupport
import Testing
import TravelModel

/// What is seen on a painted globe.
struct GlobePainterTests {
  private static let radius = 200.0
  private static let painter: GlobePainter? = {
    guard
      let surface = GlobeSurface(
        outlines: try! Outlines(file: "\(atlasFolder)/outlines.atlas"),
        landscape: try! Landscape(file: "\(atlasFolder)/landscape.atlas"), palette: .light,
        radius: radius),
      let backdrop = GlobeBackdrop(radius: radius, palette: .light, isDark: false)
    else { return nil }
    return GlobePainter(surface, on: backdrop)
  }()

  @Test(arguments: [
    (place(25, 10), true), (place(-25, 134), true), (place(60, 100), true), (place(-85, 0), true),
    (place(-90, 0), true), (place(88, 0), false), (place(0, -30), false), (place(0, -179.9), false),
    (place(0, 179.9), false), (place(45, 51), false),
  ])
  func `land and water are where they are`(middle: Coordinate, isLand: Bool) throws {
    let color = try color(of: middle, around: middle)
    // Water is blue; land and ice are nearly white.
    #expect((color.red > 200) == isLand, "\(middle): \(color)")
  }

  @Test func `a place looks the same wherever it is on the globe`() throws {
    // In the Sahara, far from any line, on each side of an edge of the cube.
    for spot in [place(23.1, 28), place(20, 44.9), place(20, 45.1)] {
      for center in [place(0, 20), place(40, 30), place(15, 60)] {
        #expect(try color(of: spot, around: center).red > 180)
      }
    }
  }

  @Test func `beside it there is space`() throws {
    let corner = try pixel(x: 0, y: 0, around: place(0, 0))
    #expect(corner.red == 0xED && corner.green == 0xF3 && corner.blue == 0xF7)
  }

  private typealias Color = (red: Int, green: Int, blue: Int)

  private func color(of spot: Coordinate, around center: Coordinate) throws -> Color {
    let side = try Double(#require(GlobePainterTests.painter).backdrop.side)
    // A window in which the globe has the painting's size.
    let window = 2 * GlobePainterTests.radius / 0.86
    let position = GlobeView(center: center, width: window, height: window).position(of: spot)
    let shift = (side - window) / 2
    return try pixel(
      x: Int(position.x + shift), y: Int(position.y + shift), around: center)
  }

  private func pixel(x: Int, y: Int, around center: Coordinate) throws -> Color {
    let painter = try #require(GlobePainterTests.painter)
    let bytes = try #require(painter.paint(around: center))
    var count: gsize = 0
    let data = try #require(g_bytes_get_data(bytes.pointer, &count))
      .assumingMemoryBound(to: UInt8.self)
    let pixel = data + y * painter.stride + 4 * x
    return (Int(pixel[2]), Int(pixel[1]), Int(pixel[0]))
  }
}
