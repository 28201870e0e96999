import TestSupport
import Testing
import TravelModel

@testable import Atlas

struct PlaceCellsTests {
  private static let unitsPerDegree = 10_000.0

  private static func cells(_ places: [Coordinate]) -> PlaceCells {
    PlaceCells(
      places.map { Int32(($0.latitude * unitsPerDegree).rounded()) },
      places.map { Int32(($0.longitude * unitsPerDegree).rounded()) },
      unitsPerDegree: unitsPerDegree)
  }

  /// How far two places are from each other, in degrees of a great circle.
  private static func degrees(_ one: Coordinate, _ other: Coordinate) -> Double {
    one.distance(to: other) / Coordinate.origin.distance(to: Coordinate(latitude: 1, longitude: 0)!)
  }

  @Test func `nothing within a distance is passed over`() {
    var random = SeededNumbers(seed: 7)
    let places = (0..<2_000).map { _ in random.coordinate() }
    let cells = PlaceCellsTests.cells(places)
    let centres =
      (0..<60).map { _ in random.coordinate() } + [
        Coordinate(latitude: 90, longitude: 0)!, Coordinate(latitude: -90, longitude: 10)!,
        Coordinate(latitude: 10, longitude: 179.999)!, Coordinate(latitude: 10, longitude: -180)!,
        Coordinate(latitude: 89.5, longitude: 30)!,
      ]
    for (number, centre) in centres.enumerated() {
      let reach = [0.4, 3, 20, 100, 180][number % 5]
      var seen = [Int](repeating: 0, count: places.count)
      cells.visit(within: reach, of: centre) { seen[$0] += 1 }
      #expect(seen.allSatisfy { $0 <= 1 })
      for (place, times) in zip(places, seen)
      where PlaceCellsTests.degrees(place, centre) < reach - 0.01 {
        #expect(times == 1, "\(place) within \(reach) of \(centre)")
      }
    }
  }

  @Test func `the whole world is every place once`() {
    var random = SeededNumbers(seed: 8)
    let places = (0..<500).map { _ in random.coordinate() }
    var seen: [Int] = []
    PlaceCellsTests.cells(places).visit(
      latitudes: -90...90, longitudes: -180...180
    ) { seen.append($0) }
    #expect(seen.sorted() == Array(places.indices))
  }
}
