package import Atlas
import CCairo
import GLibBridge
package import MapDrawing
package import TravelModel

/// The art of a stamp of a place: the shape of its country, or the globe around it.
package struct PostageStamp: Sendable {
  private let scene: Scene
  private let theme: Theme

  /// Gathers what is on it; `title` is the place's name where there is no shorter one.
  package init(
    of coordinate: Coordinate, title: String, outlines: Outlines?, gazetteer: Gazetteer?,
    languages: [String]
  ) {
    scene = Scene(
      coordinate, title: title, outlines: outlines, gazetteer: gazetteer, languages: languages,
      now: 0)
    // Neighbours in the list of countries have stamps in other colours.
    let themes = [Theme.clay, .meadow, .night, .dusk, .ice]
    theme = scene.home.map { themes[$0 % themes.count] } ?? .night
  }

  /// The country, or where that is nobody's or disputed the place.
  package var name: String {
    guard let home = scene.home, let outlines = scene.outlines else { return scene.name }
    return outlines.countries[home].name(in: scene.languages)
  }

  /// The colour of its paper, and of what is written on it.
  package var colors: (paper: MapColor, ink: MapColor) { (theme.paper, theme.ink) }

  /// Paints it into a room, and nothing beyond.
  package func paint(in room: LabelBox, on cairo: OpaquePointer) {
    cairo_save(cairo)
    cairo_rectangle(cairo, room.x, room.y, room.width, room.height)
    cairo_clip(cairo)
    theme.paper.use(in: cairo)
    cairo_paint(cairo)
    if let land = scene.homeland, land.isWhole, let outlines = scene.outlines {
      paint(land, of: outlines, in: room, cairo)
    } else if let outlines = scene.outlines {
      paintGlobe(outlines, in: room, cairo)
    }
    cairo_restore(cairo)
  }

  private func paint(
    _ land: Homeland, of outlines: Outlines, in room: LabelBox, _ cairo: OpaquePointer
  ) {
    let border = min(room.width, room.height) * 0.1
    let inner = LabelBox(
      x: room.x + border, y: room.y + border, width: room.width - 2 * border,
      height: room.height - 2 * border)
    let projection = land.projection(within: inner)
    projection.addLand(
      of: outlines.shapes(land.detail), where: { land.rings.contains($0.points) }, to: cairo)
    theme.home.use(in: cairo)
    cairo_fill(cairo)
    if let spot = projection.position(of: scene.coordinate) { mark(spot, in: room, cairo) }
  }

  private func paintGlobe(_ outlines: Outlines, in room: LabelBox, _ cairo: OpaquePointer) {
    let middle = (x: room.x + room.width / 2, y: room.y + room.height / 2)
    let radius = min(room.width, room.height) * 0.44
    let projection = Azimuthal(.globe, around: scene.coordinate, at: middle, radius: radius)
    cairo_new_path(cairo)
    cairo_arc(cairo, middle.x, middle.y, radius, 0, 2 * .pi)
    cairo_clip(cairo)
    theme.water.use(in: cairo)
    cairo_paint(cairo)
    OutlinePainter(
      palette: theme.palette, lineWidth: radius / 80, showsRegions: false, stressesBorders: false
    ).fillLand(outlines.shapes(.coarse), in: projection, cairo)
    mark(middle, in: room, cairo)
  }

  private func mark(_ spot: Spot, in room: LabelBox, _ cairo: OpaquePointer) {
    let radius = min(room.width, room.height) * 0.04
    cairo_new_path(cairo)
    cairo_arc(cairo, spot.x, spot.y, radius, 0, 2 * .pi)
    theme.accent.use(in: cairo)
    cairo_fill_preserve(cairo)
    theme.paper.use(in: cairo)
    cairo_set_line_width(cairo, radius * 0.5)
    cairo_stroke(cairo)
  }
}
