import Atlas
import CCairo
import Cartography
import Glibc
import Travels

extension Page {
  /// Draws the Earth as a globe around a place; answers where things are on it.
  @discardableResult
  func globe(
    _ scene: Scene, around center: Coordinate, at middle: Spot, radius: Double,
    showsHome: Bool = true
  ) -> Azimuthal {
    let projection = Azimuthal(.globe, around: center, at: middle, radius: radius)
    // A glow of air around it.
    circle(middle, radius * 1.16)
    let air = theme.isDark ? theme.coast : theme.water
    fillPath(
      around: middle, radius: radius * 1.16,
      [(0, air, 0.85), (0.85, air, theme.isDark ? 0.5 : 0.8), (1, air, 0)])
    circle(middle, radius)
    clipped {
      fill(theme.water)
      if let outlines = scene.outlines {
        let shapes = outlines.shapes(MapSheet.detail(radius / GreatCircle.earthRadius))
        var painter = OutlinePainter(
          palette: theme.palette, lineWidth: 1.5, showsRegions: false, stressesBorders: false)
        painter.isQuick = true
        painter.fillLand(shapes, in: projection, cairo)
        if showsHome, let home = scene.home {
          painter.fillLand(shapes, in: projection, color: theme.home, cairo) {
            $0.country == home
          }
        }
        painter.strokeLines(shapes, in: projection, cairo)
      }
      graticule(projection)
      shade(middle, radius)
    }
    return projection
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

  /// Makes a disc a ball: light from the upper left, shadow at the lower right.
  private func shade(_ middle: Spot, _ radius: Double) {
    let dark = theme.isDark ? theme.paper.mixed(with: MapColor(0), 0.4) : theme.ink
    let light = (x: middle.x - radius * 0.3, y: middle.y - radius * 0.34)
    circle(middle, radius)
    fillPath(
      around: light, radius: radius * 1.5,
      [(0, MapColor(0xFFFFFF), 0.12), (0.45, dark, 0), (1, dark, theme.isDark ? 0.75 : 0.3)])
  }
}
