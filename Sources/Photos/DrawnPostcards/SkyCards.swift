import GLibBridge
import Glibc
import MapDrawing
import TravelModel

enum SkyCards {
  private static let midnightBlack = MapColor(0)

  /// The stars at midnight, looking towards the equator.
  static let stars = Card(
    name: "sky", themes: [.night, .dusk], suits: { _ in true },
    title: { tr("The stars over {place}", ["place": $0.name]) },
    draw: { scene, page in
      let (theme, ground) = (page.theme, 950.0)
      page.band(from: 0, to: Page.side)
      page.fillPath(
        from: 0, to: ground,
        [
          (0, theme.paper.mixed(with: midnightBlack, 0.5), 1), (0.6, theme.paper, 1),
          (1, theme.home, 1),
        ])
      let view = StarView(scene)
      drawMilkyWay(view, page)
      let spots = Stars.all.map { view.spot($0.ascension, $0.declination) }
      var placement = LabelPlacement()
      for figure in Stars.figures { draw(figure, spots, &placement, above: ground, page) }
      for (star, spot) in zip(Stars.all, spots) {
        guard let spot else { continue }
        let radius = max(3, 13 - 2.6 * star.magnitude)
        page.glow(spot, radius * 3, theme.ink, 0.35)
        page.disc(spot, radius, MapColor(0xFFFFFF))
      }
      page.ground { ground + 12 * sin($0 / 90) - 26 * sin($0 / 210) }
      page.fillPath(theme.paper.mixed(with: midnightBlack, 0.6))
      page.caption(scene.name)
    })

  /// Draws the lines of a constellation, and its name if it is completely visible.
  private static func draw(
    _ figure: Stars.Figure, _ spots: [Spot?], _ placement: inout LabelPlacement,
    above ground: Double, _ page: Page
  ) {
    for line in figure.lines {
      for (one, other) in zip(line, line.dropFirst()) {
        if let start = spots[one], let end = spots[other] { page.polyline([start, end]) }
      }
    }
    page.stroke(page.theme.accent, width: 4, opacity: 0.55)
    let all = figure.lines.joined().map { spots[$0] }
    let seen = all.compactMap { $0 }
    guard seen.count == all.count else { return }
    let block = page.block(figure.name, size: Page.leastSize, isBold: false)
    let (left, right) = (seen.map(\.x).min()!, seen.map(\.x).max()!)
    let box = LabelBox(
      x: (left + right - block.width) / 2, y: seen.map(\.y).max()! + 6, width: block.width,
      height: block.height)
    guard box.x > 20, box.x + box.width < Page.side - 20, box.y + box.height < ground - 40,
      placement.place([box]) != nil
    else { return }
    page.draw(block, x: box.x + box.width / 2, y: box.y + box.height / 2, page.theme.accent)
  }

  /// Draws the Milky Way as a faint band along the galactic equator.
  private static func drawMilkyWay(_ view: StarView, _ page: Page) {
    let pole = (ascension: 192.86 * .pi / 180, declination: 27.13 * .pi / 180)
    for degree in stride(from: 0.0, to: 360, by: 4) {
      let angle = degree * .pi / 180
      let sine = cos(pole.declination) * sin(angle)
      let ascension = pole.ascension + atan2(cos(angle), -sin(pole.declination) * sin(angle))
      if let spot = view.spot(ascension * 180 / .pi, asin(sine) * 180 / .pi) {
        page.glow(spot, 120, page.theme.ink, 0.05)
      }
    }
  }

  /// The path of the sun over the place today, and the length of the day.
  static let sun = Card(
    name: "sun", themes: [.ice, .dusk], suits: { _ in true },
    title: { tr("The sun over {place}", ["place": $0.name]) },
    draw: { scene, page in
      let (theme, sun, horizon) = (page.theme, Sun(at: scene.now), 690.0)
      let latitude = scene.coordinate.latitude
      func spot(_ hour: Double) -> Spot {
        // The zenith is in the picture.
        (Page.side * hour / 24, horizon - sun.elevation(latitude: latitude, hour: hour) * 5.2)
      }
      let daylight = sun.daylight(latitude: latitude)
      page.band(from: 0, to: horizon)
      page.fillPath(
        from: 0, to: horizon,
        [(0, theme.water, 1), (1, theme.accent.mixed(with: theme.water, 0.55), 1)])
      page.band(from: 0, to: horizon)
      page.clipped {
        let way = stride(from: 0.0, through: 24, by: 0.1).map(spot)
        page.polyline([(0, horizon)] + way + [(Page.side, horizon)])
        page.fillPath(theme.accent, opacity: 0.3)
        page.polyline(way)
        page.stroke(theme.ink, width: 12, dashes: [1, 30])
        page.glow(spot(12), 230, theme.accent, 0.9)
        // On a day without sunrise there is only a glow.
        if daylight > 0 { page.circle(spot(12), 88) }
        page.fillPath(theme.accent)
      }
      page.band(from: horizon, to: Page.side)
      page.fillPath(from: horizon, to: Page.side, [(0, theme.home, 1), (1, theme.paper, 1)])
      page.band(from: horizon - 4, to: horizon + 4)
      page.fillPath(theme.ink)
      page.draw(
        // Translators: the day and the month, as g_date_time_format() writes them.
        page.block(Amount.date(scene.now, tr("%-d %B"))), x: Page.side / 2, y: 90, theme.ink)
      page.draw(page.block(dayLength(daylight)), x: Page.side / 2, y: horizon + 140, theme.ink)
      page.caption(scene.name, under: 940)
    })

