import CCairo
import GLibBridge
import MapDrawing
import TravelModel

/// How long the days are through the year: the light between the nights, from January to December.
struct YearCard: Card {
  let name = "year"

  private static let height = 830.0

  func title(of scene: Scene) -> String {
    tr("A year of daylight in {place}", ["place": scene.name])
  }

  func suits(_ scene: Scene) -> Bool { true }

  func draw(_ scene: Scene, on page: Page) {
    let year = Year(of: scene.now)
    let theme = page.theme
    let night = theme.isDark ? theme.paper.mixed(with: MapColor(0), 0.4) : theme.ink
    let light = theme.accent.mixed(with: MapColor(0xFFE9B0), theme.isDark ? 0.35 : 0.6)
    page.band(from: 0, to: YearCard.height)
    page.fillPath(night)
    let suns = (0...year.days).map { Sun(at: year.start + Double($0) * 86_400 + 43_200) }
    let latitude = scene.coordinate.latitude
    for (level, part) in [(-18, 0.16), (-12, 0.36), (-6, 0.6), (Sun.riseElevation, 1)] {
      band(suns.map { $0.daylight(latitude: latitude, above: level).hours }, page)
      page.fillPath(night.mixed(with: light, part))
    }
    let x = Page.side * year.today / Double(year.days)
    page.polyline([(x, 0), (x, YearCard.height)])
    page.stroke(theme.paper, width: 8)
    page.circle((x, YearCard.height / 2), 52)
    page.fillPath(theme.accent)
    page.circle((x, YearCard.height / 2), 52)
    page.stroke(theme.paper, width: 8)
    for month in [0, 3, 6, 9] {
      let first = year.start + 86_400 * Double(year.months[month])
      let name = page.block(Amount.month(first), size: Page.leastSize, isBold: false)
      let x = Page.side * (Double(year.months[month]) + 15) / Double(year.days)
      page.draw(
        name, x: max(x, name.width / 2 + 20), y: YearCard.height + 48, page.theme.ink)
    }
    let hours = suns.map { $0.daylight(latitude: latitude).hours.rounded() }
    page.caption(scene.name, words(hours.min() ?? 0, hours.max() ?? 0), under: YearCard.height + 80)
  }

  private func words(_ least: Double, _ most: Double) -> String {
    least == most
      ? tr("{hours} hours of daylight", ["hours": String(Int(most))])
      : tr(
        "{least} to {most} hours of daylight",
        ["least": String(Int(least)), "most": String(Int(most))])
  }

  /// Adds to the path so many hours around noon, day by day.
  private func band(_ hours: [Double], _ page: Page) {
    let step = Page.side / Double(hours.count - 1)
    func edge(_ way: Double) -> [Spot] {
      hours.enumerated().map {
        (step * Double($0.offset), YearCard.height * (0.5 + way * $0.element / 48))
      }
    }
    page.polyline(edge(-1) + edge(1).reversed())
    cairo_close_path(page.cairo)
  }
}
