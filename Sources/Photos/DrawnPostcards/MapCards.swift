import Atlas
import CCairo
import CGLib
import GLibBridge
import MapDrawing
import TravelModel

/// Cards that show the Earth, or a part of it.
enum MapCards {
  /// The Earth with the place in its middle, among stars.
  static let globe = Card(
    name: "globe", themes: [.night, .dusk],
    title: { tr("{place} on the globe", ["place": $0.name]) },
    draw: { scene, page in
      let middle = (x: 600.0, y: 500.0)
      // The same numbers on every card.
      let numbers = g_rand_new_with_seed(7)
      for _ in 0..<90 {
        let (x, y) = (g_rand_double(numbers) * Page.side, g_rand_double(numbers) * Page.side)
        page.circle((x, y), g_rand_double_range(numbers, 2, 6))
      }
      g_rand_free(numbers)
      page.fillPath(page.theme.ink, opacity: 0.5)
      drawGlobe(scene, around: scene.coordinate, at: middle, radius: 440, page)
      page.mark(middle)
      page.caption(scene.name)
    })

  /// All of the world in true distances and directions from the place.
  static let world = Card(
    name: "world", themes: [.atlas, .night],
    title: { tr("The world from {place}", ["place": $0.name]) },
    draw: { scene, page in
      let (middle, radius) = ((x: 600.0, y: 480.0), 440.0)
      let projection = Azimuthal(
        .equidistant, around: scene.coordinate, at: middle, radius: radius / .pi)
      page.circle(middle, radius)
      page.clipped { drawMap(scene, .coarse, in: projection, lineWidth: 1.5, page) }
      for ring in 1...3 { page.circle(middle, radius * Double(ring) / 4) }
      page.stroke(page.theme.ink, width: 3, opacity: 0.35, dashes: [3, 12])
      page.circle(middle, radius)
      page.stroke(page.theme.ink, width: 10)
      page.mark(middle)
      // Translators: the name of the place stands above it.
      page.caption(scene.name, note: tr("in the middle of the world"), under: 940)
    })

  static let around = Card(
    name: "around", themes: [.meadow, .atlas],
    title: { tr("{place} and around", ["place": $0.name]) },
    draw: { scene, page in
      let (middle, height) = ((x: Page.side / 2, y: 460.0), 920.0)
      let kilometres = reach(scene)
      let projection = Azimuthal(
        .equidistant, around: scene.coordinate, at: middle,
        radius: Page.side / 2 / kilometres * Coordinate.earthKilometres,
        reach: min(.pi, kilometres * 1.5 / Coordinate.earthKilometres))
      page.band(from: 0, to: height)
      page.clipped {
        drawMap(scene, kilometres > 1000 ? .medium : .fine, in: projection, lineWidth: 5, page)
      }
      page.band(from: height, to: height + 8)
      page.fillPath(page.theme.accent)
      drawCities(scene, projection, around: middle, height, page)
      page.mark(middle)
      page.caption(scene.name, under: height)
    })

  /// The radius of a map, in kilometres: so that it shows a coast or a border, but not above a
  /// limit.
  private static func reach(_ scene: Scene) -> Double {
    let frame = SphereFrame(center: scene.coordinate)
    return [100.0, 250, 600, 1500].first { kilometres in
      let findings = stride(from: 0.0, to: 360, by: 30).flatMap { bearing in
        [0.2, 0.45, 0.7].map {
          scene.outlines?.country(
            at: frame.coordinate(
              bearing: bearing, distance: $0 * kilometres / Coordinate.earthKilometres))
        }
      }
      return Set(findings).count > 1
    } ?? 4000
  }

  /// Draws the five largest cities that fit.
  private static func drawCities(
    _ scene: Scene, _ projection: Azimuthal, around pin: Spot, _ height: Double, _ page: Page
  ) {
    guard let gazetteer = scene.gazetteer else { return }
    let found = projection.parts.flatMap { part in
      gazetteer.cities(
        x: max(0, Double(part.minX))...min(1, Double(part.maxX)),
        y: max(0, Double(part.minY))...min(1, Double(part.maxY)), limit: 200)
    }
    var placement = LabelPlacement()
    _ = placement.place([LabelBox(x: pin.x - 70, y: pin.y - 70, width: 140, height: 140)])
    var left = 5
    // The greatest have the lowest numbers.
    for index in Set(found).sorted() where left > 0 {
      let city = gazetteer.city(index)
      guard let spot = projection.position(of: city.coordinate), city.name != scene.name,
        (30..<Page.side - 30).contains(spot.x), (30..<height - 30).contains(spot.y)
      else { continue }
      let block = page.block(city.name, size: Page.leastSize, width: 640)
      let box = placement.place(
        width: block.width, height: block.height, beside: spot, radius: 20, gaps: (34, 22),
        within: LabelBox(x: 30, y: 10, width: Page.side - 60, height: height - 20))
      guard !block.isEllipsized, let box else { continue }
      left -= 1
      page.disc(spot, 17, page.theme.ink)
      page.draw(
        block, x: box.x + box.width / 2, y: box.y + box.height / 2, page.theme.ink,
        halo: page.theme.paper)
    }
  }

