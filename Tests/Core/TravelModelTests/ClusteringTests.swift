import Foundation
import TestSupport
import Testing
import TravelModel

struct ClusteringTests {
  private func pins(_ count: Int, seed: UInt64 = 7) -> [Pin] {
    var numbers = SeededNumbers(seed: seed)
    return (1...count).map {
      Pin(
        id: Pin.ID(Int64($0)),
        coordinate: Coordinate(
          latitude: .random(in: -80...80, using: &numbers),
          longitude: .random(in: -180...180, using: &numbers))!,
        title: "\($0)")
    }
  }

  private func world(_ index: PinIndex, zoom: Double) -> [MapMarker] {
    index.markers(x: 0...0.999_999_999, y: 0...1, zoom: zoom)
  }

  @Test(arguments: [0.0, 1, 3.4, 6, 10, 19])
  func `every pin is shown once at every zoom`(zoom: Double) {
    let index = PinIndex(pins(2000))
    let markers = world(index, zoom: zoom)
    // A marker's middle may lie just outside the world that was asked for.
    let around = index.markers(x: -0.5...1.5, y: -0.1...1.1, zoom: zoom)
    #expect(markers.reduce(0) { $0 + $1.count } <= 2000)
    let shown = around.filter { $0.point.x >= 0 && $0.point.x < 1 }.flatMap { index.pins(of: $0) }
    #expect(Set(shown.map(\.id)).count >= shown.count)
    #expect(Set(around.flatMap { index.pins(of: $0) }.map(\.id)).count == 2000)
  }

  @Test func `a pin is in the markers that stand for it, and in no others`() {
    let index = PinIndex(pins(300))
    let markers = world(index, zoom: 2)
    #expect(markers.count > 5)
    for marker in markers {
      let inside = Set(index.pins(of: marker).map(\.id))
      #expect(index.all.allSatisfy { index.isPin($0.id, in: marker) == inside.contains($0.id) })
      #expect(!index.isPin(Pin.ID(301), in: marker))
    }
  }

  @Test func `a lone pin stands exactly where it is`() throws {
    let index = PinIndex(pins(300))
    let alone = world(index, zoom: 12).filter { $0.count == 1 }
    #expect(alone.count > 100)
    for marker in alone {
      let pin = try #require(index.pins(of: marker).first)
      #expect(marker.point == Mercator.project(pin.coordinate))
    }
  }

  /// A marker is drawn this wide and high, in pixels.
  private static let side = 38.0

  @Test(arguments: [2.0, 2.5, 3, 3.49, 4, 4.5, 5.5, 6])
  func `two markers never cover each other`(zoom: Double) {
    let least = ClusteringTests.side / (MapView.tileSize * pow(2, zoom))
    for index in [PinIndex(pins(5000)), PinIndex(pinsInRows(70))] {
      let points = world(index, zoom: zoom).map(\.point)
      let nearest = points.indices.map { number in
        points[(number + 1)...].reduce(1) {
          min($0, max(abs($1.x - points[number].x), abs($1.y - points[number].y)))
        }
      }.min()
      #expect(nearest! >= least)
    }
  }

  /// As many rows of as many pins, all as far from each other.
  private func pinsInRows(_ count: Int) -> [Pin] {
    (0..<count * count).map {
      let place = WorldPoint(
        x: 0.3 + 0.4 * Double($0 % count) / Double(count),
        y: 0.3 + 0.4 * Double($0 / count) / Double(count))
      return Pin(
        id: Pin.ID(Int64($0 + 1)), coordinate: Mercator.coordinate(at: place), title: "\($0)")
    }
  }

  @Test func panningRegroupsNothing() {
    let index = PinIndex(pins(3000))
    let all = Dictionary(
      index.markers(x: 0.2...0.8, y: 0.2...0.8, zoom: 5).map { ($0.id, $0) },
      uniquingKeysWith: { a, _ in a })
    for step in 0..<40 {
      let x = 0.3 + Double(step) * 0.007
      let markers = index.markers(x: x...(x + 0.1), y: 0.4...0.5, zoom: 5)
      #expect(markers.count > 5)
      for marker in markers { #expect(all[marker.id] == marker) }
    }
  }

  @Test func `pins on both sides of the date line are one cluster`() throws {
    let index = PinIndex([
      Pin(id: Pin.ID(1), coordinate: Coordinate(latitude: 0, longitude: 179.99)!, title: "a"),
      Pin(id: Pin.ID(2), coordinate: Coordinate(latitude: 0, longitude: -179.99)!, title: "b"),
    ])
    let markers = index.markers(x: 0.9...1.1, y: 0.4...0.6, zoom: 4)
    #expect(markers.map(\.count) == [2])
    #expect(abs(try #require(markers.first).point.x - 1) < 1e-4)
  }

  @Test func `a wide map shows a pin in every copy of the world`() {
    let index = PinIndex(pins(1))
    let markers = index.markers(x: -1...1.999, y: 0...1, zoom: 1)
    #expect(markers.count == 3)
    #expect(Set(markers.map(\.id)).count == 3)
  }

  @Test func `an index that changes is the index of what it holds`() {
    let all = pins(400)
    var grown = PinIndex(all.prefix(150))
    for pin in all.dropFirst(150) { grown.insert(pin) }
    for pin in all.prefix(50) { grown.remove(pin.id) }
    let made = PinIndex(all.dropFirst(50))
    #expect(grown.count == 350)
    for zoom in [1.0, 5, 9] {
      let (a, b) = (world(grown, zoom: zoom), world(made, zoom: zoom))
      #expect(Set(a.map(\.id)) == Set(b.map(\.id)))
      #expect(a.map(\.count).sorted() == b.map(\.count).sorted())
    }
  }

  @Test func `pins at one spot are inseparable`() {
    let spot = Coordinate(latitude: 10, longitude: 179.999_999_9)!
    let beside = Coordinate(latitude: 10, longitude: -179.999_999_9)!
    #expect(PinIndex.areInseparable([spot, beside]))
    #expect(!PinIndex.areInseparable([spot, Coordinate(latitude: 10, longitude: 179.9)!]))
  }
}
