import Atlas
import CCairo
import GLibBridge
import MapDrawing
import TravelModel

/// The Earth from the side, with the place on top and what is on the other side below.
struct AntipodeCard: Card {
  let name = "antipode"

  func title(of scene: Scene) -> String {
    tr("On the other side of the world from {place}", ["place": scene.name])
  }

  func draw(_ scene: Scene, on page: Page) {
    let (middle, radius) = ((x: 600.0, y: 600.0), 370.0)
    let side = side(scene)
    let bearing = side.bearing(to: scene.coordinate)
    cairo_save(page.cairo)
    cairo_translate(page.cairo, middle.x, middle.y)
    cairo_rotate(page.cairo, -bearing * .pi / 180)
    page.globe(scene, around: side, at: (0, 0), radius: radius)
    cairo_restore(page.cairo)
    let (top, bottom) = ((x: 600.0, y: 230.0), (x: 600.0, y: 970.0))
    page.polyline([top, bottom])
    page.stroke(page.theme.accent, width: 14, dashes: [1, 36])
    page.mark(top)
    page.mark(bottom)
    for (name, y) in [(scene.name, 98.0), (scene.antipodeName ?? "", 1102)] {
      page.draw(page.heading(name, size: 120), x: Page.side / 2, y: y, page.theme.ink)
    }
  }

  /// Where to look from: a quarter of the Earth away, where most great cities are seen.
  private func side(_ scene: Scene) -> Coordinate {
    let frame = SphereFrame(center: scene.coordinate)
    let sides = stride(from: 0.0, to: 360, by: 15).map {
      frame.coordinate(bearing: $0, distance: .pi / 2)
    }
    guard let gazetteer = scene.gazetteer else { return sides[0] }
    let cities = (0..<min(100, gazetteer.count)).map { gazetteer.coordinate(of: $0) }
    let quarter = Coordinate.earthKilometres * .pi / 3
    return sides.max { one, other in
      cities.count { one.kilometres(to: $0) < quarter }
        < cities.count { other.kilometres(to: $0) < quarter }
    }!
  }
}
