import Testing
import TravelModel

/// Pins on a globe.
struct GlobeClusteringTests {
  private func markers(_ places: [(Double, Double)]) -> [MapMarker] {
    let pins = places.enumerated().map { number, place in
      Pin(
        id: Pin.ID(Int64(number + 1)),
        coordinate: Coordinate(latitude: place.0, longitude: place.1)!, title: "")
    }
    return PinIndex(pins).markers(onGlobeOf: 280, zoom: 1.8)
  }

  @Test func `pins far from each other stand by themselves`() {
    let found = markers([(48, 2), (0, 100), (-30, -60)])
    #expect(found.count == 3)
    #expect(found.allSatisfy { $0.count == 1 })
  }

  @Test func `pins around a pole are one group`() {
    let found = markers((0..<36).map { (84.0, Double($0) * 10 - 180) })
    #expect(found.map(\.count) == [36])
  }

  @Test func `pins on both sides of the date line are one group`() throws {
    let found = markers([(10, 179), (10, -179)])
    #expect(found.map(\.count) == [2])
    let x = try #require(found.first).point.x
    #expect(min(x, 1 - x) < 0.003)
  }

  @Test func `no pin is lost and none is twice`() {
    var seed: UInt64 = 3
    func next(_ range: Double) -> Double {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (Double(seed >> 40) / Double(1 << 24) - 0.5) * range
    }
    let found = markers((0..<5000).map { _ in (next(178), next(360)) })
    #expect(found.reduce(0) { $0 + $1.count } == 5000)
    #expect(Set(found.map(\.id)).count == found.count)
    #expect(found.count < 150)
  }
}
