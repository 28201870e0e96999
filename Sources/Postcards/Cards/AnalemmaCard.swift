import CCairo
import Cartography
import GLibBridge
import Glibc
import Travels

/// Where the sun stands at noon by the clock, day by day: a figure of eight.
struct AnalemmaCard: Card {
  let name = "analemma"
  let size = PixelSize.portrait

  func title(of scene: Scene) -> String {
    tr("The noon sun over {place} through the year", ["place": scene.name])
  }

  func draw(_ scene: Scene, on page: Page) {
    let year = Year(of: scene.now)
    let latitude = scene.coordinate.latitude
    let sky = LabelBox(x: 0, y: 0, width: page.width, height: 1240)
    let theme = page.theme
    page.rectangle(sky)
    page.fillPath(
      from: 0, to: sky.height,
      [
        (0, theme.water.mixed(with: theme.paper, 0.4), 1), (0.7, theme.water, 1),
        (1, theme.home, 1),
      ])
    // 24 degrees to either side of the middle of the year, whatever the latitude.
    let (middle, scale, perMinute) = ((x: 600.0, y: 600.0), 18.5, 17.0)
    let highest = latitude >= 0 ? 1.0 : -1
    func spot(_ time: Double) -> Spot {
      let sun = Sun(at: time)
      return (
        middle.x + highest * sun.equationOfTime * perMinute,
        middle.y - highest * sun.declination * scale
      )
    }
    func day(_ day: Double) -> Spot { spot(year.start + day * 86_400 + 43_200) }
    // The hour by the sun at the highest point is noon; elevations follow from the latitude.
    for line in stride(from: -20.0, through: 20, by: 10) {
      let y = middle.y - highest * line * scale
      page.line((Page.margin, y), (page.width - Page.margin, y))
      page.stroke(theme.ink, width: 1.5, opacity: 0.2)
      let elevation = 90 - abs(latitude - line)
      page.write(Amount.degrees(elevation), page.note, at: (Page.margin, y - 24), .left)
    }
    page.polyline((0...year.days).map { day(Double($0)) })
    page.stroke(theme.accent, width: 6, opacity: 0.4)
    for number in stride(from: 0, to: year.days, by: 7) {
      page.circle(day(Double(number)), 11)
      page.fillPath(theme.accent)
    }
    let today = spot((scene.now / 86_400).rounded(.down) * 86_400 + 43_200)
    for month in 0..<12 {
      let start = Double(year.months[month])
      let place = day(start)
      page.circle(place, 17)
      page.fillPath(theme.ink)
      // Outwards from the middle of its loop a name has room.
      let isSummer = (3...7).contains(month)
      let heart = (
        x: middle.x - highest * (isSummer ? -1 : 0) * perMinute,
        y: middle.y - highest * (isSummer ? 16 : -10) * scale
      )
      let reach = max(1, hypot(place.x - heart.x, place.y - heart.y))
      var away = (x: (place.x - heart.x) / reach, y: (place.y - heart.y) / reach)
      // Where the loops cross, there is room to the sides alone.
      if month == 3 || month == 8 { away = (month == 3 ? -highest : highest, 0) }
      let block = page.block(Amount.month(month), page.label)
      let gap = hypot(place.x - today.x, place.y - today.y) < 70 ? 56.0 : 34
      page.draw(
        block, x: place.x + away.x * (gap + block.width / 2) - block.width / 2,
        y: place.y + away.y * (gap + block.height / 4) - block.height / 2, theme.ink)
    }
    page.circle(today, 80)
    page.fillPath(around: today, radius: 80, [(0, theme.accent, 0.9), (1, theme.accent, 0)])
    page.circle(today, 26)
    page.fillPath(theme.accent)
    page.circle(today, 26)
    page.stroke(theme.paper, width: 4)
    page.legend(scene.name, tr("Where the sun stands at noon, week by week"), around: 1425)
  }
}
