import Atlas
import CCairo
import Cartography
import Glibc
import Travels

/// A map around a point on a card: land, names, a pin.
struct MapSheet {
  let page: Page
  let scene: Scene
  let projection: Azimuthal
  /// Where the middle of the map is.
  let middle: Spot
  /// The rectangle around what is seen.
  private(set) var box: LabelBox
  let pixelsPerKilometre: Double
  /// How far from the middle anything is seen, in radians.
  private let reach: Double
  /// Tells whether the box is seen through a round window.
  var isRound = false
  /// Tells whether the country of the place has a colour of its own.
  var showsHome = true

  /// Finer outlines are taken from these scales on, in pixels to a kilometre.
  private static let (medium, fine) = (0.06, 0.45)
  /// About as many people live on a square kilometre of a city.
  private static let density = 5000.0

  init(
    _ scene: Scene, on page: Page, around center: Coordinate, at middle: Spot, in box: LabelBox,
    pixelsPerKilometre: Double
  ) {
    self.page = page
    self.scene = scene
    self.middle = middle
    self.box = box
    self.pixelsPerKilometre = pixelsPerKilometre
    let dx = max(middle.x - box.x, box.x + box.width - middle.x)
    let dy = max(middle.y - box.y, box.y + box.height - middle.y)
    reach = min(.pi, hypot(dx, dy) / pixelsPerKilometre / GreatCircle.earthRadius + 0.002)
    projection = Azimuthal(
      .equidistant, around: center, at: middle,
      radius: pixelsPerKilometre * GreatCircle.earthRadius, reach: reach)
  }

  static func detail(_ pixelsPerKilometre: Double) -> Detail {
    pixelsPerKilometre < medium ? .coarse : pixelsPerKilometre < fine ? .medium : .fine
  }

  /// Keeps names within a smaller box.
  mutating func limit(to box: LabelBox) { self.box = box }

  /// Paints water, land and borders within the path.
  func paint() {
    guard let outlines = scene.outlines else { return }
    let shapes = outlines.shapes(MapSheet.detail(pixelsPerKilometre))
    var painter = OutlinePainter(
      palette: page.theme.palette, lineWidth: 2, showsRegions: pixelsPerKilometre > 0.12,
      stressesBorders: true)
    painter.isQuick = true
    page.clipped {
      page.fill(page.theme.water)
      painter.fillLand(shapes, in: projection, page.cairo)
      if showsHome, let home = scene.home {
        painter.fillLand(shapes, in: projection, color: page.theme.home, page.cairo) {
          $0.country == home
        }
      }
      painter.strokeLines(shapes, in: projection, page.cairo)
    }
  }

  /// Paints cities as discs about as large as they are, within the path.
  func bubbles() {
    guard let gazetteer = scene.gazetteer else { return }
    page.clipped {
      for index in candidates(gazetteer) {
        let city = gazetteer.city(index)
        guard let spot = projection.position(of: city.coordinate) else { continue }
        let people = Double(max(15_000, city.population))
        let radius = (people / MapSheet.density / .pi).squareRoot() * pixelsPerKilometre
        page.circle(spot, max(9, radius))
        page.fillPath(page.theme.accent, opacity: 0.2)
      }
    }
  }

  /// Writes names of countries and cities within the box where they find room, and marks the place.
  func annotate(mostCities: Int, mostCountries: Int = 0, namesPin: Bool = true) {
    var placement = LabelPlacement()
    guard let pin = projection.position(of: scene.coordinate) else { return }
    _ = placement.place([
      LabelBox(x: pin.x - 26, y: pin.y - 26, width: 52, height: 52)
    ])
    if namesPin, scene.name.count <= 28 {
      var lettering = page.label
      lettering.size = 38
      lettering.weight = PANGO_WEIGHT_BOLD
      name(scene.name, lettering, at: pin, gap: 34, &placement)
    }
    page.mark(pin, size: 1.3)
    countries(mostCountries, &placement)
    cities(mostCities, &placement)
  }
}

extension MapSheet {
  /// A card shows fewer names of countries than a map of its size.
  private static let restraint = 1.3
  /// How far names stay away from the edge of the map, and from each other.
  private static let (edge, air) = (22.0, 9.0)

  private func countries(_ count: Int, _ placement: inout LabelPlacement) {
    guard count > 0, let outlines = scene.outlines else { return }
    var lettering = page.note
    lettering.tracking = 0.12
    lettering.weight = PANGO_WEIGHT_MEDIUM
    var left = count
    for country in outlines.countries.sorted(by: { $0.rank < $1.rank }) where left > 0 {
      let label = Mercator.coordinate(at: country.label)
      guard country.minimumZoom <= level - MapSheet.restraint, isInReach(label),
        let spot = projection.position(of: label)
      else { continue }
      let text = country.name(in: scene.languages)
      guard !text.isEmpty else { continue }
      lettering.size = country.rank <= 3 ? 30 : 25
      let block = page.block(text, lettering)
      let place = LabelBox(
        x: spot.x - block.width / 2, y: spot.y - block.height / 2, width: block.width,
        height: block.height)
      guard fits(place), placement.place([padded(place)]) != nil else { continue }
      let isHome = scene.home.map { country.code == outlines.countries[$0].code } ?? false
      page.drawHalo(block, x: place.x, y: place.y, halo(isHome: isHome))
      page.draw(block, x: place.x, y: place.y, lettering.color)
      left -= 1
    }
  }

