import CCairo
import Cartography
import GLibBridge
import Glibc
import Travels

/// The day as a dial of 24 hours: night, twilight and light, and the hour it is.
struct DialCard: Card {
  let name = "dial"
  let size = PixelSize.portrait

  func title(of scene: Scene) -> String { tr("The hours in {place}", ["place": scene.name]) }

  func draw(_ scene: Scene, on page: Page) {
    let middle = (x: 600.0, y: 640.0)
    let (inner, outer) = (250.0, 470.0)
    let theme = page.theme
    let sun = scene.sun
    let night = theme.isDark ? theme.paper.mixed(with: MapColor(0), 0.55) : theme.ink
    let light = theme.isDark ? theme.accent : theme.accent.mixed(with: MapColor(0xFFE3A3), 0.6)
    page.circle(middle, outer)
    page.fillPath(night)
    for (level, part) in [(-18.0, 0.18), (-12, 0.36), (-6, 0.6), (Sun.riseElevation, 1)] {
      let hours = sun.daylight(latitude: scene.coordinate.latitude, above: level).hours
      guard hours > 0 else { continue }
      sector(middle, outer, from: 12 - hours / 2, to: 12 + hours / 2, page)
      page.fillPath(night.mixed(with: light, part))
    }
    page.circle(middle, inner)
    page.fillPath(theme.paper)
    ticks(middle, outer, page)
    let hour = sun.hour(atLongitude: scene.coordinate.longitude)
    let angle = DialCard.angle(hour)
    let hand = (x: middle.x + cos(angle) * (outer + 8), y: middle.y + sin(angle) * (outer + 8))
    let base = (x: middle.x + cos(angle) * (inner - 12), y: middle.y + sin(angle) * (inner - 12))
    page.line(base, hand)
    page.stroke(theme.paper, width: 18)
    page.line(base, hand)
    page.stroke(theme.isDark ? theme.ink : theme.accent, width: 9)
    var huge = page.title
    huge.size = 128
    page.write(Amount.hour(hour), huge, at: (middle.x, middle.y - 16), .middle)
    page.write(tr("by the sun"), page.subtitle, at: (middle.x, middle.y + 76), .middle)
    let words =
      switch sun.daylight(latitude: scene.coordinate.latitude) {
      case .always: tr("the sun does not set")
      case .never: tr("the sun does not rise")
      case .hours(let hours):
        tr(
          "sunrise {rise}, sunset {set}",
          ["rise": Amount.hour(12 - hours / 2), "set": Amount.hour(12 + hours / 2)])
      }
    page.legend(scene.name, Amount.facts(Amount.day(scene.now), words), around: 1400)
  }

  /// Noon is above, midnight below.
  private static func angle(_ hour: Double) -> Double { (hour - 12) / 24 * 2 * .pi - .pi / 2 }

  private func sector(
    _ middle: Spot, _ radius: Double, from start: Double, to end: Double, _ page: Page
  ) {
    cairo_new_path(page.cairo)
    if end - start < 24 { cairo_move_to(page.cairo, middle.x, middle.y) }
    cairo_arc(
      page.cairo, middle.x, middle.y, radius, DialCard.angle(start), DialCard.angle(end))
    cairo_close_path(page.cairo)
  }

  private func ticks(_ middle: Spot, _ radius: Double, _ page: Page) {
    var lettering = page.label
    lettering.size = 38
    lettering.weight = PANGO_WEIGHT_BOLD
    for hour in 0..<24 {
      let angle = DialCard.angle(Double(hour))
      if hour % 3 == 0 {
        page.write(
          String(hour), lettering,
          at: (middle.x + cos(angle) * (radius + 52), middle.y + sin(angle) * (radius + 52)),
          .middle)
      }
      page.circle(
        (middle.x + cos(angle) * (radius + 16), middle.y + sin(angle) * (radius + 16)),
        hour % 3 == 0 ? 5 : 3)
    }
    page.fillPath(page.theme.ink)
  }
}
