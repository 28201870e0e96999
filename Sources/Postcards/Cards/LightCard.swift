import CCairo
import Cartography
import GLibBridge
import Glibc
import Travels

/// Where on the Earth it is day and where night, at this hour.
struct LightCard: Card {
  let name = "light"
  let size = PixelSize.landscape

  func title(of scene: Scene) -> String {
    tr("Day and night, seen from {place}", ["place": scene.name])
  }

  func suits(_ scene: Scene) -> Bool { scene.outlines != nil }

  func draw(_ scene: Scene, on page: Page) {
    let (middle, width) = ((x: 800.0, y: 480.0), page.width - 90)
    let map = page.world(
      scene, meridian: scene.coordinate.longitude, at: middle, width: width)
    let sun = scene.sun
    map.addEdge(to: page.cairo)
    page.clipped { night(sun, map, middle, width, page) }
    page.edge(of: map)
    let zenith = map.position(of: sun.zenith)
    page.circle(zenith, 90)
    page.fillPath(
      around: zenith, radius: 90, [(0, MapColor(0xFFD97A), 0.9), (1, MapColor(0xFFD97A), 0)])
    page.circle(zenith, 26)
    page.fillPath(MapColor(0xFFE7A8))
    page.mark(map.position(of: scene.coordinate), size: 1.3)
    let hour = sun.hour(atLongitude: scene.coordinate.longitude)
    let elevation = sun.elevation(latitude: scene.coordinate.latitude, hour: hour)
    let words =
      switch elevation {
      case Sun.riseElevation...: tr("Day")
      case (-18)...: tr("Twilight")
      default: tr("Night")
      }
    page.foot(
      scene.name,
      Amount.facts(
        words, Amount.day(scene.now), tr("{hour} by the sun", ["hour": Amount.hour(hour)])))
  }

  /// Darkens what the sun does not reach, softly where there is twilight.
  private func night(
    _ sun: Sun, _ map: WorldMap, _ middle: Spot, _ width: Double, _ page: Page
  ) {
    // Half as many pixels each way are enough for something so soft.
    let step = 2.0
    let (left, top) = (middle.x - width / 2, middle.y - width / WorldMap.aspect / 2)
    let columns = Int(width / step) + 1
    let rows = Int(width / WorldMap.aspect / step) + 1
    guard let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, Int32(columns), Int32(rows)),
      let data = cairo_image_surface_get_data(surface)
    else { return }
    let stride = Int(cairo_image_surface_get_stride(surface))
    let tilt = sun.declination * .pi / 180
    let turn = (map.meridian - sun.zenith.longitude) * .pi / 180
    for row in 0..<rows {
      let line = map.parallel(atY: top + Double(row) * step)
      let (base, reach) = (sin(line.latitude) * sin(tilt), cos(line.latitude) * cos(tilt))
      for column in 0..<columns {
        let angle = (left + Double(column) * step - middle.x) * line.radiansPerPixel + turn
        let sine = base + reach * cos(angle)
        // From the horizon to 18 degrees below it.
        let part = min(1, max(0, (0.02 - sine) / 0.33))
        data[row * stride + column] = UInt8(part * 165)
      }
    }
    cairo_surface_mark_dirty(surface)
    cairo_save(page.cairo)
    cairo_translate(page.cairo, left, top)
    cairo_scale(page.cairo, step, step)
    MapColor(0x050B18).use(in: page.cairo)
    cairo_mask_surface(page.cairo, surface, 0, 0)
    cairo_restore(page.cairo)
    cairo_surface_destroy(surface)
  }
}
