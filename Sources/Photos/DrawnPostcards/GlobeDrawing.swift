import Atlas
import MapDrawing
import TravelModel

extension Page {
  /// Paints water, land and borders all over the clip, the country of the place by itself.
  func map(
    _ scene: Scene, _ shapes: MapShapes, in projection: Azimuthal, lineWidth: Double
  ) {
    fill(theme.water)
    let painter = OutlinePainter(
      palette: theme.palette, lineWidth: lineWidth, showsRegions: false, stressesBorders: false,
      isQuick: true)
    painter.fillLand(shapes, in: projection, cairo)
    if let home = scene.home {
      painter.fillLand(shapes, in: projection, color: theme.home, cairo) { $0.country == home }
    }
    painter.strokeLines(shapes, in: projection, cairo)
  }

  /// Draws the Earth as a globe around a place.
  func globe(_ scene: Scene, around center: Coordinate, at middle: Spot, radius: Double) {
    guard let outlines = scene.outlines else { return }
    // A glow of air around it.
    circle(middle, radius * 1.16)
    let air = theme.isDark ? theme.coast : theme.water
    fillPath(
      around: middle, radius: radius * 1.16,
      [(0, air, 0.85), (0.85, air, theme.isDark ? 0.5 : 0.8), (1, air, 0)])
    let projection = Azimuthal(.globe, around: center, at: middle, radius: radius)
    circle(middle, radius)
    clipped {
      map(scene, outlines.shapes(.medium), in: projection, lineWidth: 2)
      graticule(projection)
      shade(middle, radius)
    }
  }

  /// Scatters stars, the same on every card.
  func stars() {
    var seed: UInt64 = 7
    func next() -> Double {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(seed >> 40) / Double(1 << 24)
    }
    for _ in 0..<90 { circle((next() * Page.side, next() * Page.side), 2 + 4 * next()) }
    fillPath(theme.ink, opacity: 0.5)
  }

  /// Draws parallels and meridians.
  private func graticule(_ projection: Azimuthal) {
    for longitude in stride(from: -180.0, to: 180, by: 15) {
      projection.addLine(
        through: stride(from: -75.0, through: 75, by: 3).map {
          Coordinate(latitude: $0, longitude: longitude)!
        }, to: cairo)
    }
    for latitude in stride(from: -75.0, through: 75, by: 15) {
      projection.addLine(
        through: stride(from: -180.0, through: 180, by: 3).map {
          Coordinate(latitude: latitude, longitude: $0)!
        }, to: cairo)
    }
    stroke(theme.ink, width: 1.4, opacity: theme.isDark ? 0.16 : 0.13)
  }

  /// Shades a disc as a sphere lit from the upper left.
  private func shade(_ middle: Spot, _ radius: Double) {
    let dark = theme.isDark ? theme.paper.mixed(with: MapColor(0), 0.4) : theme.ink
    GlobeShade(shadow: dark, depth: theme.isDark ? 0.75 : 0.3)
      .paint(on: cairo, middle: middle, radius: radius)
  }
}
