import CCairo
import Cartography
import GLibBridge
import Glibc
import Travels

/// The sun's way over the place in a day.
struct SunCard: Card {
  /// Which day it is.
  enum Moment: String {
    case today, march, june, december

    /// The days from the year's beginning to an equinox or a solstice.
    var day: Double? {
      switch self {
      case .today: nil
      case .march: 79
      case .june: 172
      case .december: 355
      }
    }
  }

  let moment: Moment
  let size = PixelSize.landscape

  var name: String { "sun-\(moment.rawValue)" }

  func title(of scene: Scene) -> String {
    let place = ["place": scene.name]
    return switch moment {
    case .today: tr("The sun over {place}", place)
    case .march: tr("The sun over {place} at the equinox", place)
    case .june: tr("The sun over {place} in June", place)
    case .december: tr("The sun over {place} in December", place)
    }
  }

  func draw(_ scene: Scene, on page: Page) {
    let time = moment.day.map { Year(of: scene.now).start + $0 * 86_400 + 43_200 } ?? scene.now
    let sun = Sun(at: time)
    let latitude = scene.coordinate.latitude
    let sky = LabelBox(x: 0, y: 0, width: page.width, height: 900)
    let chart = Chart(page: page, sun: sun, latitude: latitude, sky: sky)
    let hour = moment == .today ? sun.hour(atLongitude: scene.coordinate.longitude) : 12
    chart.draw(sunAt: hour)
    if moment == .today {
      page.foot(
        scene.name, Amount.facts(Amount.day(time), daylight(sun, latitude)), width: 1100)
      var clock = page.title
      clock.size = 82
      let right = page.width - Page.margin
      let text = page.block(Amount.hour(hour), clock)
      let note = page.block(tr("by the sun"), page.subtitle)
      page.draw(note, x: right - note.width, y: page.height - 62 - note.height, page.theme.faint)
      page.draw(
        text, x: right - text.width, y: page.height - 64 - note.height - text.height,
        page.theme.accent)
    } else {
      page.foot(scene.name, Amount.facts(Amount.day(time), daylight(sun, latitude)))
    }
  }

  private func daylight(_ sun: Sun, _ latitude: Double) -> String {
    switch sun.daylight(latitude: latitude) {
    case .always: tr("the sun does not set")
    case .never: tr("the sun does not rise")
    case .hours(let hours): tr("{duration} of daylight", ["duration": Amount.duration(hours)])
    }
  }
}

/// The height of the sun over the hours.
private struct Chart {
  let page: Page
  let sun: Sun
  let latitude: Double
  let sky: LabelBox

  private static let steps = 144
  /// Where the horizon is, as a part of the sky's height.
  private static let horizon = 0.62

  private var horizon: Double { sky.y + sky.height * Chart.horizon }
  /// Pixels to a degree: the zenith has to fit above the horizon.
  private var scale: Double { (sky.height * Chart.horizon - 130) / 90 }

  private func spot(_ hour: Double) -> Spot {
    let elevation = sun.elevation(latitude: latitude, hour: hour)
    return (sky.x + sky.width * hour / 24, horizon - elevation * scale)
  }

