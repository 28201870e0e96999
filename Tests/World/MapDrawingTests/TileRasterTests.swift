import GLibBridge
import TestSupport
import Testing

@testable import MapDrawing

struct TileRasterTests {
  private static let side = 16

  /// How many 256ths of each pixel are covered, row by row.
  private func covered(_ rings: [[(x: Double, y: Double)]]) -> [UInt32] {
    let raster = FillRaster(side: TileRasterTests.side)
    for ring in rings {
      for (from, to) in zip(ring, ring.dropFirst() + ring.prefix(1)) {
        raster.addEdge(corner(from), corner(to))
      }
    }
    return swept(raster)
  }

  private func corner(_ place: (x: Double, y: Double)) -> FillRaster.Corner {
    let parts = Double(FillRaster.Corner.pixel)
    return FillRaster.Corner(
      x: Int((place.x * parts).rounded()), y: Int((place.y * parts).rounded()))
  }

  private func swept(_ raster: FillRaster) -> [UInt32] {
    var pixels = [UInt32](repeating: 0, count: TileRasterTests.side * TileRasterTests.side)
    raster.sweep { row, columns, coverage in
      for column in columns { pixels[row * TileRasterTests.side + column] += coverage }
    }
    return pixels
  }

  private func box(
    _ left: Double, _ top: Double, _ right: Double, _ bottom: Double
  ) -> [(x: Double, y: Double)] {
    [(left, top), (right, top), (right, bottom), (left, bottom)]
  }

  @Test func `a box covers of each pixel what lies in it`() {
    let pixels = covered([box(2.5, 3, 5, 4.25)])
    var expected = [UInt32](repeating: 0, count: pixels.count)
    for (column, part) in [(2, 128), (3, 256), (4, 256)] {
      expected[3 * 16 + column] = UInt32(part)
      expected[4 * 16 + column] = UInt32(part / 4)
    }
    #expect(pixels == expected)
  }

  @Test func `what is all around covers everything`() {
    #expect(covered([box(-1e6, -3e5, 2e6, 1e5)]).allSatisfy { $0 == 256 })
    #expect(covered([[(-40, 8), (8, -40), (60, 8), (8, 60)]]).allSatisfy { $0 == 256 })
  }

  @Test(arguments: [(-20.0, 0.0), (20, 0), (0, -20), (0, 20), (-20, 20)])
  func `what is beside covers nothing`(_ x: Double, _ y: Double) {
    #expect(covered([box(2 + x, 2 + y, 14 + x, 14 + y)]).allSatisfy { $0 == 0 })
  }

  @Test func `neighbours meet without a seam, and what lies twice counts once`() {
    let west: [(x: Double, y: Double)] = [(-5, -5), (7.3, -5), (9.1, 6.2), (6.6, 30), (-5, 30)]
    let east: [(x: Double, y: Double)] = [(40, -5), (40, 30), (6.6, 30), (9.1, 6.2), (7.3, -5)]
    #expect(covered([west, east]).allSatisfy { $0 == 256 })
    #expect(covered([west, east, box(3, 3, 5.5, 9)]).allSatisfy { $0 == 256 })
  }

  @Test func `a hole, which turns the other way, stays empty`() {
    let pixels = covered([box(0, 0, 16, 16), box(4, 4, 8, 8).reversed()])
    #expect(pixels[5 * 16 + 5] == 0 && pixels[3 * 16 + 5] == 256 && pixels[5 * 16 + 8] == 256)
  }

  @Test func `as much is covered as a ring is large, however it lies`() {
    var random = SeededNumbers(seed: 3)
    for _ in 0..<200 {
      let corners = (0..<3).map { _ in
        (x: Double.random(in: 0...16, using: &random), y: Double.random(in: 0...16, using: &random))
      }
      let area = zip(corners, corners.dropFirst() + corners.prefix(1)).reduce(0.0) {
        $0 + ($1.0.x * $1.1.y - $1.1.x * $1.0.y) / 2
      }
      let sum = Double(covered([corners]).reduce(0, +)) / 256
      #expect(abs(sum - abs(area)) < 0.2, "\(corners)")
      // A part of it, from a tile beside this one.
      let far = corners.map { (x: ($0.x - 8) * 40, y: ($0.y - 8) * 40) }
      #expect(covered([far]).allSatisfy { $0 <= 256 })
    }
  }

