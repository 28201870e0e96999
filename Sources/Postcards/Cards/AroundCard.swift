import Atlas
import CCairo
import Cartography
import GLibBridge
import Travels

/// A map of what is around the place.
struct AroundCard: Card {
  /// How far the map reaches.
  let kilometres: Double
  let layout: Layout

  /// How a map lies on its card.
  enum Layout {
    /// A round map with rings of distance.
    case medallion
    /// A map in a frame.
    case plate
    /// A map to the edges.
    case bleed
  }

  var name: String { "around-\(Int(kilometres))" }
  var size: PixelSize { layout == .medallion ? .portrait : .landscape }

  func title(of scene: Scene) -> String {
    tr(
      "{place} and around, {distance}",
      ["place": scene.name, "distance": Amount.kilometres(kilometres)])
  }

  /// A map suits where it shows more than land alone or water alone.
  func suits(_ scene: Scene) -> Bool {
    guard let outlines = scene.outlines else { return false }
    if let gazetteer = scene.gazetteer {
      let nearest = gazetteer.coordinate(of: gazetteer.nearest(to: scene.coordinate))
      if GreatCircle.kilometres(nearest, scene.coordinate) <= kilometres * 0.9 { return true }
    }
    let frame = SphereFrame(center: scene.coordinate)
    var findings: Set<CountryFinding> = []
    for bearing in stride(from: 0.0, to: 360, by: 30) {
      for part in [0.3, 0.6, 0.9] {
        findings.insert(
          outlines.country(
            at: frame.coordinate(
              bearing: bearing, distance: part * kilometres / GreatCircle.earthRadius)))
      }
    }
    return findings.count > 1
  }

  func draw(_ scene: Scene, on page: Page) {
    let subtitle = Amount.facts(
      tr("{distance} around", ["distance": Amount.kilometres(kilometres)]), scene.subtitle)
    switch layout {
    case .medallion: drawMedallion(scene, on: page, subtitle)
    case .plate: drawPlate(scene, on: page, subtitle)
    case .bleed: drawBleed(scene, on: page, subtitle)
    }
  }

  /// Close by, all is home.
  private var showsHome: Bool { kilometres >= 500 }
  private var mostCountries: Int { kilometres > 1000 ? 16 : kilometres >= 500 ? 6 : 0 }

  private func drawMedallion(_ scene: Scene, on page: Page, _ subtitle: String) {
    let middle = (x: 600.0, y: 630.0)
    let radius = 520.0
    let box = LabelBox(
      x: middle.x - radius, y: middle.y - radius, width: 2 * radius, height: 2 * radius)
    var sheet = MapSheet(
      scene, on: page, around: scene.coordinate, at: middle, in: box,
      pixelsPerKilometre: radius / kilometres)
    sheet.isRound = true
    sheet.showsHome = showsHome
    page.circle(middle, radius)
    sheet.paint()
    if !showsHome {
      page.circle(middle, radius)
      sheet.bubbles()
    }
    for ring in 1...4 { page.circle(middle, radius * Double(ring) / 5) }
    page.stroke(page.theme.ink, width: 2, opacity: 0.3, dashes: [2, 9])
    page.circle(middle, radius)
    page.stroke(page.theme.ink, width: 5)
    page.circle(middle, radius + 16)
    page.stroke(page.theme.ink, width: 1.5)
    sheet.annotate(mostCities: 16, mostCountries: mostCountries, namesPin: false)
    page.legend(scene.name, subtitle, around: 1380)
  }

  private func drawPlate(_ scene: Scene, on page: Page, _ subtitle: String) {
    let box = LabelBox(x: 60, y: 60, width: page.width - 120, height: 880)
    let middle = (x: box.x + box.width / 2, y: box.y + box.height / 2)
    var sheet = MapSheet(
      scene, on: page, around: scene.coordinate, at: middle, in: box,
      pixelsPerKilometre: box.height / 2 / kilometres)
    sheet.showsHome = showsHome
    page.roundRectangle(box)
    sheet.paint()
    if !showsHome {
      page.roundRectangle(box)
      sheet.bubbles()
    }
    sheet.annotate(mostCities: 26, mostCountries: mostCountries)
    page.foot(scene.name, subtitle, width: 1050)
    page.scaleBar(
      pixelsPerKilometre: sheet.pixelsPerKilometre, endsAt: (page.width - Page.margin, 1110))
  }

  private func drawBleed(_ scene: Scene, on page: Page, _ subtitle: String) {
    let box = LabelBox(x: 0, y: 0, width: page.width, height: page.height)
    let sheet = MapSheet(
      scene, on: page, around: scene.coordinate, at: (page.width / 2, 500), in: box,
      pixelsPerKilometre: 500 / kilometres)
    page.rectangle(box)
    sheet.paint()
    let paper = page.theme.paper
    var names = sheet
    names.limit(to: LabelBox(x: 0, y: 0, width: page.width, height: 890))
    names.annotate(mostCities: 26, mostCountries: mostCountries)
    page.rectangle(LabelBox(x: 0, y: 820, width: page.width, height: 380))
    page.fillPath(from: 820, to: 1010, [(0, paper, 0), (1, paper, 0.97)])
    page.foot(scene.name, subtitle, width: 1050)
    page.scaleBar(
      pixelsPerKilometre: sheet.pixelsPerKilometre, endsAt: (page.width - Page.margin, 1110))
  }
}
