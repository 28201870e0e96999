import Atlas
import CCairo
import Cartography
import GLibBridge
import Glibc
import Travels

extension Page {
  /// Draws the world; answers where things are on it.
  @discardableResult
  func world(_ scene: Scene, meridian: Double, at middle: Spot, width: Double) -> WorldMap {
    let map = WorldMap(meridian: meridian, at: middle, width: width)
    map.addEdge(to: cairo)
    clipped {
      fill(theme.water)
      if let outlines = scene.outlines {
        let shapes = outlines.shapes(.coarse)
        var painter = OutlinePainter(
          palette: theme.palette, lineWidth: 1.2, showsRegions: false, stressesBorders: false)
        painter.isQuick = true
        painter.fillLand(shapes, in: map, cairo)
        if let home = scene.home {
          painter.fillLand(shapes, in: map, color: theme.home, cairo) { $0.country == home }
        }
        painter.strokeLines(shapes, in: map, cairo)
      }
    }
    return map
  }

  /// Strokes the edge of the world.
  func edge(of map: WorldMap) {
    map.addEdge(to: cairo)
    stroke(theme.coast, width: 2)
  }
}

/// The world around the place, and the ways to its great cities.
struct WorldCard: Card {
  let name = "world"
  let size = PixelSize.landscape

  func title(of scene: Scene) -> String { tr("{place} in the world", ["place": scene.name]) }

  func suits(_ scene: Scene) -> Bool { scene.outlines != nil }

  func draw(_ scene: Scene, on page: Page) {
    let map = page.world(
      scene, meridian: scene.coordinate.longitude, at: (page.width / 2, 480),
      width: page.width - 90)
    map.addEdge(to: page.cairo)
    page.clipped {
      for longitude in stride(from: -180.0, to: 180, by: 30) {
        page.polyline(
          stride(from: -90.0, through: 90, by: 5).map {
            map.position(of: Coordinate(latitude: $0, longitude: longitude)!)
          })
      }
      for latitude in stride(from: -60.0, through: 60, by: 30) {
        page.line(
          map.position(latitude: latitude, turn: -180), map.position(latitude: latitude, turn: 180))
      }
      page.stroke(page.theme.ink, width: 1.2, opacity: 0.12)
    }
    page.edge(of: map)
    let goals = GreatCities.choose(scene, count: 10, apart: 2500)
    for city in goals {
      map.addLine(
        through: GreatCircle.way(from: scene.coordinate, to: city.coordinate), to: page.cairo)
    }
    page.stroke(page.theme.accent, width: 3, opacity: 0.75)
    label(goals, scene, map, page)
    page.foot(
      scene.name,
      Amount.facts(scene.subtitle, Amount.coordinate(scene.coordinate)))
  }

  private func label(_ cities: [City], _ scene: Scene, _ map: WorldMap, _ page: Page) {
    var placement = LabelPlacement()
    let pin = map.position(of: scene.coordinate)
    _ = placement.place([LabelBox(x: pin.x - 26, y: pin.y - 26, width: 52, height: 52)])
    for city in cities {
      let spot = map.position(of: city.coordinate)
      page.circle(spot, 7)
      page.fillPath(page.theme.ink)
      let block = page.block(city.name, page.label)
      let boxes = [
        (14.0, -block.height / 2), (-block.width - 14, -block.height / 2),
        (-block.width / 2, 10), (-block.width / 2, -block.height - 10),
      ].map {
        LabelBox(x: spot.x + $0.0, y: spot.y + $0.1, width: block.width, height: block.height)
      }
      .filter { $0.x > 20 && $0.x + $0.width < page.width - 20 }
      let dot = LabelBox(x: spot.x - 9, y: spot.y - 9, width: 18, height: 18)
      guard let number = placement.place(boxes, mark: dot) else { continue }
      page.drawHalo(block, x: boxes[number].x, y: boxes[number].y, page.theme.land)
      page.draw(block, x: boxes[number].x, y: boxes[number].y, page.theme.ink)
    }
    page.mark(pin, size: 1.2)
  }
}

/// The great cities of the world, as seen from a place.
enum GreatCities {
  /// The most populous cities that are so far from the place and from each other, in kilometres.
  static func choose(_ scene: Scene, count: Int, apart: Double) -> [City] {
    guard let gazetteer = scene.gazetteer else { return [] }
    var chosen: [City] = []
    for index in 0..<min(200, gazetteer.count) where chosen.count < count {
      let city = gazetteer.city(index)
      guard GreatCircle.kilometres(city.coordinate, scene.coordinate) > apart / 2,
        chosen.allSatisfy({ GreatCircle.kilometres($0.coordinate, city.coordinate) > apart })
      else { continue }
      chosen.append(city)
    }
    return chosen
  }
}
