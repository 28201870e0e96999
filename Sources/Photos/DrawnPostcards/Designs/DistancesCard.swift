import Atlas
import CCairo
import GLibBridge
import MapDrawing
import TravelModel

/// A signpost to great cities of the world.
struct DistancesCard: Card {
  let name = "distances"

  private static let boards = 5
  /// Half the length of a board, its tip, and its height.
  private static let (half, tip, height) = (540.0, 70.0, 138.0)
  /// The room for both texts of a board.
  private static let room = 2 * half - tip - 80
  /// How far the cities are at least from each other and from the place, in kilometres.
  private static let apart = 2500.0

  func title(of scene: Scene) -> String { tr("How far from {place}?", ["place": scene.name]) }

  func suits(_ scene: Scene) -> Bool { scene.gazetteer != nil }

  func draw(_ scene: Scene, on page: Page) {
    let theme = page.theme
    let ground = 960.0
    page.band(from: 0, to: ground)
    page.fillPath(from: 0, to: ground, [(0, theme.water, 1), (1, theme.paper, 1)])
    page.polyline([(600, 40), (600, ground + 20)])
    page.stroke(theme.ink.mixed(with: theme.home, 0.25), width: 44)
    page.band(from: ground, to: Page.side)
    page.fillPath(theme.home)
    for (row, city) in cities(scene, page).enumerated() {
      board(city, scene, row: row, page)
    }
    page.caption(scene.name, under: ground, theme.isDark ? theme.paper : theme.ink)
  }

  private func board(_ city: City, _ scene: Scene, row: Int, _ page: Page) {
    let theme = page.theme
    let isEast = scene.coordinate.bearing(to: city.coordinate) < 180
    let (half, tip, height) = (Self.half, Self.tip, Self.height)
    let color = [theme.accent, theme.ink, theme.coast][row % 3]
    cairo_save(page.cairo)
    cairo_translate(page.cairo, isEast ? 620 : 580, 150 + Double(row) * 172)
    cairo_rotate(page.cairo, [-0.03, 0.025, -0.012, 0.03, -0.02][row % 5])
    let way = isEast ? 1.0 : -1
    page.polyline([
      (-half * way, -height / 2), ((half - tip) * way, -height / 2), (half * way, 0),
      ((half - tip) * way, height / 2), (-half * way, height / 2),
    ])
    cairo_close_path(page.cairo)
    page.fillPath(color)
    // Ink that can be read on the board.
    let light = color.red * 0.3 + color.green * 0.59 + color.blue * 0.11
    let ink = light > 0.5 ? MapColor(0x1D2A33) : MapColor(0xFFFFFF)
    let (name, distance) = texts(city, scene, page)
    let (left, right) = (-half + (isEast ? 40 : tip), half - (isEast ? tip : 40))
    page.draw(name, x: left + name.width / 2, y: 0, ink)
    page.draw(distance, x: right - distance.width / 2, y: 0, ink)
    cairo_restore(page.cairo)
  }

  private func texts(_ city: City, _ scene: Scene, _ page: Page) -> (name: Block, distance: Block) {
    let distance = page.block(
      Amount.roughly(scene.coordinate.kilometres(to: city.coordinate)),
      size: Page.leastSize, isBold: false)
    return (page.block(city.name, width: Self.room - distance.width - 40), distance)
  }

  /// The most populous cities that are far from the place and from each other, the nearest first.
  private func cities(_ scene: Scene, _ page: Page) -> [City] {
    guard let gazetteer = scene.gazetteer else { return [] }
    var chosen: [City] = []
    for index in 0..<gazetteer.count where chosen.count < DistancesCard.boards {
      let city = gazetteer.city(index)
      let others = chosen.map(\.coordinate) + [scene.coordinate]
      if others.allSatisfy({ $0.kilometres(to: city.coordinate) > DistancesCard.apart }),
        !texts(city, scene, page).name.isEllipsized
      {
        chosen.append(city)
      }
    }
    return chosen.sorted {
      scene.coordinate.kilometres(to: $0.coordinate)
        < scene.coordinate.kilometres(to: $1.coordinate)
    }
  }
}
