import CCairo
import Cartography
import GLibBridge
import Travels

/// Where the place is, in figures as large as they fit.
struct PositionCard: Card {
  let name = "position"
  let size = PixelSize.portrait

  func title(of scene: Scene) -> String {
    tr("{place} in figures", ["place": scene.name])
  }

  func draw(_ scene: Scene, on page: Page) {
    net(scene, page)
    let room = page.width - 2 * Page.margin
    var huge = page.title
    huge.size = 176
    var y = 200.0
    for (words, figures) in [
      (tr("Latitude"), Amount.latitude(scene.coordinate.latitude)),
      (tr("Longitude"), Amount.longitude(scene.coordinate.longitude)),
    ] {
      y += page.write(words.uppercased(), page.overline, x: Page.margin, y: y, width: room) + 4
      y += page.write(figures, huge, x: Page.margin - 8, y: y, width: room) + 70
    }
    page.line((Page.margin + 4, y), (Page.margin + 130, y))
    page.stroke(page.theme.accent, width: 8)
    var large = page.subtitle
    large.size = 40
    large.leading = 1.15
    large.color = page.theme.ink
    y += 40
    let equator = abs(scene.coordinate.latitude) * .pi / 180 * GreatCircle.earthRadius
    let isNorth = scene.coordinate.latitude >= 0
    let pole = .pi / 2 * GreatCircle.earthRadius - equator
    let facts = [
      tr("{distance} from the equator", ["distance": Amount.roughly(equator)]),
      isNorth
        ? tr("{distance} from the North Pole", ["distance": Amount.roughly(pole)])
        : tr("{distance} from the South Pole", ["distance": Amount.roughly(pole)]),
    ]
    page.write(facts.joined(separator: "\n"), large, x: Page.margin, y: y, width: room, lines: 3)
    let name = page.fitted(scene.title, page.title, width: room, lines: 3)
    page.draw(name, x: Page.margin, y: page.height - 100 - name.height, page.theme.ink)
  }

  /// A net of parallels and meridians with the place at a crossing.
  private func net(_ scene: Scene, _ page: Page) {
    let step = 100.0
    for x in stride(from: 0.0, through: page.width, by: step) {
      page.line((x, 0), (x, page.height))
    }
    for y in stride(from: 0.0, through: page.height, by: step) {
      page.line((0, y), (page.width, y))
    }
    page.stroke(page.theme.ink, width: 1.5, opacity: 0.09)
    let x = Page.margin + (page.width - 2 * Page.margin) * (scene.coordinate.longitude + 180) / 360
    let y = Page.margin + (page.height - 2 * Page.margin) * (90 - scene.coordinate.latitude) / 180
    page.line((x, 0), (x, page.height))
    page.line((0, y), (page.width, y))
    page.stroke(page.theme.accent, width: 3, opacity: 0.45)
    page.mark((x, y), size: 1.2)
  }
}