  private static func dayLength(_ hours: Double) -> String {
    if hours == 24 { return tr("The sun does not set") }
    if hours == 0 { return tr("The sun does not rise") }
    let minutes = Int((hours * 60).rounded())
    return tr(
      // Translators: hours and minutes, in short.
      "{hours} h {minutes} min of daylight",
      ["hours": String(minutes / 60), "minutes": String(minutes % 60)])
  }

  /// The length of the days from January to December, between the nights.
  static let year = Card(
    name: "year", themes: [.dusk, .ice], suits: { _ in true },
    title: { tr("A year of daylight in {place}", ["place": $0.name]) },
    draw: { scene, page in
      let (theme, height, latitude) = (page.theme, 830.0, scene.coordinate.latitude)
      let today = Amount.dayOfYear(scene.now)
      let suns = (0..<365).map { Sun(at: scene.now + (Double($0) - today) * 86_400) }
      let night = theme.isDark ? theme.paper.mixed(with: midnightBlack, 0.4) : theme.ink
      let light = theme.accent.mixed(with: MapColor(0xFFE9B0), theme.isDark ? 0.35 : 0.6)
      page.band(from: 0, to: height)
      page.fillPath(night)
      for (level, part) in [(-18, 0.16), (-12, 0.36), (-6, 0.6), (Sun.riseElevation, 1)] {
        let ends = suns.enumerated().map { day, sun in
          let half = height * sun.daylight(latitude: latitude, above: level) / 48
          return (x: Page.side * Double(day) / 364, half: half)
        }
        page.polyline(
          ends.map { ($0.x, height / 2 - $0.half) }
            + ends.reversed().map { ($0.x, height / 2 + $0.half) })
        page.fillPath(night.mixed(with: light, part))
      }
      let x = Page.side * today / 365
      page.polyline([(x, 0), (x, height)])
      page.stroke(theme.paper, width: 8)
      page.disc((x, height / 2), 56, theme.paper)
      page.disc((x, height / 2), 48, theme.accent)
      for day in [15, 105, 196, 288.0] {
        let name = page.block(
          Amount.date(scene.now + (day - today) * 86_400, "%b"), size: Page.leastSize,
          isBold: false)
        let x = max(Page.side * day / 365, name.width / 2 + 20)
        page.draw(name, x: x, y: height + 48, theme.ink)
      }
      let hours = suns.map { $0.daylight(latitude: latitude).rounded() }
      page.caption(scene.name, note: dayLengths(hours.min()!, hours.max()!), under: height + 80)
    })

  private static func dayLengths(_ least: Double, _ most: Double) -> String {
    least == most
      ? tr("{count} hour of daylight", plural: "{count} hours of daylight", count: Int(most))
      : tr(
        "{least} to {count} hour of daylight", plural: "{least} to {count} hours of daylight",
        count: Int(most), ["least": String(Int(least))])
  }
}

/// The stars at midnight; where it is light then, half a year later.
private struct StarView {
  private let frame: SphereFrame
  /// The sidereal angle at solar midnight, in degrees.
  private let turn: Double
  private let looksNorth: Bool

  init(_ scene: Scene) {
    let latitude = scene.coordinate.latitude
    let isLight = Sun(at: scene.now).elevation(latitude: latitude, hour: 0) > -6
    // The sun's mean right ascension is 280.46° at noon of the first day of 2000.
    turn = 280.46 + 360 * (scene.now / 86_400 - 10_957.5) / 365.2422 + (isLight ? 360 : 180)
    looksNorth = latitude < 0
    // The middle of the picture is on the meridian, 33° above the horizon.
    let declination = looksNorth ? latitude + 57 : latitude - 57
    frame = SphereFrame(center: Coordinate(latitude: declination, longitude: 0)!)
  }

  /// The position of a star in the picture; nil if it is outside.
  func spot(_ ascension: Double, _ declination: Double) -> Spot? {
    let star = Coordinate(latitude: declination, longitude: ascension - turn)
    guard let local = star.map({ frame.local(SpherePoint($0)) }), local.z > -0.2 else {
      return nil
    }
    // From inside the sphere, east is to the left of north; the view to the north has the pole's
    // side below.
    let factor = 1640 / (1 + local.z) * (looksNorth ? -1 : 1)
    let spot = (x: 600 - local.x * factor, y: 520 - local.y * factor)
    return abs(spot.x - 600) < 680 && spot.y > -80 && spot.y < 1000 ? spot : nil
  }
}