  /// The colour of the land under a name.
  private func halo(isHome: Bool) -> MapColor {
    showsHome && isHome ? page.theme.home : page.theme.land
  }

  /// The zoom level at which the web's maps show the world as large as here.
  private var level: Double {
    log2(pixelsPerKilometre * 40_075 * max(0.2, cos(scene.coordinate.latitude * .pi / 180)) / 256)
  }

  private func cities(_ count: Int, _ placement: inout LabelPlacement) {
    guard let gazetteer = scene.gazetteer else { return }
    let home = scene.home.flatMap { scene.outlines?.countries[$0].code }
    var left = count
    for index in candidates(gazetteer) where left > 0 {
      let city = gazetteer.city(index)
      guard let spot = projection.position(of: city.coordinate), city.name != scene.name,
        fits(LabelBox(x: spot.x - 8, y: spot.y - 8, width: 16, height: 16))
      else { continue }
      let isGreat = city.population >= 1_000_000
      var lettering = page.label
      lettering.size = isGreat ? 32 : 27
      lettering.weight = isGreat ? PANGO_WEIGHT_SEMIBOLD : PANGO_WEIGHT_NORMAL
      guard
        name(
          city.name, lettering, at: spot, gap: 15, &placement, isCity: true,
          isHome: city.countryCode == home)
      else {
        continue
      }
      page.circle(spot, isGreat ? 8 : 6)
      page.fillPath(page.theme.ink)
      page.circle(spot, isGreat ? 4 : 2.5)
      page.fillPath(page.theme.paper)
      left -= 1
    }
  }

  @discardableResult
  private func name(
    _ text: String, _ lettering: Lettering, at spot: Spot, gap: Double,
    _ placement: inout LabelPlacement, isCity: Bool = false, isHome: Bool = true
  ) -> Bool {
    let block = page.block(text, lettering)
    let (width, height) = (block.width, block.height)
    let places = [
      (gap, -height / 2), (-width - gap, -height / 2), (-width / 2, -height - gap),
      (-width / 2, gap), (gap * 0.7, -height), (gap * 0.7, 0), (-width - gap * 0.7, -height),
    ].map { LabelBox(x: spot.x + $0.0, y: spot.y + $0.1, width: width, height: height) }
      .filter(fits)
    let dot = LabelBox(x: spot.x - 9, y: spot.y - 9, width: 18, height: 18)
    guard let number = placement.place(places.map(padded), mark: isCity ? dot : nil) else {
      return false
    }
    page.drawHalo(block, x: places[number].x, y: places[number].y, halo(isHome: isHome))
    page.draw(block, x: places[number].x, y: places[number].y, lettering.color)
    return true
  }

  private func padded(_ box: LabelBox) -> LabelBox {
    LabelBox(
      x: box.x - MapSheet.air, y: box.y - MapSheet.air / 3, width: box.width + 2 * MapSheet.air,
      height: box.height + 2 * MapSheet.air / 3)
  }

  private func fits(_ place: LabelBox) -> Bool {
    place.x >= box.x + MapSheet.edge && place.y >= box.y + MapSheet.edge
      && place.x + place.width <= box.x + box.width - MapSheet.edge
      && place.y + place.height <= box.y + box.height - MapSheet.edge && contains(place)
  }

  /// A round map has its corners elsewhere.
  private func contains(_ place: LabelBox) -> Bool {
    guard isRound else { return true }
    let radius = box.width / 2 - MapSheet.edge
    let (cx, cy) = (box.x + box.width / 2, box.y + box.height / 2)
    return [place.x, place.x + place.width].allSatisfy { x in
      [place.y, place.y + place.height].allSatisfy { hypot(x - cx, $0 - cy) <= radius }
    }
  }

  private func isInReach(_ coordinate: Coordinate) -> Bool {
    GreatCircle.kilometres(scene.coordinate, coordinate) / GreatCircle.earthRadius < reach * 2
  }

  private func candidates(_ gazetteer: Gazetteer) -> [Int] {
    var found: Set<Int> = []
    for part in projection.parts {
      found.formUnion(
        gazetteer.cities(
          x: max(0, Double(part.minX))...min(1, Double(part.maxX)),
          y: max(0, Double(part.minY))...min(1, Double(part.maxY)), limit: 400))
    }
    // The greatest have the lowest numbers.
    return found.sorted()
  }
}
