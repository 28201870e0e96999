import Atlas
import CCairo
import Cartography
import GLibBridge
import Glibc
import Travels

/// The land that a place belongs to, as far as it fits on one card.
private struct Homeland {
  let name: String
  let country: Int
  let center: Coordinate
  /// What is around it in kilometres, to the east and south of the centre.
  let extent: LabelBox
  /// How many corners its outline has.
  let corners: Int

  /// An outline with less than these is no shape: in kilometres, and in corners.
  private static let (leastSize, leastCorners) = (12.0, 20)

  init?(_ scene: Scene) {
    guard let outlines = scene.outlines, let country = scene.home else { return nil }
    let shapes = outlines.shapes(.fine)
    let rings = shapes.land.filter { $0.country == country }
    let here = Mercator.project(scene.coordinate)
    let (x, y) = (Float(here.x), Float(here.y))
    // The largest piece, or the piece that the place is on: that may be far from it.
    let holding = rings.first {
      $0.bounds.minX <= x && x <= $0.bounds.maxX && $0.bounds.minY <= y && y <= $0.bounds.maxY
    }
    guard let main = holding ?? rings.first else { return nil }
    let middle = WorldPoint(
      x: Double(main.bounds.minX + main.bounds.maxX) / 2,
      y: Double(main.bounds.minY + main.bounds.maxY) / 2)
    let center = Mercator.coordinate(at: middle)
    let projection = Azimuthal(
      .equidistant, around: center, at: (0, 0), radius: GreatCircle.earthRadius)
    func corners(_ ring: LandRing) -> [Spot] {
      shapes.points[ring.points].compactMap {
        projection.position(
          of: Mercator.coordinate(at: WorldPoint(x: Double($0.x), y: Double($0.y))))
      }
    }
    func extent(_ spots: [Spot]) -> LabelBox {
      let (xs, ys) = (spots.map(\.x), spots.map(\.y))
      let (west, north) = (xs.min() ?? 0, ys.min() ?? 0)
      return LabelBox(
        x: west, y: north, width: (xs.max() ?? 0) - west, height: (ys.max() ?? 0) - north)
    }
    let mainSpots = corners(main)
    var all = mainSpots
    let core = extent(mainSpots)
    let reach = max(core.width, core.height) * 0.25
    let room = LabelBox(
      x: core.x - reach, y: core.y - reach, width: core.width + 2 * reach,
      height: core.height + 2 * reach)
    for ring in rings where ring.points != main.points {
      let spots = corners(ring)
      let part = extent(spots)
      if part.x >= room.x, part.y >= room.y, part.x + part.width <= room.x + room.width,
        part.y + part.height <= room.y + room.height
      {
        all += spots
      }
    }
    let whole = extent(all)
    guard max(whole.width, whole.height) >= Homeland.leastSize, all.count >= Homeland.leastCorners
    else { return nil }
    self.country = country
    self.center = center
    self.extent = whole
    self.corners = all.count
    name = outlines.countries[country].name(in: scene.languages)
  }

  /// A map of the land that fills a box.
  func sheet(_ scene: Scene, on page: Page, in box: LabelBox, within room: LabelBox) -> MapSheet {
    let scale = min(room.width / max(1, extent.width), room.height / max(1, extent.height))
    let middle = (
      x: room.x + room.width / 2 - (extent.x + extent.width / 2) * scale,
      y: room.y + room.height / 2 - (extent.y + extent.height / 2) * scale
    )
    return MapSheet(
      scene, on: page, around: center, at: middle, in: box, pixelsPerKilometre: scale)
  }
}

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

  func suits(_ scene: Scene) -> Bool { Homeland(scene) != nil }

  func draw(_ scene: Scene, on page: Page) {
    guard let outlines = scene.outlines, let land = Homeland(scene) else { return }
    let room = LabelBox(x: 110, y: 120, width: page.width - 220, height: 1060)
    let sheet = land.sheet(
      scene, on: page, in: LabelBox(x: 0, y: 0, width: page.width, height: 1240), within: room)
    let shapes = outlines.shapes(MapSheet.detail(sheet.pixelsPerKilometre * 2))
    page.theme.home.use(in: page.cairo)
    sheet.projection.addLand(
      of: shapes, where: { $0.country == land.country }, to: page.cairo)
    cairo_fill(page.cairo)
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
