import Glibc
import Testing
import TravelModel

struct DistanceTests {
  private func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude)!
  }

  @Test func `distances are those on the Earth`() {
    let paris = place(48.8566, 2.3522)
    #expect(abs(paris.distance(to: place(51.5074, -0.1278)) - 343_556) < 100)
    #expect(paris.distance(to: paris) == 0)
    #expect(abs(place(0, 0).distance(to: place(0, -180)) - 20_015_115) < 10)
    #expect(abs(place(0, 179.9999).distance(to: place(0, -179.9999)) - 22.24) < 0.01)
    #expect(abs(place(90, 10).distance(to: place(89.999, -170)) - 111.19) < 0.01)
  }

  @Test(arguments: [
    (0.0, 0.0), (48, 2), (-33, 151), (10, 179.9), (-16, -179.95), (89.9, 40), (-89.95, -120),
    (90, 0), (71, 179.999),
  ]) func `all places within a radius are within its bounds`(latitude: Double, longitude: Double) {
    let middle = place(latitude, longitude)
    for radius in [0.0, 10, 5000, 50_000, 3_000_000] {
      let bounds = middle.bounds(within: radius)
      for step in 0..<72 {
        let angle = Double(step) / 72 * 2 * Double.pi
        for part in [0.0, 0.5, 0.999] {
          let other = moved(middle, by: radius * part, towards: angle)
          guard middle.distance(to: other) <= radius else { continue }
          #expect(bounds.latitudes.contains(other.latitude))
          #expect(bounds.longitudes.contains { $0.contains(other.longitude) })
        }
      }
    }
  }

  @Test func `bounds across the date line are not the whole world`() {
    let bounds = place(-17, 179.9).bounds(within: 50_000)
    #expect(bounds.longitudes.count == 2)
    #expect(!bounds.longitudes.contains { $0.contains(0) })
  }
}

/// The place so many metres away, in a direction from the north.
private func moved(_ place: Coordinate, by metres: Double, towards angle: Double) -> Coordinate {
  let arc = metres / 6_371_008.8
  let latitude = place.latitude * .pi / 180
  let sine = sin(latitude) * cos(arc) + cos(latitude) * sin(arc) * cos(angle)
  let turn = atan2(sin(angle) * sin(arc) * cos(latitude), cos(arc) - sin(latitude) * sine)
  return Coordinate(
    latitude: asin(max(-1, min(1, sine))) * 180 / .pi,
    longitude: place.longitude + turn * 180 / .pi)!
}
