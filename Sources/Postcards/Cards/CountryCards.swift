import Atlas
import CCairo
import Cartography
import GLibBridge
import Glibc
import Travels

/// A map of the whole country.
struct CountryCard: Card {
  let name = "country"
  let size = PixelSize.landscape

  func title(of scene: Scene) -> String {
    tr(
      "{place} in {country}", ["place": scene.name, "country": scene.region ?? ""])
  }

  func suits(_ scene: Scene) -> Bool { Homeland(scene) != nil }

  func draw(_ scene: Scene, on page: Page) {
    guard let land = Homeland(scene) else { return }
    let box = LabelBox(x: 0, y: 0, width: page.width, height: 940)
    let room = LabelBox(x: 120, y: 60, width: page.width - 240, height: 820)
    let sheet = land.sheet(scene, on: page, in: box, within: room)
    page.rectangle(box)
    sheet.paint()
    sheet.annotate(mostCities: 22, mostCountries: 8)
    page.foot(land.name, scene.title, width: 1050)
    page.scaleBar(
      pixelsPerKilometre: sheet.pixelsPerKilometre, endsAt: (page.width - Page.margin, 1110))
  }
}

/// The country as a shape, with its largest cities.
struct SilhouetteCard: Card {
  let name = "silhouette"
  let size = PixelSize.portrait

  func title(of scene: Scene) -> String {
    tr("The shape of {country}", ["country": scene.region ?? ""])
  }

  func suits(_ scene: Scene) -> Bool { Homeland(scene)?.isWhole == true }

  func draw(_ scene: Scene, on page: Page) {
    guard let outlines = scene.outlines, let land = Homeland(scene) else { return }
    let room = LabelBox(x: 110, y: 120, width: page.width - 220, height: 1060)
    let sheet = land.sheet(
      scene, on: page, in: LabelBox(x: 0, y: 0, width: page.width, height: 1240), within: room)
    let shapes = outlines.shapes(land.detail)
    sheet.projection.addLand(
      of: shapes, where: { land.rings.contains($0.points) }, to: page.cairo)
    page.fillPath(page.theme.home)
    page.rectangle(
      LabelBox(x: room.x - 20, y: room.y - 20, width: room.width + 40, height: room.height + 40))
    page.clipped {
      sheet.projection.addLines(of: shapes, kind: .disputed, to: page.cairo)
      page.stroke(page.theme.faint, width: 3, dashes: [3, 8])
    }
    cities(scene, land, sheet, page)
    if let spot = sheet.projection.position(of: scene.coordinate) { page.mark(spot, size: 1.2) }
    page.legend(land.name, scene.title, around: 1405)
  }

  /// Dots as great as the cities; no names, for the shape shall speak.
  private func cities(_ scene: Scene, _ land: Homeland, _ sheet: MapSheet, _ page: Page) {
    guard let gazetteer = scene.gazetteer, let outlines = scene.outlines else { return }
    let code = outlines.countries[land.country].code
    guard !code.isEmpty else { return }
    var left = 60
    for index in 0..<gazetteer.count where left > 0 {
      let city = gazetteer.city(index)
      guard city.countryCode == code, let spot = sheet.projection.position(of: city.coordinate),
        spot.x > 40, spot.x < page.width - 40, spot.y > 40, spot.y < 1200
      else { continue }
      left -= 1
      page.circle(spot, 3.5 + pow(Double(city.population), 0.33) / 14)
      page.fillPath(page.theme.paper, opacity: 0.75)
    }
  }
}
