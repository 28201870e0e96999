import Atlas
import GLibBridge
import TestSupport
import Testing
import TravelModel

@testable import MapDrawing

struct TilePainterTests {
  private static let world = Result {
    (
      try Outlines(file: "\(atlasFolder)/outlines.atlas"),
      try Landscape(file: "\(atlasFolder)/landscape.atlas"),
      try Relief(file: "\(atlasFolder)/relief.atlas")
    )
  }

  /// The colour of a place on its tile, as red, green and blue.
  private func color(
    _ latitude: Double, _ longitude: Double, zoom: Int, tinting code: String? = nil,
    scale: Int = 1, width: Int = TilePainter.width, hasLandscape: Bool = true
  ) throws -> [UInt8] {
    let (outlines, landscape, relief) = try TilePainterTests.world.get()
    let tinted = outlines.countries.indices.filter { outlines.countries[$0].code == code }
    let painter = TilePainter(
      outlines: outlines, landscape: hasLandscape ? landscape : nil, relief: relief,
      palette: .light, scale: scale, tinted: Set(tinted))
    let place = Mercator.project(Coordinate(latitude: latitude, longitude: longitude)!)
    let tiles = Double(1 << zoom)
    let (x, y) = (Int(place.x * tiles), Int(place.y * tiles))
    let side = painter.side(width: width)
    let column = Int((place.x * tiles - Double(x)) * Double(width * scale))
    let row = Int((place.y * tiles - Double(y)) * Double(width * scale))
    let bytes = try #require(painter.paint(x: x, y: y, zoom: zoom, width: width))
    return bytes.withUnsafeBytes {
      Array($0[(row * side + column) * 3..<(row * side + column) * 3 + 3])
    }
  }

  private func isWater(_ color: [UInt8]) -> Bool { Int(color[2]) > Int(color[0]) + 30 }

  @Test(arguments: [2, 3, 4, 5, 6, 9, 12])
  func `land and water are where they are at every zoom`(zoom: Int) throws {
    // Poland, the Sahara, the United States and Siberia.
    for (latitude, longitude) in [(52.0, 19.0), (23, 10), (41, -99), (63, 100.5)] {
      #expect(!isWater(try color(latitude, longitude, zoom: zoom)), "\(latitude) \(longitude)")
    }
    // The Atlantic, the Black Sea, Lake Superior and the sea at the date line.
    for (latitude, longitude) in [(40.0, -40.0), (43, 34), (47.7, -87.5), (0, 179.99)] {
      #expect(isWater(try color(latitude, longitude, zoom: zoom)), "\(latitude) \(longitude)")
    }
  }

  @Test(arguments: [1, 2])
  func `what is shown wider is in the same places`(scale: Int) throws {
    // On both sides of coasts: at Brest, Nice and Reykjavík.
    let land = [(48.45, -4.2), (43.75, 7.2), (64.13, -21.7)]
    let sea = [(48.25, -5.2), (43.6, 7.35), (64.25, -22.2)]
    for width in [256, 257, 362, 511] {
      for (latitude, longitude) in land {
        let color = try color(latitude, longitude, zoom: 7, scale: scale, width: width)
        #expect(!isWater(color), "\(width): \(latitude) \(longitude)")
      }
      for (latitude, longitude) in sea {
        let color = try color(latitude, longitude, zoom: 7, scale: scale, width: width)
        #expect(isWater(color), "\(width): \(latitude) \(longitude)")
      }
    }
  }

