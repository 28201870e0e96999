import CCairo
import Cartography
import GLibBridge
import Glibc
import Travels

/// The dome of the sky, and the sun's ways across it in June, at the equinoxes and in December.
struct DomeCard: Card {
  let name = "dome"
  let size = PixelSize.portrait

  func title(of scene: Scene) -> String {
    tr("The sky over {place} through the year", ["place": scene.name])
  }

  func draw(_ scene: Scene, on page: Page) {
    let middle = (x: 600.0, y: 640.0)
    let radius = 460.0
    let theme = page.theme
    page.circle(middle, radius)
    page.fillPath(
      around: middle, radius: radius,
      [(0, theme.water, 1), (0.7, theme.water, 1), (1, theme.home, 1)])
    page.circle(middle, radius)
    page.clipped { ways(scene, middle, radius, page) }
    for elevation in [30.0, 60] { page.circle(middle, radius * (90 - elevation) / 90) }
    page.stroke(theme.ink, width: 2, opacity: 0.3, dashes: [2, 9])
    page.circle(middle, radius)
    page.stroke(theme.ink, width: 5)
    compass(middle, radius, page)
    names(scene, middle, radius, page)
    page.legend(scene.name, tr("The sun’s ways across the sky"), around: 1400)
  }

  private func spot(
    _ sun: Sun, _ latitude: Double, _ hour: Double, _ middle: Spot, _ radius: Double
  ) -> Spot {
    let distance = (90 - sun.elevation(latitude: latitude, hour: hour)) / 90 * radius
    let azimuth = sun.azimuth(latitude: latitude, hour: hour) * .pi / 180
    return (middle.x + sin(azimuth) * distance, middle.y - cos(azimuth) * distance)
  }

  private func ways(_ scene: Scene, _ middle: Spot, _ radius: Double, _ page: Page) {
    let year = Year(of: scene.now)
    let latitude = scene.coordinate.latitude
    // From one solstice to the other, a way for each week.
    for week in 0...26 {
      let sun = Sun(at: year.start + (172 + Double(week) * 7.04) * 86_400)
      let part = Double(week) / 26
      page.polyline(
        (0...144).map { spot(sun, latitude, Double($0) / 6, middle, radius) })
      page.stroke(
        page.theme.accent.mixed(with: page.theme.ink, part), width: 5,
        opacity: week % 13 == 0 ? 1 : 0.28)
    }
    let now = scene.sun
    let hour = now.hour(atLongitude: scene.coordinate.longitude)
    let place = spot(now, latitude, hour, middle, radius)
    page.circle(place, 70)
    page.fillPath(
      around: place, radius: 70, [(0, page.theme.accent, 0.9), (1, page.theme.accent, 0)])
    page.circle(place, 22)
    page.fillPath(page.theme.accent)
    page.circle(place, 22)
    page.stroke(page.theme.paper, width: 4)
  }

  private func compass(_ middle: Spot, _ radius: Double, _ page: Page) {
    var lettering = page.label
    lettering.weight = PANGO_WEIGHT_BOLD
    lettering.size = 40
    for (letter, degree) in [(tr("N"), 0.0), (tr("E"), 90), (tr("S"), 180), (tr("W"), 270)] {
      let angle = degree * .pi / 180
      page.write(
        letter, lettering,
        at: (middle.x + sin(angle) * (radius + 46), middle.y - cos(angle) * (radius + 46)), .middle)
    }
  }

  /// Writes at the highest points when the sun goes there.
  private func names(_ scene: Scene, _ middle: Spot, _ radius: Double, _ page: Page) {
    let year = Year(of: scene.now)
    var placement = LabelPlacement()
    for day in [172.0, 355, 265] {
      let sun = Sun(at: year.start + day * 86_400)
      let place = spot(sun, scene.coordinate.latitude, 12, middle, radius)
      guard hypot(place.x - middle.x, place.y - middle.y) < radius - 40 else { continue }
      let height = Amount.degrees(sun.elevation(latitude: scene.coordinate.latitude, hour: 12))
      let block = page.block("\(Amount.day(year.start + day * 86_400))  \(height)", page.label)
      let boxes = [14.0, -14 - block.height].map {
        LabelBox(
          x: place.x - block.width / 2, y: place.y + $0, width: block.width, height: block.height)
      }
      guard let number = placement.place(boxes) else { continue }
      page.drawHalo(block, x: boxes[number].x, y: boxes[number].y, page.theme.water)
      page.draw(block, x: boxes[number].x, y: boxes[number].y, page.theme.ink)
    }
  }
}
