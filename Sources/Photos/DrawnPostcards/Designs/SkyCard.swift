import GLibBridge
import Glibc
import MapDrawing
import TravelModel

/// The stars over the place at midnight, looking towards the equator.
///
/// Where it is light at midnight, they are the stars of half a year later.
struct SkyCard: Card {
  let name = "sky"

  private static let ground = 950.0

  func title(of scene: Scene) -> String { tr("The stars over {place}", ["place": scene.name]) }

  func suits(_ scene: Scene) -> Bool { true }

  func draw(_ scene: Scene, on page: Page) {
    let theme = page.theme
    page.band(from: 0, to: Page.side)
    page.fillPath(
      from: 0, to: SkyCard.ground,
      [
        (0, theme.paper.mixed(with: MapColor(0), 0.5), 1), (0.6, theme.paper, 1),
        (1, theme.home, 1),
      ])
    let view = View(scene)
    milkyWay(view, page)
    let spots = Stars.all.map { view.spot($0.ascension, $0.declination) }
    var placement = LabelPlacement()
    for figure in Stars.figures { draw(figure, spots, &placement, page) }
    for (star, spot) in zip(Stars.all, spots) {
      guard let spot else { continue }
      let radius = max(3, 13 - 2.6 * star.magnitude)
      page.circle(spot, radius * 3)
      page.fillPath(around: spot, radius: radius * 3, [(0, theme.ink, 0.35), (1, theme.ink, 0)])
      page.circle(spot, radius)
      page.fillPath(MapColor(0xFFFFFF))
    }
    let hills = stride(from: 0.0, through: Page.side, by: 20).map { x -> Spot in
      (x, SkyCard.ground + 12 * sin(x / 90) - 26 * sin(x / 210))
    }
    page.polyline([(0, Page.side)] + hills + [(Page.side, Page.side)])
    page.fillPath(theme.paper.mixed(with: MapColor(0), 0.6))
    page.caption(scene.name, under: SkyCard.ground + 10)
  }

  /// Draws the lines of a constellation, and its name if all of it is seen.
  private func draw(
    _ figure: Stars.Figure, _ spots: [Spot?], _ placement: inout LabelPlacement, _ page: Page
  ) {
    for line in figure.lines {
      for (one, other) in zip(line, line.dropFirst()) {
        guard let start = spots[one], let end = spots[other] else { continue }
        page.polyline([start, end])
      }
    }
    page.stroke(page.theme.accent, width: 4, opacity: 0.55)
    let all = figure.lines.joined().map { spots[$0] }
    let seen = all.compactMap { $0 }
    guard seen.count == all.count, let left = seen.map(\.x).min(), let right = seen.map(\.x).max(),
      let bottom = seen.map(\.y).max()
    else { return }
    let block = page.block(figure.name, size: Page.leastSize, isBold: false)
    let spot = (x: (left + right) / 2, y: bottom + block.height / 2 + 6)
    let box = LabelBox(
      x: spot.x - block.width / 2, y: spot.y - block.height / 2, width: block.width,
      height: block.height)
    guard box.x > 20, box.x + box.width < Page.side - 20, box.y + box.height < SkyCard.ground - 40,
      placement.place([box]) != nil
    else { return }
    page.draw(block, x: spot.x, y: spot.y, page.theme.accent)
  }

  /// A faint band along the galaxy's own equator.
  private func milkyWay(_ view: View, _ page: Page) {
    let pole = (ascension: 192.86 * .pi / 180, declination: 27.13 * .pi / 180)
    for degree in stride(from: 0.0, to: 360, by: 4) {
      let angle = degree * .pi / 180
      let sine = cos(pole.declination) * sin(angle)
      let ascension =
        pole.ascension + atan2(cos(angle), -sin(pole.declination) * sin(angle))
      let radius = 120.0
      guard let spot = view.spot(ascension * 180 / .pi, asin(sine) * 180 / .pi) else { continue }
      page.circle(spot, radius)
      page.fillPath(
        around: spot, radius: radius, [(0, page.theme.ink, 0.05), (1, page.theme.ink, 0)])
    }
  }
}

/// Where stars are seen.
private struct View {
  private let frame: SphereFrame
  /// How far the heavens have turned at midnight by the sun, in degrees.
  private let turn: Double
  /// Tells whether one looks north.
  private let looksNorth: Bool

  /// How high one looks, in degrees above the horizon; and pixels to a radian there.
  private static let (height, scale) = (33.0, 820.0)

  init(_ scene: Scene) {
    let latitude = scene.coordinate.latitude
    let isLight = scene.sun.elevation(latitude: latitude, hour: 0) > -6
    let year = 360 * (scene.now / 86_400 - 10_957.5) / 365.2422 + (isLight ? 180 : 0)
    // The sun's mean right ascension is 280.46° at noon of the first day of 2000.
    turn = 280.46 + year + 180
    // The point that one looks at is on the meridian, on the side of the equator.
    let declination = latitude >= 0 ? latitude - 90 + View.height : latitude + 90 - View.height
    frame = SphereFrame(center: Coordinate(latitude: declination, longitude: 0)!)
    looksNorth = latitude < 0
  }

  /// Where a star is in the picture; nil if it is not in it.
  func spot(_ ascension: Double, _ declination: Double) -> Spot? {
    guard let star = Coordinate(latitude: declination, longitude: ascension - turn) else {
      return nil
    }
    let local = frame.local(SpherePoint(star))
    guard local.z > -0.2 else { return nil }
    // From inside, east is on the left of north; who looks north has the pole's side below.
    let factor = 2 * View.scale / (1 + local.z) * (looksNorth ? -1 : 1)
    let spot = (x: 600 - local.x * factor, y: 520 - local.y * factor)
    return abs(spot.x - 600) < 680 && spot.y > -80 && spot.y < 1000 ? spot : nil
  }
}