  @Test(arguments: [(5, 256), (6, 256), (6, 333), (9, 256)])
  func `the land's colours go on from tile to tile`(zoom: Int, width: Int) throws {
    let (outlines, _, relief) = try TilePainterTests.world.get()
    let painter = TilePainter(
      outlines: outlines, landscape: nil, relief: relief, palette: .light, scale: 1)
    let side = painter.side(width: width)
    // In the Sahara, where nothing but the relief is drawn.
    let place = Mercator.project(Coordinate(latitude: 22, longitude: 12)!)
    let (x, y) = (Int(place.x * Double(1 << zoom)), Int(place.y * Double(1 << zoom)))
    let tiles = try [(x, y), (x + 1, y), (x, y + 1)].map { x, y in
      try #require(painter.paint(x: x, y: y, zoom: zoom, width: width)).withUnsafeBytes {
        Array($0)
      }
    }
    func color(_ tile: Int, _ column: Int, _ row: Int) -> [Int] {
      (0..<3).map { Int(tiles[tile][(row * side + column) * 3 + $0]) }
    }
    func differ(_ one: [Int], _ other: [Int]) -> Int { zip(one, other).map { abs($0 - $1) }.max()! }
    // Borders may end at a tile's side.
    let differences = (0..<width).flatMap { place in
      [
        differ(color(0, width - 1, place), color(1, 0, place)),
        differ(color(0, place, width - 1), color(2, place, 0)),
      ]
    }
    #expect(differences.filter { $0 > 3 }.count < width / 20)
    #expect(Set((0..<width).map { color(0, $0, $0) }).count > 1)
  }

  @Test func `the land's colours go on beyond the date line`() throws {
    let (outlines, _, _) = try TilePainterTests.world.get()
    // Only the westernmost land is high.
    let count = Relief.Plane.allCases.count * Relief.side * Relief.side
    var planes = [UInt8](repeating: 0, count: count)
    for row in 0..<Relief.side { planes[row * Relief.side] = 252 }
    let painter = TilePainter(
      outlines: outlines, landscape: nil, relief: try Relief(content: planes), palette: .light,
      scale: 1)
    // In Chukotka.
    let y = Mercator.project(Coordinate(latitude: 67.5, longitude: 180)!).y * 256
    let row = Int((y - y.rounded(.down)) * 256)
    func color(column: Int, ofTile x: Int) throws -> [Int] {
      try #require(painter.paint(x: x, y: Int(y), zoom: 8)).withUnsafeBytes { bytes in
        (0..<3).map { Int(bytes[(row * 256 + column) * 3 + $0]) }
      }
    }
    let edge = try color(column: 255, ofTile: 255)
    #expect(zip(edge, try color(column: 0, ofTile: 0)).allSatisfy { abs($0 - $1) <= 2 })
    // It begins to rise before the line.
    #expect(edge[1] < (try color(column: 128, ofTile: 255)[1]))
  }

  @Test func `the land's colours run into each other without steps`() throws {
    let (outlines, _, relief) = try TilePainterTests.world.get()
    let painter = TilePainter(
      outlines: outlines, landscape: nil, relief: relief, palette: .light, scale: 1)
    // In the Balkans, where hills rise slowly.
    let place = Mercator.project(Coordinate(latitude: 43, longitude: 20)!)
    let bytes = try #require(
      painter.paint(x: Int(place.x * 256), y: Int(place.y * 256), zoom: 8))
    let greens = bytes.withUnsafeBytes { bytes in
      (0..<256 * 256).map { Int(bytes[3 * $0 + 1]) }
    }
    // The sums of squares of 64 pixels: where the mean is a whole number, one colour fills the square.
    var sums = [Int](repeating: 0, count: 32 * 32)
    for (place, green) in greens.enumerated() {
      let (row, column) = (place / 256 / 8, place % 256 / 8)
      sums[row * 32 + column] += green
    }
    #expect(sums.count { $0 % 64 == 0 } < sums.count / 4)
  }

  @Test func `closer than its detail the sea has no edge at the date line`() throws {
    let (outlines, landscape, relief) = try TilePainterTests.world.get()
    let painter = TilePainter(
      outlines: outlines, landscape: landscape, relief: relief, palette: .light, scale: 1)
    // At the equator, where it is deep far around.
    for (x, columns) in [(0, [0, 40]), ((1 << 14) - 1, [255, 215])] {
      let bytes = try #require(painter.paint(x: x, y: 1 << 13, zoom: 14))
      let blues = bytes.withUnsafeBytes { bytes in
        columns.map { Int(bytes[3 * (128 * 256 + $0) + 2]) }
      }
      #expect(abs(blues[0] - blues[1]) <= 1, "\(x)")
    }
  }

  @Test func `closer than its detail the map has soft edges and no lines of water`() throws {
    let (outlines, landscape, relief) = try TilePainterTests.world.get()
    let painter = TilePainter(
      outlines: outlines, landscape: landscape, relief: relief, palette: .light, scale: 1)
    var coast: [Int] = []
    // From the land at Nice out to sea.
    for step in 0..<50 where coast.isEmpty {
      let way = 0.15 * Double(step) / 50
      let place = Mercator.project(Coordinate(latitude: 43.75 - way, longitude: 7.2 + way)!)
      let bytes = try #require(
        painter.paint(x: Int(place.x * 8192), y: Int(place.y * 8192), zoom: 13))
      let reds = bytes.withUnsafeBytes { bytes in (0..<256 * 256).map { Int(bytes[3 * $0]) } }
      if reds.min()! < 0x90, reds.max()! > 0xE0 { coast = reds }
    }
    try #require(!coast.isEmpty, "a tile with land and sea")
    let steps = coast.indices.map { place -> Int in
      let right = place % 256 < 255 ? abs(coast[place + 1] - coast[place]) : 0
      let down = place + 256 < coast.count ? abs(coast[place + 256] - coast[place]) : 0
      return max(right, down)
    }
    #expect(steps.max()! < 0x20)
  }

  @Test func `towns end where the map has no more detail`() throws {
    func paris(_ zoom: Int, hasLandscape: Bool) throws -> [UInt8] {
      try color(48.83, 2.30, zoom: zoom, hasLandscape: hasLandscape)
    }
    #expect(try paris(8, hasLandscape: true) != paris(8, hasLandscape: false))
    #expect(try paris(11, hasLandscape: true) == paris(11, hasLandscape: false))
  }

  @Test func `a tint lies over towns, but not over water`() throws {
    let paris = try color(48.83, 2.30, zoom: 12)
    #expect(try color(48.83, 2.30, zoom: 12, tinting: "FR") != paris)
    let lake = try color(41.1, -112.6, zoom: 9)
    #expect(isWater(lake))
    #expect(try color(41.1, -112.6, zoom: 9, tinting: "US") == lake)
  }

  @Test func `a tint stays within its country, and out of what lies in it`() throws {
    let plain = try color(42.0, 14.2, zoom: 7)
    #expect(try color(42.0, 14.2, zoom: 7, tinting: "IT") != plain)
    #expect(try color(42.0, 14.2, zoom: 7, tinting: "FR") == plain)
    // Lesotho, which South Africa goes around.
    let lesotho = try color(-29.4, 28.4, zoom: 6)
    #expect(try color(-29.4, 28.4, zoom: 6, tinting: "ZA") == lesotho)
    #expect(try color(-29.4, 28.4, zoom: 6, tinting: "LS") != lesotho)
  }
}
