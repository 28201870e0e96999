import MapDrawing
import Testing
import TravelModel

@testable import MapWidget

/// What layers and hands ask of the flat map and of the globe alike.
@MainActor
struct ProjectionTests {
  private let flat = FlatMap(
    MapView(center: place(48, 9), zoom: 5), width: 1000, height: 700, scale: 1)
  private let globe = GlobeView(center: place(48, 9), width: 1000, height: 700)
  private var both: [any Projection] { [flat, globe] }

  @Test func `a position is that of its place`() {
    for world in both {
      let (x, y) = world.position(of: Mercator.project(world.coordinate(x: 420, y: 300)))
      // The flat map is on whole pixels.
      #expect(abs(x - 420) <= 0.51 && abs(y - 300) <= 0.51)
    }
  }

  @Test func `what a hand holds follows it`() throws {
    for world in both {
      let held = try #require(world.place(x: 420, y: 300))
      let moved = try #require(world.moved(so: held, isAtX: 480, y: 340))
      let (x, y) = moved.position(of: Mercator.project(held))
      #expect(abs(x - 480) <= 0.51 && abs(y - 340) <= 0.51)
    }
  }

  @Test func `beside the globe a hand holds nothing`() {
    #expect(globe.place(x: 20, y: 350) == nil)
    #expect(flat.place(x: 20, y: 350) != nil)
  }

  @Test func `a pan to the east leads east`() {
    for world in both {
      let view = MapView(center: place(0, 9), zoom: 5)
      let panned = world.panned(from: view, screensEast: 0.1, screensSouth: 0)
      #expect(panned.center.longitude > 10 && abs(panned.center.latitude) < 0.001)
      #expect(panned.zoom == 5)
    }
  }

  @Test func `a pan leads from the middle also where no flat map could be`() {
    let globe = GlobeView(center: place(80, 9), width: 1000, height: 700)
    #expect(globe.view.center.latitude < 60)
    let panned = globe.panned(from: nil, screensEast: 0, screensSouth: 0.01)
    #expect(abs(panned.center.latitude - 80) < 2)
  }

  @Test func `a route ends in the middle of its view`() {
    for world in both {
      let target = MapView(center: place(20, -170), zoom: 5)
      let end = world.route(to: target).world(1)
      let (x, y) = end.position(of: Mercator.project(target.center))
      #expect(abs((x - 500).remainder(dividingBy: target.worldSize)) <= 0.51)
      #expect(abs(y - 350) <= 0.51)
    }
  }

  @Test
  func `the other side of the globe is not seen, nor what is beyond the edge of the flat map`() {
    for world in both {
      #expect(world.sees(Mercator.project(place(47, 10))))
      #expect(!world.sees(Mercator.project(place(-48, -171))))
    }
    #expect(!flat.hides(Mercator.project(place(-48, -171))))
  }

  @Test func `a leg of a trip is on each copy of the world, and on the near side of the globe`() {
    let window = LabelBox(x: 0, y: 0, width: 1000, height: 700)
    let leg = TripLine(through: [place(0, 0), place(0, 5)]).legs[0]
    let wide = FlatMap(MapView(center: .origin, zoom: 0), width: 1000, height: 700, scale: 1)
    #expect(wide.lines(of: leg, in: window).count == 3)
    #expect(globe.lines(of: leg, in: window).count == 1)
    let far = TripLine(through: [place(-48, 170), place(-48, 175)]).legs[0]
    #expect(globe.lines(of: far, in: window).isEmpty)
  }
}

private func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
  Coordinate(latitude: latitude, longitude: longitude)!
}
