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
    chart.draw()
    if moment == .today {
      let hour = sun.hour(atLongitude: scene.coordinate.longitude)
      chart.sun(at: hour)
      page.foot(
        scene.name, "\(Amount.day(time))  ·  " + daylight(sun, latitude), width: 1100)
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
      chart.sun(at: 12)
      page.foot(scene.name, "\(Amount.day(time))  ·  " + daylight(sun, latitude))
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

  func draw() {
    let theme = page.theme
    let glow = theme.isDark ? theme.accent.mixed(with: theme.paper, 0.55) : theme.home
    page.rectangle(LabelBox(x: 0, y: sky.y, width: sky.width, height: horizon - sky.y))
    page.fillPath(
      from: sky.y, to: horizon,
      [
        (0, theme.isDark ? theme.paper : theme.water, 1),
        (0.55, theme.isDark ? theme.water : theme.water.mixed(with: glow, 0.3), 1), (1, glow, 1),
      ])
    let ground = theme.isDark ? theme.paper.mixed(with: MapColor(0), 0.25) : theme.coast
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
    func mark(_ hour: Double, _ words: String, above: Bool, at spot: Spot) {
      let offset = above ? -1.0 : 1
      page.circle(spot, 11)
      page.fillPath(page.theme.ink)
      page.write(words, bold, at: (spot.x, spot.y + offset * (above ? 88 : 52)), .middle)
      let time = Amount.hour(hour)
      page.write(time, small, at: (spot.x, spot.y + offset * (above ? 48 : 94)), .middle)
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
      // At the edges of the card there is no room for both words and hours.
      let inset = 2.2
      if rise > inset {
        mark(rise, tr("Sunrise"), above: false, at: (sky.width * rise / 24, horizon))
        mark(set, tr("Sunset"), above: false, at: (sky.width * set / 24, horizon))
      }
    }
  }

  func sun(at hour: Double) {
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

/// A year of the calendar.
struct Year {
  /// When it begins, in seconds since the beginning of 1970.
  let start: Double
  /// How many days it has.
  let days: Int
  /// The day of the moment that was asked for, 0 for the first of January.
  let today: Double
  /// On which day each month begins, and the year ends.
  let months: [Int]

  /// Finds the year of a moment.
  init(of time: Double) {
    var year = 1970 + Int((time / 86_400 / 365.2425).rounded(.down))
    func start(_ year: Int) -> Int {
      let past = year - 1
      return year * 365 - 1970 * 365 + past / 4 - past / 100 + past / 400 - 477
    }
    while Double(start(year + 1)) * 86_400 <= time { year += 1 }
    while Double(start(year)) * 86_400 > time { year -= 1 }
    self.start = Double(start(year)) * 86_400
    days = start(year + 1) - start(year)
    today = (time - self.start) / 86_400
    let lengths = [31, days - 337, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    months = lengths.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
  }
}
