import TestSupport
import Testing
import TravelModel

struct CoordinateTests {
  @Test(arguments: [
    (0.0, 180.0, -180.0), (0, -180, -180), (0, 190, -170), (0, -190, 170), (0, 540, -180),
    (0, 179.999_999, 179.999_999), (0, -1e-20, -1e-20), (0, 1e300, 0),
  ])
  func `longitudes wrap at the date line`(latitude: Double, longitude: Double, expected: Double)
    throws
  {
    let coordinate = try #require(Coordinate(latitude: latitude, longitude: longitude))
    if longitude < 1e10 { #expect(abs(coordinate.longitude - expected) < 1e-9) }
    #expect(coordinate.longitude >= -180 && coordinate.longitude < 180)
  }

  @Test func `latitudes stop at the poles`() {
    #expect(Coordinate(latitude: 91, longitude: 0)?.latitude == 90)
    #expect(Coordinate(latitude: -1e9, longitude: 0)?.latitude == -90)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `what is no number is no coordinate`(value: Double) {
    #expect(Coordinate(latitude: value, longitude: 0) == nil)
    #expect(Coordinate(latitude: 0, longitude: value) == nil)
  }

  @Test func `any two numbers make a place on Earth`() {
    var random = SeededNumbers(seed: 2)
    for _ in 0..<10_000 {
      let (a, b) = (Double(bitPattern: random.next()), Double(bitPattern: random.next()))
      guard let coordinate = Coordinate(latitude: a, longitude: b) else {
        #expect(!a.isFinite || !b.isFinite)
        continue
      }
      #expect((-90...90).contains(coordinate.latitude))
      #expect(coordinate.longitude >= -180 && coordinate.longitude < 180)
    }
  }

  @Test func coordinatesAreReadable() {
    #expect(Coordinate(latitude: 48.8584, longitude: 2.2945)?.readable == "48.85840° N, 2.29450° E")
    #expect(
      Coordinate(latitude: -33.856_789, longitude: -151.2)?.readable == "33.85679° S, 151.20000° W")
    #expect(Coordinate(latitude: -0.000_001, longitude: 0)?.decimal == "0.00000, 0.00000")
    #expect(Coordinate(latitude: 9.999_999, longitude: -0.5)?.decimal == "10.00000, -0.50000")
  }

  @Test func `the address of a place leads back to it`() throws {
    let place = try #require(Coordinate(latitude: -33.856_79, longitude: 151.215_3))
    #expect(
      place.webAddress
        == "https://www.openstreetmap.org/?mlat=-33.85679&mlon=151.21530&zoom=15")
    #expect(PlaceRequest(place.webAddress)?.coordinate == place)
  }
}
