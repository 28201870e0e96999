import MapDrawing
import Testing
import TravelModel

/// Where places are on a globe, and how a hand turns it.
struct GlobeViewTests {
  private let globe = GlobeView(center: place(48, 9), width: 1000, height: 700)

  @Test func `the place it is turned to is in the middle`() {
    let position = globe.position(of: place(48, 9))
    #expect(abs(position.x - 500) < 0.01 && abs(position.y - 350) < 0.01)
    #expect(position.height > 0.999)
  }

  @Test func `north is up and east is right`() {
    #expect(globe.position(of: place(58, 9)).y < 350)
    #expect(globe.position(of: place(48, 19)).x > 500)
  }

  @Test func `the other side stands out away from the eye`() {
    #expect(globe.position(of: place(-48, -171)).height < -0.99)
  }

  @Test(arguments: [(500.0, 350.0), (300, 200), (760, 420), (500, 60), (380, 600)])
  func `a position is that of its place`(x: Double, y: Double) {
    let position = globe.position(of: globe.coordinate(x: x, y: y))
    #expect(abs(position.x - x) < 0.01 && abs(position.y - y) < 0.01)
  }

  @Test func `beside the globe is the place on its rim`() {
    #expect(!globe.contains(x: 20, y: 350))
    let position = globe.position(of: globe.coordinate(x: 20, y: 350))
    #expect(abs(position.x - (500 - globe.radius)) < 0.01)
  }

  @Test(arguments: [
    (place(48, 9), 620.0, 300.0), (place(10, 30), 420, 330), (place(-20, 0), 500, 500),
    (place(70, -40), 600, 200), (place(80, 179), 480, 150),
  ])
  func `a place in the hand stays under it`(held: Coordinate, x: Double, y: Double) throws {
    let turned = try #require(globe.moved(so: held, isAtX: x, y: y))
    let position = turned.position(of: held)
    #expect(abs(position.x - x) < 0.01 && abs(position.y - y) < 0.01)
    #expect(position.height >= 0)
  }

  @Test func `what cannot be under the hand is not`() {
    // The pole would have to come down further than a globe with the north upwards lets it.
    #expect(globe.moved(so: place(89, 0), isAtX: 780, y: 350) == nil)
  }

  @Test func `a hand that moves right and down turns it west and north`() {
    let turned = globe.moved(byX: 50, y: 30)
    #expect(turned.center.longitude < 9)
    #expect(turned.center.latitude > 48)
  }

  @Test func `it turns no further than the pole`() {
    #expect(globe.moved(byX: 0, y: 10_000).center.latitude == 90)
  }

  @Test func `it turns over the date line`() {
    let turned = globe.turned(to: place(0, 179)).moved(byX: -50, y: 0)
    #expect(turned.center.longitude < -160)
  }

  @Test func `its zoom is that of as large a map`() {
    // A degree in the middle is as long as one of a flat map around the equator.
    let globe = globe.turned(to: place(0, 0))
    let degree = globe.position(of: place(0, 0.1)).x - 500
    let flat = MapView(center: place(0, 0), zoom: globe.zoom).worldSize / 3600
    #expect(abs(degree - flat) < 0.001)
  }
}

func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
  Coordinate(latitude: latitude, longitude: longitude)!
}
