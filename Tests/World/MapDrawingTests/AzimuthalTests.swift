import CCairo
import Testing
import TravelModel

@testable import Atlas
@testable import MapDrawing

/// Where things lie on maps around a point.
struct AzimuthalTests {
  private static let middle = (x: 500.0, y: 400.0)
  private static let radius = 100.0
  private static let farEnd = radius * .pi

  private func projection(
    _ kind: Azimuthal.Kind, around center: Coordinate, reach: Double = .pi
  ) -> Azimuthal {
    Azimuthal(kind, around: center, at: Self.middle, radius: Self.radius, reach: reach)
  }

  private func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude)!
  }

  /// Where a coordinate is from the middle, in pixels to the right and down.
  private func offset(
    _ coordinate: Coordinate, in projection: Azimuthal
  ) throws -> (x: Double, y: Double) {
    let position = try #require(projection.position(of: coordinate))
    return (position.x - Self.middle.x, position.y - Self.middle.y)
  }

  private func isNear(_ one: (x: Double, y: Double), _ other: (x: Double, y: Double)) -> Bool {
    max(abs(one.x - other.x), abs(one.y - other.y)) < 1e-6
  }

  @Test func `around a pole meridians are rays`() throws {
    let map = projection(.equidistant, around: place(90, 0))
    let quarter = Self.farEnd / 2
    #expect(isNear(try offset(place(90, 123), in: map), (0, 0)))
    #expect(isNear(try offset(place(0, 0), in: map), (0, quarter)))
    #expect(isNear(try offset(place(0, 90), in: map), (quarter, 0)))
    #expect(isNear(try offset(place(45, 180), in: map), (0, -quarter / 2)))
  }

  @Test(arguments: [Azimuthal.Kind.globe, .equidistant])
  func `the date line is an ordinary place`(kind: Azimuthal.Kind) throws {
    let map = projection(kind, around: place(0, 180), reach: 0.1)
    let (west, east) = (try offset(place(0, 179), in: map), try offset(place(0, -179), in: map))
    #expect(west.x < -1 && west.x > -2 && isNear(east, (-west.x, west.y)))
    // The square map is cut there: both its ends are looked at, and not its middle.
    guard kind == .equidistant else { return }
    func isIn(_ x: Float) -> Bool {
      map.parts.contains { $0.meets(MapBounds(minX: x, minY: 0.5, maxX: x, maxY: 0.5)) }
    }
    #expect(isIn(0) && isIn(1) && !isIn(0.5))
  }

  @Test func `the antipode is as far as anything and hidden on a globe`() throws {
    let (center, antipode) = (place(48, 2), place(-48, -178))
    let map = projection(.equidistant, around: center)
    for other in [antipode, place(-48, -178.000001)] {
      let (x, y) = try offset(other, in: map)
      #expect(abs((x * x + y * y).squareRoot() - Self.farEnd) < 0.001)
    }
    let globe = projection(.globe, around: center)
    #expect(globe.position(of: antipode) == nil)
    #expect(isNear(try offset(center, in: globe), (0, 0)))
  }

  /// Adds land between some latitudes and longitudes to a map, and tells which places are on it.
  private func onLand(
    north: Double, south: Double, west: Double, east: Double, _ places: [Coordinate],
    in projection: Azimuthal
  ) throws -> [Bool] {
    func corner(_ latitude: Double, _ longitude: Double) -> MapPoint {
      let point = Mercator.project(place(latitude, longitude))
      return MapPoint(x: Float(longitude / 360 + 0.5), y: Float(point.y))
    }
    let points = [
      corner(north, west), corner(north, east), corner(south, east), corner(south, west),
      corner(north, west),
    ]
    let ring = LandRing(bounds: MapBounds(around: points[...]), points: 0..<5, country: 0)
    let shapes = MapShapes(points: points, land: [ring], lines: [])
    let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1)!
    let cairo = cairo_create(surface)!
    defer {
      cairo_destroy(cairo)
      cairo_surface_destroy(surface)
    }
    projection.addLand(of: shapes, where: { _ in true }, to: cairo)
    return try places.map {
      let position = try #require(projection.position(of: $0))
      return cairo_in_fill(cairo, position.x, position.y) != 0
    }
  }

  @Test func `land is within its outline`() throws {
    let map = projection(.equidistant, around: place(10, 20))
    let places = [place(10, 20), place(19, 29), place(21, 20), place(10, 31), place(-10, -160)]
    #expect(
      try onLand(north: 20, south: 0, west: 10, east: 30, places, in: map)
        == [true, true, false, false, false])
  }

  @Test func `land around the far end is what its outline leaves`() throws {
    let map = projection(.equidistant, around: place(10, 20))
    let places = [place(-10, -161), place(-28, -142), place(10, 20), place(12, -160)]
    #expect(
      try onLand(north: 10, south: -30, west: -179, east: -140, places, in: map)
        == [true, true, false, false])
  }

  @Test(arguments: [90.0, -90, 40]) func `the land around the south pole has no hole`(
    latitude: Double
  ) throws {
    let map = projection(.equidistant, around: place(latitude, 25))
    let places = [
      place(-89, 0), place(-89, 170), place(-86, -90), place(-75, 25), place(-60, 25), place(0, 25),
    ]
    #expect(
      try onLand(north: -70, south: -90, west: -180, east: 180, places, in: map)
        == [true, true, true, true, false, false])
  }
}
