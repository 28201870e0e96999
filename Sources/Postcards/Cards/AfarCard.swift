import Atlas
import CCairo
import Cartography
import GLibBridge
import Travels

/// How far it is to the great cities of the world.
struct AfarCard: Card {
  let name = "afar"
  let size = PixelSize.portrait

  func title(of scene: Scene) -> String {
    tr("How far from {place}?", ["place": scene.name])
  }

  func suits(_ scene: Scene) -> Bool { scene.gazetteer != nil }

  func draw(_ scene: Scene, on page: Page) {
    let cities = GreatCities.choose(scene, count: 10, apart: 1400).map {
      (name: $0.name, kilometres: GreatCircle.kilometres(scene.coordinate, $0.coordinate))
    }.sorted { $0.kilometres < $1.kilometres }
    guard let farthest = cities.last?.kilometres else { return }
    let room = page.width - 2 * Page.margin
    var y = 90.0
    y += page.write(
      tr("To the great cities").uppercased(), page.overline, x: Page.margin, y: y, width: room)
    y += 14
    var head = page.title
    head.leading = 0.92
    y += page.write(scene.name, head, x: Page.margin, y: y, width: room, lines: 2) + 50
    let step = (page.height - 90 - y) / Double(cities.count)
    var bold = page.label
    bold.size = 36
    bold.weight = PANGO_WEIGHT_BOLD
    for city in cities {
      let length = room * city.kilometres / farthest
      let bar = y + 62
      page.roundRectangle(
        LabelBox(x: Page.margin, y: bar, width: max(20, length), height: 20), radius: 10)
      page.fillPath(
        page.theme.accent.mixed(with: page.theme.home, 0.8 * city.kilometres / farthest))
      let distance = page.block(Amount.roughly(city.kilometres), page.subtitle)
      page.draw(
        distance, x: page.width - Page.margin - distance.width, y: bar - 12 - distance.height,
        page.theme.faint)
      let name = page.fitted(city.name, bold, width: room - distance.width - 40)
      page.draw(name, x: Page.margin, y: bar - 12 - name.height, page.theme.ink)
      y += step
    }
  }
}
