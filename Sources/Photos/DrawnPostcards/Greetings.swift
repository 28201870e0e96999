import Atlas
import CCairo
import GLibBridge
import Glibc
import MapDrawing
import TravelModel

/// Cards that show a landscape.
enum Greetings {
  /// A greeting from the place, over a sun setting behind its hills or its sea.
  static let greeting = Card(
    name: "greeting", themes: [.dusk, .meadow], suits: { _ in true },
    title: { tr("Greetings from {place}", ["place": $0.name]) },
    draw: { scene, page in
      let sun = (x: 600.0, y: 780.0)
      shine(sun, page)
      if scene.isSea { waves(under: sun, page) } else { hills(page) }
      // Translators: the name of the place stands below it, in larger letters. Where it comes first in
      // your language, say something that can stand by itself, such as “Greetings”.
      page.draw(page.block(tr("Greetings from")), x: Page.side / 2, y: 120, page.theme.ink)
      let line = page.block(scene.name, size: 210)
      // A long name has smaller letters, in two lines.
      let name = line.height < 150 ? page.block(scene.name, size: 150, lines: 2) : line
      page.draw(name, x: Page.side / 2, y: 330, page.theme.ink)
    })

  private static func shine(_ sun: Spot, _ page: Page) {
    let theme = page.theme
    page.band(from: 0, to: Page.side)
    page.fillPath(
      from: 0, to: sun.y, [(0, theme.paper, 1), (0.5, theme.water, 1), (1, theme.home, 1)])
    for ray in 0..<18 {
      let edges = [20.0 * Double(ray), 20 * Double(ray) + 10].map { $0 * .pi / 180 }
      page.polyline([sun] + edges.map { (sun.x + cos($0) * 1300, sun.y + sin($0) * 1300) })
    }
    page.fillPath(around: sun, radius: 1000, [(0, theme.accent, 0.5), (1, theme.accent, 0)])
    page.disc(sun, 250, theme.accent)
  }

  /// Draws the sea, and the sun's reflection on it.
  private static func waves(under sun: Spot, _ page: Page) {
    let theme = page.theme
    let deep = theme.ink.mixed(with: theme.coast, theme.isDark ? 0.9 : 0.3)
    page.band(from: sun.y, to: Page.side)
    page.fillPath(from: sun.y, to: Page.side, [(0, theme.coast, 1), (1, deep, 1)])
    for row in 0..<6 {
      let (y, reach) = (sun.y + 38 + Double(row) * 62, 250 - Double(row) * 26)
      page.polyline([(sun.x - reach, y), (sun.x + reach, y)])
      page.stroke(theme.accent, width: 22, opacity: 0.9 - Double(row) * 0.1)
    }
  }

  /// Draws three rows of hills, the nearest the darkest.
  private static func hills(_ page: Page) {
    let theme = page.theme
    for (row, top) in [740.0, 870, 1010].enumerated() {
      page.ground { x in
        let part = x / Page.side * .pi * (2.3 - Double(row) * 0.5) + Double(row) * 2
        return top - 44 * sin(part) - 16 * sin(part * 2.7)
      }
      let dark = theme.isDark ? theme.paper : theme.ink
      page.fillPath(theme.home.mixed(with: dark, 0.3 + 0.28 * Double(row)))
    }
  }

  static let signpost = Card(
    name: "distances", themes: [.ice, .clay], suits: { $0.gazetteer != nil },
    title: { tr("How far from {place}?", ["place": $0.name]) },
    draw: { scene, page in
      let (theme, ground) = (page.theme, 960.0)
      page.band(from: 0, to: ground)
      page.fillPath(from: 0, to: ground, [(0, theme.water, 1), (1, theme.paper, 1)])
      page.polyline([(600, 40), (600, ground + 20)])
      page.stroke(theme.ink.mixed(with: theme.home, 0.25), width: 44)
      page.band(from: ground, to: Page.side)
      page.fillPath(theme.home)
      for (row, board) in boards(scene, page).enumerated() { draw(board, row, page) }
      page.caption(scene.name, theme.isDark ? theme.paper : theme.ink)
    })

  /// A board of a signpost: the name, the distance and the side.
  private struct Board {
    let name, distance: Block
    let coordinate: Coordinate
    let kilometres: Double
    let isEast: Bool
  }

  /// The most populous cities that are far from the place and from each other, the nearest first.
  private static func boards(_ scene: Scene, _ page: Page) -> [Board] {
    var boards: [Board] = []
    for index in 0..<(scene.gazetteer?.count ?? 0) where boards.count < 5 {
      let city = scene.gazetteer!.city(index)
      let others = boards.map(\.coordinate) + [scene.coordinate]
      guard others.allSatisfy({ $0.kilometres(to: city.coordinate) > 2500 }) else { continue }
      let kilometres = scene.coordinate.kilometres(to: city.coordinate)
      let distance = page.block(Amount.roughly(kilometres), size: Page.leastSize, isBold: false)
      let name = page.block(city.name, width: 890 - distance.width)
      guard !name.isEllipsized else { continue }
      boards.append(
        Board(
          name: name, distance: distance, coordinate: city.coordinate, kilometres: kilometres,
          isEast: scene.coordinate.bearing(to: city.coordinate) < 180))
    }
    return boards.sorted { $0.kilometres < $1.kilometres }
  }

  private static func draw(_ board: Board, _ row: Int, _ page: Page) {
    let color = [page.theme.accent, page.theme.ink, page.theme.coast][row % 3]
    // Half the length, without and with the tip, and half the height.
    let (half, whole, height) = (470.0, 540.0, 69.0)
    let way = board.isEast ? 1.0 : -1
    cairo_save(page.cairo)
    cairo_translate(page.cairo, 600 + 20 * way, 150 + Double(row) * 172)
    cairo_rotate(page.cairo, [-0.03, 0.025, -0.012, 0.03, -0.02][row])
    page.polyline([
      (-whole * way, -height), (half * way, -height), (whole * way, 0), (half * way, height),
      (-whole * way, height),
    ])
    page.fillPath(color)
    // Ink with enough contrast to the board.
    let light = color.red * 0.3 + color.green * 0.59 + color.blue * 0.11
    let ink = MapColor(light > 0.5 ? 0x1D2A33 : 0xFFFFFF)
    let (left, right) = board.isEast ? (-500.0, half) : (-half, 500.0)
    page.draw(board.name, x: left + board.name.width / 2, y: 0, ink)
    page.draw(board.distance, x: right - board.distance.width / 2, y: 0, ink)
    cairo_restore(page.cairo)
  }
}
