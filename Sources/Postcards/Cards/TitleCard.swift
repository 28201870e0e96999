import CCairo
import Cartography
import GLibBridge
import Travels

/// The name of the place, and where on the Earth it is.
struct TitleCard: Card {
  let name = "title"
  let size = PixelSize.landscape

  func title(of scene: Scene) -> String { scene.title }

  func draw(_ scene: Scene, on page: Page) {
    let middle = (x: 1180.0, y: 600.0)
    if scene.outlines != nil {
      let globe = page.globe(scene, around: tilted(scene.coordinate), at: middle, radius: 520)
      if let spot = globe.position(of: scene.coordinate) { page.mark(spot, size: 1.3) }
    } else {
      sunrise(page, at: middle)
    }
    let width = 560.0
    let coordinate = Amount.coordinate(scene.coordinate)
    var lettering = page.title
    lettering.size = 124
    lettering.leading = 0.9
    let name = page.fitted(scene.name, lettering, width: width, lines: 5)
    let line = page.fitted(scene.subtitle ?? coordinate, page.subtitle, width: width, lines: 3)
    let top = 600 - (name.height + line.height + 120) / 2
    page.write(coordinate, page.overline, x: Page.margin, y: top, width: width)
    page.draw(name, x: Page.margin, y: top + 56, page.theme.ink)
    let rule = top + 56 + name.height + 34
    page.line((Page.margin + 4, rule), (Page.margin + 96, rule))
    page.stroke(page.theme.accent, width: 8)
    if scene.subtitle != nil {
      page.draw(line, x: Page.margin, y: rule + 30, page.theme.faint)
    }
  }

  /// A point to look at from a little beside the place, so that the globe looks round.
  private func tilted(_ coordinate: Coordinate) -> Coordinate {
    Coordinate(
      latitude: coordinate.latitude * 0.8, longitude: coordinate.longitude + 8)!
  }

  /// Without a map, rings as of a sun that rises.
  private func sunrise(_ page: Page, at middle: Spot) {
    for ring in stride(from: 9, through: 1, by: -1) {
      page.circle(middle, 58 * Double(ring))
      page.fillPath(page.theme.paper.mixed(with: page.theme.home, 1 - Double(ring) / 10))
    }
    page.mark(middle, size: 1.6)
  }
}
