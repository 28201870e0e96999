import CCairo
import Cartography
import GLibBridge
import Travels

/// How long the days are through the year.
struct YearCard: Card {
  let name = "year"
  let size = PixelSize.landscape

  func title(of scene: Scene) -> String {
    tr("A year of daylight in {place}", ["place": scene.name])
  }

  func draw(_ scene: Scene, on page: Page) {
    let box = LabelBox(x: 0, y: 0, width: page.width, height: 880)
    let year = Year(of: scene.now)
    let theme = page.theme
    let night = theme.isDark ? MapColor(0x0B1524) : MapColor(0x24364B)
    let light = theme.isDark ? theme.accent.mixed(with: MapColor(0xFFFFFF), 0.35) : theme.home
    page.rectangle(box)
    page.fillPath(night)
    let levels: [(Double, Double)] = [(-18, 0.16), (-12, 0.34), (-6, 0.58), (Sun.riseElevation, 1)]
    let suns = (0...year.days).map { Sun(at: year.start + Double($0) * 86_400 + 43_200) }
    for (level, part) in levels {
      band(suns, scene.coordinate.latitude, above: level, in: box, page)
      page.fillPath(night.mixed(with: light, part))
    }
    let today = box.width * year.today / Double(year.days)
    hours(box, page)
    months(year, box, page)
    page.line((today, 0), (today, box.height))
    page.stroke(theme.isDark ? MapColor(0xFFFFFF) : theme.accent, width: 4)
    page.circle((today, box.height), 14)
    page.fillPath(theme.accent)
    page.foot(scene.name, tr("A year of daylight"), width: 1000)
    let now = scene.sun.daylight(latitude: scene.coordinate.latitude)
    let right = page.width - Page.margin
    var large = page.title
    large.size = 60
    let words =
      switch now {
      case .always: tr("the sun does not set")
      case .never: tr("the sun does not rise")
      case .hours(let hours): Amount.duration(hours)
      }
    let text = page.fitted(words, large, width: 420, lines: 2, side: .right)
    let note = page.fitted(Amount.day(scene.now), page.subtitle, width: 420, side: .right)
    page.draw(note, x: right - 420, y: page.height - 62 - note.height, theme.faint)
    page.draw(text, x: right - 420, y: page.height - 70 - note.height - text.height, theme.accent)
  }

  /// Adds to the path the hours in which the sun is above an elevation.
  private func band(
    _ suns: [Sun], _ latitude: Double, above elevation: Double, in box: LabelBox, _ page: Page
  ) {
    let halves = suns.map { $0.daylight(latitude: latitude, above: elevation).hours / 2 }
    let step = box.width / Double(suns.count - 1)
    let noon = box.y + box.height / 2
    let upper = halves.enumerated().map {
      (x: box.x + step * Double($0.offset), y: noon - $0.element * box.height / 24)
    }
    let lower = halves.enumerated().reversed().map {
      (x: box.x + step * Double($0.offset), y: noon + $0.element * box.height / 24)
    }
    page.polyline(upper + lower)
    cairo_close_path(page.cairo)
  }

  private func hours(_ box: LabelBox, _ page: Page) {
    for hour in [6.0, 12, 18] {
      let y = box.y + box.height * (1 - hour / 24)
      page.line((0, y), (box.width, y))
      page.stroke(MapColor(0xFFFFFF), width: 2, opacity: 0.4, dashes: [2, 10])
      var small = page.label
      small.color = MapColor(0x17222E)
      let text = page.block(Amount.hour(hour), small)
      page.roundRectangle(
        LabelBox(x: 24, y: y - 24, width: text.width + 32, height: 48), radius: 24)
      page.fillPath(MapColor(0xF4EFE3), opacity: 0.9)
      page.draw(text, x: 40, y: y - text.height / 2, small.color)
    }
  }

  private func months(_ year: Year, _ box: LabelBox, _ page: Page) {
    for month in 0..<12 {
      let (from, to) = (Double(year.months[month]), Double(year.months[month + 1]))
      let x = box.width * (from + to) / 2 / Double(year.days)
      if month > 0 {
        let edge = box.width * from / Double(year.days)
        page.line((edge, box.height), (edge, box.height + 20))
        page.stroke(page.theme.faint, width: 2.5)
      }
      page.write(Amount.month(month), page.note, at: (x, box.height + 36), .middle)
    }
  }
}