  /// The shape of the country, or of the distant part of it that contains the place.
  static let land = Card(
    name: "land", themes: [.clay, .meadow], suits: { $0.homeland != nil },
    title: { scene in
      guard let land = scene.homeland, land.isWhole else {
        return tr("The land around {place}", ["place": scene.name])
      }
      return tr("The shape of {country}", ["country": land.name])
    },
    draw: { scene, page in
      guard let outlines = scene.outlines, let land = scene.homeland else { return }
      let (theme, shapes) = (page.theme, outlines.shapes(land.detail))
      let projection = land.projection(
        within: LabelBox(x: 90, y: 80, width: Page.side - 180, height: 860))
      // A shadow lifts the shape from the paper.
      for (offset, color) in [(16.0, theme.paper.mixed(with: MapColor(0), 0.28)), (0, theme.home)] {
        cairo_save(page.cairo)
        cairo_translate(page.cairo, offset, offset)
        land.addShape(in: projection, of: shapes, to: page.cairo)
        page.fillPath(color)
        cairo_restore(page.cairo)
      }
      projection.addLines(of: shapes, kind: .disputed, to: page.cairo)
      page.stroke(theme.paper, width: 6, dashes: [6, 16])
      page.band(from: 970, to: Page.side)
      page.fillPath(theme.paper)
      if let spot = projection.position(of: scene.coordinate) { page.mark(spot) }
      page.caption(land.isWhole ? land.name : scene.name)
    })

  /// The Earth from the side, with the place on top and its antipode below.
  static let antipode = Card(
    name: "antipode", themes: [.meadow, .atlas],
    title: { tr("On the other side of the world from {place}", ["place": $0.name]) },
    draw: { scene, page in
      let side = side(of: scene)
      cairo_save(page.cairo)
      cairo_translate(page.cairo, Page.side / 2, Page.side / 2)
      cairo_rotate(page.cairo, -side.bearing(to: scene.coordinate) * .pi / 180)
      drawGlobe(scene, around: side, at: (0, 0), radius: 370, page)
      cairo_restore(page.cairo)
      let (top, bottom) = ((x: 600.0, y: 230.0), (x: 600.0, y: 970.0))
      page.polyline([top, bottom])
      page.stroke(page.theme.accent, width: 14, dashes: [1, 36])
      page.mark(top)
      page.mark(bottom)
      for (name, y) in [(scene.name, 98.0), (scene.antipodeName ?? "", 1102)] {
        page.draw(page.heading(name, size: 120), x: Page.side / 2, y: y, page.theme.ink)
      }
    })

  /// The centre of that view: a quarter of the Earth away, where most large cities are visible.
  private static func side(of scene: Scene) -> Coordinate {
    let frame = SphereFrame(center: scene.coordinate)
    let sides = stride(from: 0.0, to: 360, by: 15).map {
      frame.coordinate(bearing: $0, distance: .pi / 2)
    }
    let cities = scene.gazetteer.map { all in
      (0..<min(100, all.count)).map { all.coordinate(of: $0) }
    }
    func seen(from side: Coordinate) -> Int {
      cities?.count { side.kilometres(to: $0) < Coordinate.earthKilometres * .pi / 3 } ?? 0
    }
    return sides.max { seen(from: $0) < seen(from: $1) }!
  }
}

extension MapCards {
  /// Paints water, land and borders inside the clip, and highlights the place's country.
  private static func drawMap(
    _ scene: Scene, _ detail: Detail, in projection: Azimuthal, lineWidth: Double, _ page: Page
  ) {
    guard let shapes = scene.outlines?.shapes(detail) else { return }
    page.fill(page.theme.water)
    let painter = OutlinePainter(
      palette: page.theme.palette, lineWidth: lineWidth, showsRegions: false,
      stressesBorders: false, isQuick: true)
    painter.fillLand(shapes, in: projection, page.cairo)
    if let home = scene.home {
      painter.fillLand(shapes, in: projection, color: page.theme.home, page.cairo) {
        $0.country == home
      }
    }
    painter.strokeLines(shapes, in: projection, page.cairo)
  }

  /// Draws the Earth as a globe, with an atmosphere and sunlight.
  private static func drawGlobe(
    _ scene: Scene, around center: Coordinate, at middle: Spot, radius: Double, _ page: Page
  ) {
    let theme = page.theme
    let air = theme.isDark ? theme.coast : theme.water
    page.circle(middle, radius * 1.16)
    page.fillPath(
      around: middle, radius: radius * 1.16,
      [(0, air, 0.85), (0.85, air, theme.isDark ? 0.5 : 0.8), (1, air, 0)])
    let projection = Azimuthal(.globe, around: center, at: middle, radius: radius)
    page.circle(middle, radius)
    page.clipped {
      drawMap(scene, .medium, in: projection, lineWidth: 2, page)
      drawGraticule(projection, page)
      let dark = theme.isDark ? theme.paper.mixed(with: MapColor(0), 0.4) : theme.ink
      GlobeShade(shadow: dark, depth: theme.isDark ? 0.75 : 0.3)
        .paint(on: page.cairo, middle: middle, radius: radius)
    }
  }

  private static func drawGraticule(_ projection: Azimuthal, _ page: Page) {
    func line(_ range: Double, _ coordinate: (Double) -> Coordinate?) {
      let places = stride(from: -range, through: range, by: 3).compactMap(coordinate)
      projection.addLine(through: places, to: page.cairo)
    }
    for degree in stride(from: -180.0, to: 180, by: 15) {
      line(75) { Coordinate(latitude: $0, longitude: degree) }
      if abs(degree) <= 75 { line(180) { Coordinate(latitude: degree, longitude: $0) } }
    }
    page.stroke(page.theme.ink, width: 1.4, opacity: page.theme.isDark ? 0.16 : 0.13)
  }
}