  @Test func `a corner lies on half pixels, also far from the tile`() {
    let half = FillRaster.Corner.pixel / 2
    for (place, halves) in [
      (0, 0), (0.2, 0), (0.3, 1), (15.8, 32), (-0.2, 0), (-0.3, -1), (-17.6, -35),
      (4_194_304.3, 8_388_609), (-4_194_304.3, -8_388_609),
    ] {
      let corner = FillRaster.Corner(x: place, y: -place)
      #expect(corner == FillRaster.Corner(x: halves * half, y: -halves * half), "\(place)")
    }
  }

  @Test func `a raster forgets what it has handed out`() {
    let raster = FillRaster(side: TileRasterTests.side)
    for (from, to) in [((2.0, 2.0), (9.0, 9.0)), ((9, 9), (2, 9)), ((2, 9), (2, 2))] {
      raster.addEdge(corner(from), corner(to))
    }
    #expect(swept(raster).contains { $0 > 0 })
    #expect(swept(raster).allSatisfy { $0 == 0 })
  }

  private func stroked(_ points: [(x: Float, y: Float)], width: Float) -> [UInt32] {
    let raster = StrokeRaster(side: TileRasterTests.side)
    for (from, to) in zip(points, points.dropFirst()) {
      raster.add(from.x, from.y, to.x, to.y, width: width)
    }
    return swept(raster)
  }

  private func swept(_ raster: StrokeRaster) -> [UInt32] {
    var pixels = [UInt32](repeating: 0, count: TileRasterTests.side * TileRasterTests.side)
    raster.sweep { row, column, coverage in
      pixels[row * TileRasterTests.side + column] = coverage
    }
    return pixels
  }

  @Test func `a line covers as much as it is wide`() {
    let pixels = stroked([(-3, 5.5), (30, 5.5)], width: 2)
    for column in 0..<16 {
      #expect((3..<9).map { pixels[$0 * 16 + column] } == [0, 129, 256, 129, 0, 0])
    }
    let thin = stroked([(4.5, -9), (4.5, 40)], width: 0.5)
    #expect((0..<16).allSatisfy { abs(Int(thin[$0 * 16 + 4]) - 128) < 3 })
  }

  @Test func `a line in parts is the line`() {
    let parts = stroked([(1, 2), (4, 4), (7, 6), (13, 10)], width: 1.4)
    #expect(parts == stroked([(1, 2), (13, 10)], width: 1.4))
  }

  @Test func `lines at both sides are whole`() {
    let left = stroked([(0.5, -3), (0.5, 20)], width: 1)
    let right = stroked([(15.5, -3), (15.5, 20)], width: 1)
    let raster = StrokeRaster(side: TileRasterTests.side)
    for x: Float in [0.5, 15.5] { raster.add(x, -3, x, 20, width: 1) }
    #expect(swept(raster) == zip(left, right).map { $0 + $1 })
    #expect(swept(raster).allSatisfy { $0 == 0 })
  }

  @Test func `lines beside and across the tile do no harm`() {
    #expect(stroked([(-9, -9), (-2, 30)], width: 2).allSatisfy { $0 == 0 })
    #expect(stroked([(8.5, 8.5), (8.5, 8.5)], width: 2)[8 * 16 + 8] == 256)
    let far = stroked([(-1e6, -2e6), (3e6, 1e6), (15.9, 15.9), (16.2, 16.4)], width: 3)
    #expect(far.allSatisfy { 0...256 ~= $0 } && far[15 * 16 + 15] == 256)
  }

  @Test func `colours go into three bytes`() throws {
    let color = MapColor(0x336699)
    let pixels = TilePixels(side: 4, color: color.inTile)
    pixels.blend(MapColor(0xFFFFFF).inTile, row: 1, columns: 1..<2, coverage: 256)
    pixels.blend(MapColor(0).inTile, row: 2, columns: 0..<1, coverage: 128)
    let bytes = try #require(pixels.rgb()).withUnsafeBytes { Array($0) }
    #expect(bytes.count == 48)
    #expect(Array(bytes[0..<3]) == [0x33, 0x66, 0x99])
    #expect(Array(bytes[15..<18]) == [0xFF, 0xFF, 0xFF])
    #expect(Array(bytes[24..<27]) == [0x19, 0x33, 0x4C])
  }
}
