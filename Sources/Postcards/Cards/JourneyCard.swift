import Atlas
import CCairo
import Cartography
import GLibBridge
import Travels

/// The shortest way to a city far away.
struct JourneyCard: Card {
  /// How far the journey goes.
  enum Leg: String {
    case near, middle, far

    /// In kilometres.
    var range: Range<Double> {
      switch self {
      case .near: 1200..<4000
      case .middle: 4000..<8000
      case .far: 8000..<15_000
      }
    }
  }

  let leg: Leg

  /// Longer names stand beside the globe alone.
  private static let longestLabel = 24
  let size = PixelSize.landscape

  var name: String { "journey-\(leg.rawValue)" }

  func title(of scene: Scene) -> String {
    guard let goal = goal(scene) else { return scene.title }
    return tr(
      "From {place} to {goal}, {distance}",
      [
        "place": scene.name, "goal": goal.name,
        "distance": Amount.roughly(
          GreatCircle.kilometres(scene.coordinate, goal.coordinate)),
      ])
  }

  func suits(_ scene: Scene) -> Bool { scene.outlines != nil && goal(scene) != nil }

  func draw(_ scene: Scene, on page: Page) {
    guard let goal = goal(scene) else { return }
    let way = GreatCircle.way(from: scene.coordinate, to: goal.coordinate)
    let distance = GreatCircle.kilometres(scene.coordinate, goal.coordinate)
    let middle = (x: 1120.0, y: 600.0)
    // A short way fills the globe as a long one does, as if one came closer.
    let radius = leg == .near ? 880.0 : leg == .middle ? 640 : 540
    let globe = page.globe(
      scene, around: viewpoint(way), at: middle, radius: radius)
    if leg != .far {
      page.rectangle(LabelBox(x: 0, y: 0, width: 720, height: page.height))
      cover(page)
    }
    globe.addLine(through: way, to: page.cairo)
    page.stroke(page.theme.accent, width: 7)
    guard let start = globe.position(of: scene.coordinate),
      let end = globe.position(of: goal.coordinate)
    else { return }
    page.mark(start, size: 1.2)
    page.circle(end, 16)
    page.fillPath(page.theme.accent)
    page.circle(end, 8)
    page.fillPath(page.theme.paper)
    var lettering = page.label
    lettering.size = 36
    lettering.weight = PANGO_WEIGHT_BOLD
    let isBelow = end.y >= start.y
    for (name, spot, isUnder) in [(scene.name, start, !isBelow), (goal.name, end, isBelow)]
    where name.count <= JourneyCard.longestLabel {
      let block = page.fitted(name, lettering, width: 420)
      let x = min(page.width - 40 - block.width, max(700, spot.x - block.width / 2))
      let y = isUnder ? spot.y + 26 : spot.y - 26 - block.height
      page.drawHalo(block, x: x, y: y, page.theme.land)
      page.draw(block, x: x, y: y, page.theme.ink)
    }
    let bearing = GreatCircle.bearing(from: scene.coordinate, to: goal.coordinate)
    text(scene, goal, distance, bearing, page)
  }

  /// Where to look from, so that the way is seen as the bow it is: from the side of the equator.
  private func viewpoint(_ way: [Coordinate]) -> Coordinate {
    let middle = way[way.count / 2]
    let bearing = GreatCircle.bearing(from: middle, to: way[way.count - 1])
    let aside = leg == .near ? 0.1 : leg == .middle ? 0.3 : 0.4
    let frame = SphereFrame(center: middle)
    let sides = [90.0, -90].map { frame.coordinate(bearing: bearing + $0, distance: aside) }
    return abs(sides[0].latitude) < abs(sides[1].latitude) ? sides[0] : sides[1]
  }

  /// Lets the paper come out from under the globe.
  private func cover(_ page: Page) {
    let pattern = cairo_pattern_create_linear(420, 0, 720, 0)!
    let paper = page.theme.paper
    cairo_pattern_add_color_stop_rgba(pattern, 0, paper.red, paper.green, paper.blue, 1)
    cairo_pattern_add_color_stop_rgba(pattern, 1, paper.red, paper.green, paper.blue, 0)
    cairo_set_source(page.cairo, pattern)
    cairo_fill(page.cairo)
    cairo_pattern_destroy(pattern)
  }

  private func text(
    _ scene: Scene, _ goal: City, _ distance: Double, _ bearing: Double, _ page: Page
  ) {
    let width = 470.0
    var head = page.title
    head.size = 84
    head.leading = 0.94
    let block = page.fitted(goal.name, head, width: width, lines: 3)
    let from = page.fitted(
      tr("From {place} to", ["place": scene.name]), page.subtitle, width: width, lines: 3)
    let facts = page.fitted(
      "\(Amount.roughly(distance))\n"
        + tr("Bearing {bearing}", ["bearing": Amount.degrees(bearing)]), page.subtitle,
      width: width, lines: 4)
    var y = 600 - (block.height + from.height + facts.height + 90) / 2
    page.draw(from, x: Page.margin, y: y, page.theme.faint)
    y += from.height + 12
    page.draw(block, x: Page.margin, y: y, page.theme.ink)
    y += block.height + 34
    page.line((Page.margin + 4, y), (Page.margin + 96, y))
    page.stroke(page.theme.accent, width: 8)
    page.draw(facts, x: Page.margin, y: y + 30, page.theme.faint)
  }

  private func goal(_ scene: Scene) -> City? {
    guard let gazetteer = scene.gazetteer else { return nil }
    return (0..<min(400, gazetteer.count)).lazy.map { gazetteer.city($0) }.first {
      leg.range.contains(GreatCircle.kilometres($0.coordinate, scene.coordinate))
    }
  }
}
