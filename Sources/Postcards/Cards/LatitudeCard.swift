import Atlas
import CCairo
import Cartography
import GLibBridge
import Travels

/// The cities of the world at the same latitude.
struct LatitudeCard: Card {
  let name = "latitude"
  let size = PixelSize.landscape

  /// How far from the latitude a city may be, in degrees.
  private static let reach = 1.0
  private static let most = 12

  func title(of scene: Scene) -> String {
    tr(
      "Around the world at {latitude}",
      ["latitude": Amount.latitude(scene.coordinate.latitude)])
  }

  func suits(_ scene: Scene) -> Bool { scene.outlines != nil && companions(scene).count >= 2 }

  func draw(_ scene: Scene, on page: Page) {
    let map = page.world(scene, meridian: 11, at: (800, 500), width: page.width - 90)
    page.edge(of: map)
    let latitude = scene.coordinate.latitude
    page.line(
      map.position(latitude: latitude, turn: -180), map.position(latitude: latitude, turn: 180))
    page.stroke(page.theme.accent, width: 5)
    let cities = companions(scene)
    var placement = LabelPlacement()
    let pin = map.position(of: scene.coordinate)
    _ = placement.place([LabelBox(x: pin.x - 30, y: pin.y - 30, width: 60, height: 60)])
    for city in cities {
      let spot = map.position(of: city.coordinate)
      page.circle(spot, 9)
      page.fillPath(page.theme.ink)
    }
    for city in cities {
      let spot = map.position(of: city.coordinate)
      let block = page.block(city.name, page.label)
      let offsets = [-1.0, 1, -2, 2, -3, 3].map { row in
        row < 0 ? row * (block.height + 4) - 16 : (row - 1) * (block.height + 4) + 16
      }
      let boxes = offsets.map {
        LabelBox(
          x: min(page.width - block.width - 30, max(30, spot.x - block.width / 2)),
          y: spot.y + $0, width: block.width, height: block.height)
      }
      guard let number = placement.place(boxes) else { continue }
      let box = boxes[number]
      page.line(spot, (spot.x, box.y < spot.y ? box.y + box.height - 4 : box.y + 6))
      page.stroke(page.theme.ink, width: 2, opacity: 0.6)
      page.drawHalo(block, x: box.x, y: box.y, page.theme.land)
      page.draw(block, x: box.x, y: box.y, page.theme.ink)
    }
    page.mark(pin, size: 1.4)
    page.foot(
      Amount.latitude(latitude), tr("At the same latitude as {place}", ["place": scene.name]))
  }

  /// The most populous cities at the latitude, not in one place.
  private func companions(_ scene: Scene) -> [City] {
    guard let gazetteer = scene.gazetteer else { return [] }
    let latitude = scene.coordinate.latitude
    func y(_ latitude: Double) -> Double {
      Mercator.project(Coordinate(latitude: latitude, longitude: 0)!).y
    }
    let (north, south) = (y(latitude + LatitudeCard.reach), y(latitude - LatitudeCard.reach))
    var chosen: [City] = []
    for index in gazetteer.cities(x: 0...1, y: north...max(north, south), limit: 300) {
      let city = gazetteer.city(index)
      guard chosen.count < LatitudeCard.most, city.name != scene.name,
        GreatCircle.kilometres(city.coordinate, scene.coordinate) > 250,
        chosen.allSatisfy({ GreatCircle.kilometres($0.coordinate, city.coordinate) > 700 })
      else { continue }
      chosen.append(city)
    }
    return chosen
  }
}
