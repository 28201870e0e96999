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
    huge.size = 148
    var y = 660.0
    for (words, figures) in [
      (tr("Latitude"), Amount.latitude(scene.coordinate.latitude)),
      (tr("Longitude"), Amount.longitude(scene.coordinate.longitude)),
    ] {
      y += page.write(words.uppercased(), page.overline, x: Page.margin, y: y, width: room) - 4
      y += page.write(figures, huge, x: Page.margin - 8, y: y, width: room) + 26
    }
    page.line((Page.margin + 4, y), (Page.margin + 130, y))
    page.stroke(page.theme.accent, width: 8)
    var large = page.subtitle
    large.size = 40
    large.leading = 1.15
    large.color = page.theme.ink
    y += 34
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
    var head = page.title
    head.size = 72
    let name = page.fitted(scene.title, head, width: room, lines: 2)
    page.draw(name, x: Page.margin, y: page.height - 80 - name.height, page.theme.ink)
  }

  /// The world as a net of squares of thirty degrees, with the place at a crossing.
  private func net(_ scene: Scene, _ page: Page) {
    let box = LabelBox(x: 0, y: 0, width: page.width, height: page.width / 2)
    page.rectangle(box)
    page.fillPath(page.theme.land, opacity: 0.6)
    for step in 1...11 {
      let x = box.width * Double(step) / 12
      page.line((x, 0), (x, box.height))
    }
    for step in 1...5 {
      let y = box.height * Double(step) / 6
      page.line((0, y), (box.width, y))
    }
    page.stroke(page.theme.ink, width: 1.5, opacity: 0.2)
    page.line((0, box.height / 2), (box.width, box.height / 2))
    page.line((box.width / 2, 0), (box.width / 2, box.height))
    page.stroke(page.theme.ink, width: 3, opacity: 0.35)
    let x = box.width * (scene.coordinate.longitude + 180) / 360
    let y = box.height * (90 - scene.coordinate.latitude) / 180
    page.rectangle(box)
    page.clipped {
      page.line((x, 0), (x, box.height))
      page.line((0, y), (box.width, y))
      page.stroke(page.theme.accent, width: 5)
      page.mark((min(box.width - 14, max(14, x)), min(box.height - 14, max(14, y))), size: 1.6)
    }
  }
}
