import Atlas
import CCairo
import Cartography
import GLibBridge
import Travels

/// The cities to the north and south of the place, from pole to pole.
struct MeridianCard: Card {
  let name = "meridian"
  let size = PixelSize.portrait

  /// How far from the meridian a city may be, in kilometres, and from the next one.
  private static let (reach, apart) = (170.0, 500.0)
  private static let most = 11

  func title(of scene: Scene) -> String {
    tr("North and south of {place}", ["place": scene.name])
  }

  func suits(_ scene: Scene) -> Bool { scene.outlines != nil && cities(scene).count >= 2 }

  func draw(_ scene: Scene, on page: Page) {
    let middle = (x: 600.0, y: 640.0)
    let longitude = scene.coordinate.longitude
    let globe = page.globe(
      scene, around: Coordinate(latitude: 0, longitude: longitude)!, at: middle, radius: 510)
    page.line((middle.x, middle.y - 510), (middle.x, middle.y + 510))
    page.stroke(page.theme.accent, width: 5)
    var placement = LabelPlacement()
    guard let pin = globe.position(of: scene.coordinate) else { return }
    _ = placement.place([LabelBox(x: pin.x - 30, y: pin.y - 30, width: 60, height: 60)])
    for city in cities(scene) {
      guard let spot = globe.position(of: city.coordinate) else { continue }
      page.circle(spot, 9)
      page.fillPath(page.theme.ink)
      let block = page.block(city.name, page.label)
      let boxes = [20.0, -20 - block.width].map {
        LabelBox(
          x: spot.x + $0, y: spot.y - block.height / 2, width: block.width, height: block.height)
      }
      guard let number = placement.place(boxes) else { continue }
      page.drawHalo(block, x: boxes[number].x, y: boxes[number].y, page.theme.land)
      page.draw(block, x: boxes[number].x, y: boxes[number].y, page.theme.ink)
    }
    page.mark(pin, size: 1.3)
    page.legend(
      Amount.longitude(longitude),
      tr("North and south of {place}, from pole to pole", ["place": scene.name]), around: 1395)
  }

  private func cities(_ scene: Scene) -> [City] {
    guard let gazetteer = scene.gazetteer else { return [] }
    let longitude = scene.coordinate.longitude
    var chosen: [City] = []
    for index in 0..<gazetteer.count where chosen.count < MeridianCard.most {
      let city = gazetteer.city(index)
      let level = Coordinate(latitude: city.coordinate.latitude, longitude: longitude)!
      guard city.name != scene.name,
        GreatCircle.kilometres(city.coordinate, level) < MeridianCard.reach,
        GreatCircle.kilometres(city.coordinate, scene.coordinate) > MeridianCard.apart / 2,
        chosen.allSatisfy({
          GreatCircle.kilometres($0.coordinate, city.coordinate) > MeridianCard.apart
        })
      else { continue }
      chosen.append(city)
    }
    return chosen
  }
}
