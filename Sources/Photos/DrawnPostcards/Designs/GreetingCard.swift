import GLibBridge
import Glibc
import MapDrawing

/// A greeting from the place, over a sun that sets behind its hills or its sea.
struct GreetingCard: Card {
  let name = "greeting"

  private static let sun = (x: 600.0, y: 780.0)

  func title(of scene: Scene) -> String { tr("Greetings from {place}", ["place": scene.name]) }

  func suits(_ scene: Scene) -> Bool { true }

  func draw(_ scene: Scene, on page: Page) {
    let theme = page.theme
    rays(page)
    page.circle(GreetingCard.sun, 250)
    page.fillPath(theme.accent)
    if scene.isSea { waves(page) } else { hills(page) }
    let greeting = page.block(tr("Greetings from"))
    page.draw(greeting, x: Page.side / 2, y: 120, theme.ink)
    let line = page.block(scene.name, size: 210)
    // A long name has smaller letters, in two lines.
    let name = line.height < 150 ? page.block(scene.name, size: 150, lines: 2) : line
    page.draw(name, x: Page.side / 2, y: 330, theme.ink)
  }

  private func rays(_ page: Page) {
    let sun = GreetingCard.sun
    page.band(from: 0, to: Page.side)
    page.fillPath(
      from: 0, to: sun.y,
      [(0, page.theme.paper, 1), (0.5, page.theme.water, 1), (1, page.theme.home, 1)])
    for angle in stride(from: 0.0, to: 360, by: 20) {
      let edges = [angle, angle + 10].map { $0 * .pi / 180 }
      page.polyline([sun] + edges.map { (sun.x + cos($0) * 1300, sun.y + sin($0) * 1300) })
    }
    page.fillPath(
      around: sun, radius: 1000, [(0, page.theme.accent, 0.5), (1, page.theme.accent, 0)])
  }

  /// The sea, and the sun's way on it.
  private func waves(_ page: Page) {
    let (theme, sun) = (page.theme, GreetingCard.sun)
    page.band(from: sun.y, to: Page.side)
    page.fillPath(
      from: sun.y, to: Page.side,
      [(0, theme.coast, 1), (1, theme.ink.mixed(with: theme.coast, theme.isDark ? 0.9 : 0.3), 1)])
    for row in 0..<6 {
      let y = sun.y + 38 + Double(row) * 62
      let reach = 250 - Double(row) * 26
      page.polyline([(sun.x - reach, y), (sun.x + reach, y)])
      page.stroke(theme.accent, width: 22, opacity: 0.9 - Double(row) * 0.1)
    }
  }

  /// Three rows of hills, the nearest the darkest.
  private func hills(_ page: Page) {
    let theme = page.theme
    let dark = theme.isDark ? theme.paper : theme.ink
    for (row, top) in [740.0, 870, 1010].enumerated() {
      let wave = 2.3 - Double(row) * 0.5
      let spots = stride(from: 0.0, through: Page.side, by: 20).map { x -> Spot in
        let part = x / Page.side * .pi * wave + Double(row) * 2
        return (x, top - 44 * sin(part) - 16 * sin(part * 2.7))
      }
      page.polyline([(0, Page.side)] + spots + [(Page.side, Page.side)])
      page.fillPath(theme.home.mixed(with: dark, 0.3 + 0.28 * Double(row)))
    }
  }
}
