import Atlas
import GLibBridge
import MapDrawing
import TravelModel

/// A map of what is around the place.
struct AroundCard: Card {
  let name = "around"

  private static let height = 920.0
  private static let middle = (x: Page.side / 2, y: height / 2)
  /// Where names may be.
  private static let room = LabelBox(
    x: 30, y: 10, width: Page.side - 60, height: height - 20)
  /// How far a map may reach, in kilometres: the first is taken that shows a coast or a border.
  private static let reaches = [100.0, 250, 600, 1500, 4000]
  /// More names than these would have to be small.
  private static let mostCities = 5

  func title(of scene: Scene) -> String { tr("{place} and around", ["place": scene.name]) }

  func draw(_ scene: Scene, on page: Page) {
    guard let outlines = scene.outlines else { return }
    let kilometres = AroundCard.reach(scene, outlines)
    let scale = Page.side / 2 / kilometres
    let projection = Azimuthal(
      .equidistant, around: scene.coordinate, at: AroundCard.middle,
      radius: scale * Coordinate.earthKilometres,
      reach: min(.pi, kilometres * 1.5 / Coordinate.earthKilometres))
    let shapes = outlines.shapes(kilometres > 1000 ? .medium : .fine)
    page.band(from: 0, to: AroundCard.height)
    page.clipped { page.map(scene, shapes, in: projection, lineWidth: 5) }
    page.band(from: AroundCard.height, to: AroundCard.height + 8)
    page.fillPath(page.theme.accent)
    cities(scene, projection, page)
    page.mark(AroundCard.middle)
    page.caption(scene.name, under: AroundCard.height)
  }

  /// Looks around in rings; where all the world near is alike, the map reaches as far as it may.
  private static func reach(_ scene: Scene, _ outlines: Outlines) -> Double {
    let frame = SphereFrame(center: scene.coordinate)
    return reaches.first { kilometres in
      let findings = stride(from: 0.0, to: 360, by: 30).flatMap { bearing in
        [0.2, 0.45, 0.7].map {
          outlines.country(
            at: frame.coordinate(
              bearing: bearing, distance: $0 * kilometres / Coordinate.earthKilometres))
        }
      }
      return Set(findings).count > 1
    } ?? reaches[reaches.count - 1]
  }

  /// Names the greatest cities that find room.
  private func cities(_ scene: Scene, _ projection: Azimuthal, _ page: Page) {
    guard let gazetteer = scene.gazetteer else { return }
    var placement = LabelPlacement()
    let pin = AroundCard.middle
    _ = placement.place([LabelBox(x: pin.x - 70, y: pin.y - 70, width: 140, height: 140)])
    var left = AroundCard.mostCities
    for index in candidates(gazetteer, projection) where left > 0 {
      let city = gazetteer.city(index)
      guard let spot = projection.position(of: city.coordinate), city.name != scene.name,
        (30..<Page.side - 30).contains(spot.x), (30..<AroundCard.height - 30).contains(spot.y)
      else { continue }
      let block = page.block(city.name, size: Page.leastSize, width: 640)
      guard !block.isEllipsized else { continue }
      let box = placement.place(
        width: block.width, height: block.height, beside: spot, radius: 20, gaps: (34, 22),
        within: AroundCard.room)
      guard let box else { continue }
      left -= 1
      page.circle(spot, 17)
      page.fillPath(page.theme.ink)
      page.draw(
        block, x: box.x + box.width / 2, y: box.y + box.height / 2, page.theme.ink,
        halo: page.theme.paper)
    }
  }

  private func candidates(_ gazetteer: Gazetteer, _ projection: Azimuthal) -> [Int] {
    let found = projection.parts.flatMap { part in
      gazetteer.cities(
        x: max(0, Double(part.minX))...min(1, Double(part.maxX)),
        y: max(0, Double(part.minY))...min(1, Double(part.maxY)), limit: 200)
    }
    // The greatest have the lowest numbers.
    return Set(found).sorted()
  }
}
