import Glibc
import Testing
import TravelModel

struct MercatorTests {
  @Test func `projecting and back is the same place`() throws {
    for latitude in stride(from: -85.0, through: 85, by: 2.5) {
      for longitude in stride(from: -180.0, to: 180, by: 7.5) {
        let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
        let back = Mercator.coordinate(at: Mercator.project(place))
        #expect(abs(back.latitude - latitude) < 1e-9)
        #expect(abs(back.longitude - longitude) < 1e-9)
      }
    }
  }

  @Test func `the corners of the world are where tiles begin`() {
    let northWest = Mercator.coordinate(at: WorldPoint(x: 0, y: 0))
    #expect(abs(northWest.latitude - Mercator.maximumLatitude) < 1e-9)
    #expect(northWest.longitude == -180)
    #expect(Mercator.project(.origin) == WorldPoint(x: 0.5, y: 0.5))
  }

  @Test func `beyond the edge is the edge`() {
    #expect(Mercator.coordinate(at: WorldPoint(x: 0.5, y: -3)).latitude <= Mercator.maximumLatitude)
    #expect(Mercator.coordinate(at: WorldPoint(x: 0.5, y: .nan)).latitude.isFinite)
    #expect(Mercator.project(Coordinate(latitude: 90, longitude: 0)!).y < 1e-9)
  }

  @Test func `every copy of the world is the same world`() {
    let here = Mercator.coordinate(at: WorldPoint(x: 0.25, y: 0.4))
    let there = Mercator.coordinate(at: WorldPoint(x: 3.25, y: 0.4))
    #expect(abs(here.longitude - there.longitude) < 1e-9)
  }

  @Test func `the short way may cross the date line`() {
    let (west, east) = (WorldPoint(x: 0.125, y: 0.5), WorldPoint(x: 0.875, y: 0.25))
    #expect(west.nearest(to: east) == WorldPoint(x: 1.125, y: 0.5))
    #expect(east.nearest(to: west) == WorldPoint(x: -0.125, y: 0.25))
    #expect(west.nearest(to: WorldPoint(x: -2.75, y: 0)) == WorldPoint(x: -2.875, y: 0.5))
    #expect(west.nearest(to: west) == west)
  }

  @Test func `a part of the map meets copies of another`() {
    #expect((0.25...0.75).copies(of: 0.5...0.5) == 0..<1)
    #expect((-1.25...1.75).copies(of: 0.5...0.5) == -1..<2)
    #expect((0.75...1.25).copies(of: 0...0.5) == 1..<2)
    #expect((0.25...0.75).copies(of: 0.875...1).isEmpty)
  }
}

struct MapViewTests {
  /// As fingers do that part, come together and move on over a screen of 800 by 600 pixels.
  @Test(arguments: [(47.4, 8.5, 6.0), (-17.5, 179.9, 5), (-33, -179.8, 7.5), (40, -150, 5)])
  func `what is held stays where it is held, at any zoom`(
    _ latitude: Double, _ longitude: Double, _ zoom: Double
  ) throws {
    let center = try #require(Coordinate(latitude: latitude, longitude: longitude))
    var view = MapView(center: center, zoom: zoom)
    let (east, south) = (230.0, -140.0)
    let point = view.point(east: east, south: south)
    for step in 0..<60 {
      let (dx, dy) = (east - 5 * Double(step), south + 3 * Double(step))
      view = MapView.showing(
        point, east: dx, south: dy, zoom: zoom + 2 * sin(Double(step) / 9), height: 600)
      let now = view.point(east: dx, south: dy)
      let turns = (now.x - point.x).rounded()
      #expect(abs(now.x - turns - point.x) * view.worldSize < 0.01)
      #expect(abs(now.y - point.y) * view.worldSize < 0.01)
    }
  }

  @Test func `what is held gives way at the world's edge, and comes back`() {
    let start = MapView(center: Coordinate(latitude: 80, longitude: 0)!, zoom: 4)
    let point = start.point(east: 0, south: -200)
    let far = MapView.showing(point, east: 0, south: 250, zoom: 2, height: 600)
    #expect(Mercator.project(far.center).y * far.worldSize >= 299.9)
    let near = MapView.showing(point, east: 0, south: -200, zoom: 4, height: 600)
    #expect(abs(near.center.latitude - start.center.latitude) < 1e-6)
  }

  @Test func `who drags beyond the window's edge stays at that edge of the world`() {
    // 800 pixels for the world, of which 700 are seen.
    let point = WorldPoint(x: 0.5, y: 0.4)
    for south in [380.0, 401, 900] {
      let view = MapView.showing(point, east: 0, south: south, zoom: log2(800 / 256), height: 700)
      #expect(abs(Mercator.project(view.center).y - 0.4375) < 1e-9, "\(south)")
    }
  }

  @Test func `zooms that cannot be become ones that can`() {
    #expect(MapView(center: .origin, zoom: 99).zoom == 19)
    #expect(MapView(center: .origin, zoom: -4).zoom == 0)
    #expect(MapView(center: .origin, zoom: .nan).zoom == 0)
  }

  @Test(arguments: [(1000.0, 620.0), (360.0, 600.0), (1920.0, 1000.0), (500.0, 200.0), (0.0, 0.0)])
  func `the whole world fits any window and fills its height`(width: Double, height: Double) {
    let view = MapView.wholeWorld(width: width, height: height)
    #expect(view.worldSize >= height - 0.001)
    #expect(view.worldSize <= max(256, width, height) + 0.001)
    #expect(view.worldSize * 0.56 <= max(256, height) + 0.001)
  }

  @Test func `a drag beyond the pole stops at it`() {
    let half = 300.0 / 1024
    #expect(MapView.heldWithinWorld(y: 0.1, height: 600, worldSize: 1024) == half)
    #expect(MapView.heldWithinWorld(y: 0.5, height: 600, worldSize: 1024) == 0.5)
  }

  @Test func `a world smaller than the screen stays in its middle`() {
    #expect(MapView.heldWithinWorld(y: 0.9, height: 600, worldSize: 512) == 0.5)
  }

  @Test func `places on both sides of the date line fit the short way`() throws {
    let places = [
      Coordinate(latitude: -17, longitude: 178)!, Coordinate(latitude: -14, longitude: -171)!,
    ]
    let view = MapView.fitting(places, width: 800, height: 600)
    #expect(abs(view.center.longitude) > 170)
    #expect(view.zoom > 4)
  }

  @Test func `one spot fits at the closest zoom`() {
    let place = Coordinate(latitude: 1, longitude: 2)!
    #expect(MapView.fitting([place, place], width: 800, height: 600).zoom == 19)
  }
}
