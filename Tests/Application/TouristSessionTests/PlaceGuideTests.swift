import TestSupport
import Testing
import TravelModel

@testable import TouristSession

struct PlaceGuideTests {
  @Test func `the nearest of the other pins are found`() async {
    var random = SeededNumbers(seed: 5)
    let pins = (1...2000).map { number in
      Pin(
        id: Pin.ID(Int64(number)),
        coordinate: Coordinate(
          latitude: .random(in: -9...9, using: &random),
          longitude: .random(in: -9...9, using: &random))!, title: "Pin \(number)")
    }
    let found = await PlaceGuide.nearest(to: pins[7], among: PinIndex(pins), count: 3)
    let expected = pins.filter { $0.id != pins[7].id }
      .sorted {
        $0.coordinate.distance(to: pins[7].coordinate)
          < $1.coordinate.distance(to: pins[7].coordinate)
      }.prefix(3)
    #expect(found.map(\.pin) == Array(expected))
    #expect(await PlaceGuide.nearest(to: pins[0], among: PinIndex([pins[0]]), count: 3).isEmpty)
  }

  @Test func `what is farther than a day trip is no neighbour`() async {
    let pins = [0.0, 1, 2, 90].enumerated().map {
      Pin(
        id: Pin.ID(Int64($0)), coordinate: Coordinate(latitude: $1, longitude: 0)!,
        title: "At \($1)°")
    }
    let found = await PlaceGuide.nearest(to: pins[0], among: PinIndex(pins), count: 3)
    #expect(found.map(\.pin.title) == ["At 1.0°"])
  }
}
