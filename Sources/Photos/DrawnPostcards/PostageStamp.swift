package import Atlas
import CCairo
import GLibBridge
package import MapDrawing
package import TravelModel

/// The picture of a stamp: the shape of the place's country, or the globe around it.
package struct PostageStamp: Sendable {
  /// The name of the country, or of the place if its country is disputed or there is none.
  package let name: String
  private let scene: Scene
  private let theme: Theme

  /// Finds what to show; `title` is the place's name if there is no shorter one.
  package init(
    of coordinate: Coordinate, title: String, outlines: Outlines?, gazetteer: Gazetteer?,
    languages: [String]
  ) {
    scene = Scene(
      coordinate, title: title, outlines: outlines, gazetteer: gazetteer, languages: languages,
      now: 0)
    name = scene.home.flatMap { outlines?.countries[$0].name(in: languages) } ?? scene.name
    // Neighbours in the list of countries have stamps in other colours.
    let themes = [Theme.clay, .meadow, .night, .dusk, .ice]
    theme = scene.home.map { themes[$0 % themes.count] } ?? .night
  }

  package var colors: (paper: MapColor, ink: MapColor) { (theme.paper, theme.ink) }

  /// Paints the stamp, clipped to a box.
  package func paint(in room: LabelBox, on cairo: OpaquePointer) {
    let page = Page(theme: theme, on: cairo)
    let side = min(room.width, room.height)
    var spot = (x: room.x + room.width / 2, y: room.y + room.height / 2)
    cairo_rectangle(cairo, room.x, room.y, room.width, room.height)
    page.clipped {
      page.fill(theme.paper)
      guard let outlines = scene.outlines else { return }
      if let land = scene.homeland, land.isWhole {
        let projection = land.projection(within: room.with(margin: -0.1 * side))
        land.addShape(in: projection, of: outlines.shapes(land.detail), to: cairo)
        page.fillPath(theme.home)
        spot = projection.position(of: scene.coordinate) ?? spot
      } else {
        let projection = Azimuthal(.globe, around: scene.coordinate, at: spot, radius: side * 0.44)
        page.circle(spot, side * 0.44)
        page.clipped {
          page.fill(theme.water)
          OutlinePainter(
            palette: theme.palette, lineWidth: side / 180, showsRegions: false,
            stressesBorders: false
          ).fillLand(outlines.shapes(.coarse), in: projection, cairo)
        }
      }
      for (radius, color) in [(side * 0.05, theme.paper), (side * 0.03, theme.accent)] {
        page.disc(spot, radius, color)
      }
    }
  }
}
