import Atlas
import CCairo
import GLibBridge
import MapDrawing
import TravelModel

/// The country as a shape, or the part of it that the place is in where that lies far off.
struct LandCard: Card {
  let name = "land"

  func title(of scene: Scene) -> String {
    guard let land = scene.homeland, land.isWhole else {
      return tr("The land around {place}", ["place": scene.name])
    }
    return tr("The shape of {country}", ["country": land.name])
  }

  func suits(_ scene: Scene) -> Bool { scene.homeland != nil }

  func draw(_ scene: Scene, on page: Page) {
    guard let outlines = scene.outlines, let land = scene.homeland else { return }
    let room = LabelBox(x: 90, y: 80, width: Page.side - 180, height: 860)
    let projection = land.projection(within: room)
    let shapes = outlines.shapes(land.detail)
    let theme = page.theme
    // A shadow lifts the shape from the paper.
    for (offset, color) in [(16.0, theme.paper.mixed(with: MapColor(0), 0.28)), (0, theme.home)] {
      cairo_save(page.cairo)
      cairo_translate(page.cairo, offset, offset)
      projection.addLand(
        of: shapes, where: { land.rings.contains($0.points) }, to: page.cairo)
      page.fillPath(color)
      cairo_restore(page.cairo)
    }
    projection.addLines(of: shapes, kind: .disputed, to: page.cairo)
    page.stroke(theme.paper, width: 6, dashes: [6, 16])
    page.band(from: 970, to: Page.side)
    page.fillPath(theme.paper)
    if let spot = projection.position(of: scene.coordinate) { page.mark(spot) }
    page.caption(land.isWhole ? land.name : scene.name, under: 960)
  }
}
