import Atlas
import CCairo
import Cartography
import GLibBridge
import Travels

/// All of the world in true distances and directions from the place.
struct EquidistantCard: Card {
  let name = "equidistant"
  let size = PixelSize.portrait

  func title(of scene: Scene) -> String {
    tr("The world from {place}", ["place": scene.name])
  }

  func suits(_ scene: Scene) -> Bool { scene.outlines != nil }

  func draw(_ scene: Scene, on page: Page) {
    guard let outlines = scene.outlines else { return }
    let middle = (x: 600.0, y: 640.0)
    let radius = 530.0
    let projection = Azimuthal(
      .equidistant, around: scene.coordinate, at: middle, radius: radius / .pi)
    page.circle(middle, radius)
    page.clipped {
      page.fill(page.theme.water)
      let shapes = outlines.shapes(.coarse)
      var painter = OutlinePainter(
        palette: page.theme.palette, lineWidth: 1.2, showsRegions: false, stressesBorders: false)
      painter.isQuick = true
      painter.fillLand(shapes, in: projection, page.cairo)
      if let home = scene.home {
        painter.fillLand(shapes, in: projection, color: page.theme.home, page.cairo) {
          $0.country == home
        }
      }
      painter.strokeLines(shapes, in: projection, page.cairo)
    }
    let halfWay = GreatCircle.earthRadius * .pi
    for distance in [5000.0, 10_000, 15_000] { page.circle(middle, radius * distance / halfWay) }
    page.stroke(page.theme.ink, width: 2.5, opacity: 0.45, dashes: [3, 10])
    page.circle(middle, radius)
    page.stroke(page.theme.ink, width: 4)
    var placement = LabelPlacement()
    _ = placement.place([LabelBox(x: middle.x - 30, y: middle.y - 30, width: 60, height: 60)])
    var small = page.note
    small.size = 24
    for distance in [5000.0, 10_000, 15_000] {
      let block = page.block(Amount.kilometres(distance), small)
      let y = middle.y + radius * distance / halfWay - block.height / 2
      let x = middle.x - block.width / 2
      _ = placement.place([
        LabelBox(x: x - 8, y: y, width: block.width + 16, height: block.height)
      ])
      page.drawHalo(block, x: x, y: y, page.theme.water)
      page.draw(block, x: x, y: y, page.theme.ink)
    }
    for city in GreatCities.choose(scene, count: 18, apart: 1500) {
      guard let spot = projection.position(of: city.coordinate) else { continue }
      let block = page.block(city.name, page.label)
      let boxes = [
        (13.0, -block.height / 2), (-block.width - 13, -block.height / 2),
        (-block.width / 2, 10), (-block.width / 2, -block.height - 10),
      ].map {
        LabelBox(x: spot.x + $0.0, y: spot.y + $0.1, width: block.width, height: block.height)
      }
      .filter { $0.x > 20 && $0.x + $0.width < page.width - 20 }
      let dot = LabelBox(x: spot.x - 9, y: spot.y - 9, width: 18, height: 18)
      guard let number = placement.place(boxes, mark: dot) else { continue }
      page.circle(spot, 7)
      page.fillPath(page.theme.ink)
      page.drawHalo(block, x: boxes[number].x, y: boxes[number].y, page.theme.land)
      page.draw(block, x: boxes[number].x, y: boxes[number].y, page.theme.ink)
    }
    page.mark(middle, size: 1.3)
    page.legend(
      scene.name, tr("All the world, in true distances and directions"), around: 1400)
  }
}
