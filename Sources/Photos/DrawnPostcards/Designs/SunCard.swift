import GLibBridge
import MapDrawing
import TravelModel

/// The sun's way over the place today, and how long it is up.
struct SunCard: Card {
  let name = "sun"

  private static let horizon = 690.0
  /// Pixels to a degree: the zenith has to be in the picture.
  private static let scale = 5.2

  func title(of scene: Scene) -> String { tr("The sun over {place}", ["place": scene.name]) }

  func suits(_ scene: Scene) -> Bool { true }

  func draw(_ scene: Scene, on page: Page) {
    let (theme, sun, horizon) = (page.theme, scene.sun, SunCard.horizon)
    let latitude = scene.coordinate.latitude
    let daylight = sun.daylight(latitude: latitude)
    page.band(from: 0, to: horizon)
    page.fillPath(
      from: 0, to: horizon,
      [(0, theme.water, 1), (1, theme.accent.mixed(with: theme.water, 0.55), 1)])
    let spots = stride(from: 0.0, through: 24, by: 0.1).map { spot(sun, latitude, $0) }
    page.band(from: 0, to: horizon)
    page.clipped {
      page.polyline([(0, horizon)] + spots + [(Page.side, horizon)])
      page.fillPath(theme.accent, opacity: 0.3)
      page.polyline(spots)
      page.stroke(theme.ink, width: 12, dashes: [1, 30])
      shine(at: spot(sun, latitude, 12), isUp: daylight != .never, page)
    }
    page.band(from: horizon, to: Page.side)
    page.fillPath(from: horizon, to: Page.side, [(0, theme.home, 1), (1, theme.paper, 1)])
    page.band(from: horizon - 4, to: horizon + 4)
    page.fillPath(theme.ink)
    let day = page.block(Amount.day(scene.now))
    page.draw(day, x: Page.side / 2, y: 90, theme.ink)
    page.draw(page.block(words(daylight)), x: Page.side / 2, y: horizon + 140, theme.ink)
    page.caption(scene.name, under: 940)
  }

  private func spot(_ sun: Sun, _ latitude: Double, _ hour: Double) -> Spot {
    let elevation = sun.elevation(latitude: latitude, hour: hour)
    return (Page.side * hour / 24, SunCard.horizon - elevation * SunCard.scale)
  }

  private func shine(at place: Spot, isUp: Bool, _ page: Page) {
    page.circle(place, 230)
    page.fillPath(
      around: place, radius: 230, [(0, page.theme.accent, 0.9), (1, page.theme.accent, 0)])
    // Where it does not rise there is a glow alone.
    guard isUp else { return }
    page.circle(place, 88)
    page.fillPath(page.theme.accent)
  }

  private func words(_ daylight: Sun.Daylight) -> String {
    switch daylight {
    case .always: return tr("The sun does not set")
    case .never: return tr("The sun does not rise")
    case .hours(let hours):
      let minutes = Int((hours * 60).rounded())
      return tr(
        "{hours} h {minutes} min of daylight",
        ["hours": String(minutes / 60), "minutes": String(minutes % 60)])
    }
  }
}
