import Testing
import TravelModel

@testable import MapWidget

struct MapFlightTests {
  private let alps = MapView(center: Coordinate(latitude: 46, longitude: 8)!, zoom: 8)
  private let andes = MapView(center: Coordinate(latitude: -13, longitude: -72)!, zoom: 10)
  private let width = 1000.0

  @Test func `a flight begins and ends where it should`() throws {
    let flight = try #require(MapFlight(from: alps, to: andes, width: width))
    let (begin, end) = (flight.point(at: 0), flight.point(at: 0.999_999))
    #expect(abs(begin.zoom - 8) < 1e-6 && abs(begin.share) < 1e-6)
    #expect(abs(end.zoom - 10) < 1e-3 && abs(end.share - 1) < 1e-3)
    #expect(flight.point(at: 1) == (10, 1))
  }

  @Test func `it rises until both ends could be seen and goes on all the time`() throws {
    let flight = try #require(MapFlight(from: alps, to: andes, width: width))
    let points = (0...100).map { flight.point(at: Double($0) / 100) }
    let lowest = try #require(points.map(\.zoom).min())
    #expect(2..<4.5 ~= lowest)
    #expect(zip(points, points.dropFirst()).allSatisfy { $0.share <= $1.share })
    let highest = try #require(points.firstIndex { $0.zoom == lowest })
    #expect(zip(points[..<highest], points[1...highest]).allSatisfy { $0.zoom >= $1.zoom })
    #expect(zip(points[highest...], points[(highest + 1)...]).allSatisfy { $0.zoom <= $1.zoom })
  }

  @Test func `the way back is as long, and the date line is no wall`() throws {
    let fiji = MapView(center: Coordinate(latitude: -18, longitude: 178)!, zoom: 9)
    let samoa = MapView(center: Coordinate(latitude: -14, longitude: -172)!, zoom: 9)
    let there = try #require(MapFlight(from: fiji, to: samoa, width: width))
    let back = try #require(MapFlight(from: samoa, to: fiji, width: width))
    #expect(abs(there.length - back.length) < 1e-9)
    let tonga = MapView(center: Coordinate(latitude: -21, longitude: 160)!, zoom: 9)
    #expect(try there.length < #require(MapFlight(from: fiji, to: tonga, width: width)).length)
  }

  @Test func `there is none to what can be seen`() {
    let near = MapView(center: Coordinate(latitude: 46.3, longitude: 8.4)!, zoom: 12)
    #expect(MapFlight(from: alps, to: near, width: width) == nil)
    #expect(MapFlight(from: alps, to: alps, width: width) == nil)
    #expect(MapFlight(from: alps, to: andes, width: 0) == nil)
  }
}