  func draw(sunAt hour: Double) {
    let theme = page.theme
    let glow = theme.isDark ? theme.accent.mixed(with: theme.paper, 0.55) : theme.home
    page.rectangle(LabelBox(x: 0, y: sky.y, width: sky.width, height: horizon - sky.y))
    page.fillPath(
      from: sky.y, to: horizon,
      [
        (0, theme.isDark ? theme.paper : theme.water, 1),
        (0.55, theme.isDark ? theme.water : theme.water.mixed(with: glow, 0.3), 1), (1, glow, 1),
      ])
    let ground =
      theme.isDark
      ? theme.paper.mixed(with: MapColor(0), 0.25)
      : theme.coast.mixed(with: theme.paper, 0.5)
    page.rectangle(
      LabelBox(x: 0, y: horizon, width: sky.width, height: sky.y + sky.height - horizon))
    page.fillPath(
      from: horizon, to: sky.y + sky.height,
      [(0, ground, 1), (1, ground.mixed(with: theme.paper, theme.isDark ? 0.4 : 0.55), 1)])
    let spots = (0...Chart.steps).map { spot(Double($0) * 24 / Double(Chart.steps)) }
    day(spots)
    page.rectangle(LabelBox(x: 0, y: sky.y, width: sky.width, height: sky.height))
    page.clipped {
      page.polyline(spots)
      page.stroke(theme.paper, width: 14, opacity: 0.25)
      page.polyline(spots)
      page.stroke(theme.ink, width: 5, opacity: 0.9)
    }
    page.line((0, horizon), (sky.width, horizon))
    page.stroke(theme.ink, width: 3, opacity: 0.8)
    hours()
    sun(at: hour)
    marks()
  }

  /// Lets the day shine: what is under the sun's way and over the horizon.
  private func day(_ spots: [Spot]) {
    page.rectangle(LabelBox(x: 0, y: sky.y, width: sky.width, height: horizon - sky.y))
    page.clipped {
      page.polyline([(0, horizon)] + spots + [(sky.width, horizon)])
      page.fillPath(
        from: spot(12).y, to: horizon,
        [
          (0, page.theme.accent, page.theme.isDark ? 0.75 : 0.55),
          (1, page.theme.accent, page.theme.isDark ? 0.15 : 0.08),
        ])
    }
  }

  private func hours() {
    for hour in stride(from: 3.0, through: 21, by: 3) {
      let x = sky.x + sky.width * hour / 24
      page.line((x, horizon - 9), (x, horizon + 9))
    }
    page.stroke(page.theme.ink, width: 3, opacity: 0.8)
  }

  /// Writes when the sun rises, is highest, and sets.
  private func marks() {
    var bold = page.label
    bold.size = 40
    bold.weight = PANGO_WEIGHT_BOLD
    var small = page.label
    small.size = 28
    func mark(_ hour: Double, _ words: String, _ side: Side, above: Bool) {
      let x = sky.width * hour / 24
      page.circle((x, horizon), 11)
      page.fillPath(page.theme.ink)
      let start = x + (side == .left ? 16.0 : -16)
      page.write(words, bold, at: (start, horizon + (above ? -92 : 50)), side)
      page.write(Amount.hour(hour), small, at: (start, horizon + (above ? -48 : 94)), side)
    }
    let noon = spot(12)
    if noon.y < horizon {
      let height = Amount.degrees(sun.elevation(latitude: latitude, hour: 12))
      page.write(height, bold, at: (noon.x, noon.y - 84), .middle)
    } else {
      let height = Amount.degrees(sun.elevation(latitude: latitude, hour: 12))
      page.write(height, bold, at: (noon.x, noon.y + 84), .middle)
    }
    if case .hours(let hours) = sun.daylight(latitude: latitude) {
      let (rise, set) = (12 - hours / 2, 12 + hours / 2)
      // Under a long day there is room; beside a short one there is.
      let isLong = hours >= 8
      mark(rise, tr("Sunrise"), isLong ? .left : .right, above: !isLong)
      mark(set, tr("Sunset"), isLong ? .right : .left, above: !isLong)
    }
  }

  private func sun(at hour: Double) {
    let place = spot(hour)
    let isUp = place.y < horizon + 6
    page.circle(place, 130)
    page.fillPath(
      around: place, radius: 130,
      [(0, page.theme.accent, isUp ? 0.8 : 0.25), (1, page.theme.accent, 0)])
    page.circle(place, 38)
    page.fillPath(isUp ? page.theme.accent : page.theme.paper)
    page.circle(place, 38)
    page.stroke(isUp ? page.theme.paper : page.theme.accent, width: 5)
  }
}
