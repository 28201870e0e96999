import TravelModel

/// The time for the map's markers with few and with very many pins.
enum PinBenchmark {
  static func run() throws {
    print("markers of one screen, 1000 x 680, at zoom 2, 5 and 9:")
    var few: [Double] = []
    for count in [100, 1_000, 100_000] {
      let index = PinIndex(pins(count))
      let times = [2.0, 5, 9].map { zoom in time { screen(of: index, zoom: zoom) } }
      if few.isEmpty { few = times }
      let ratios = zip(times, few).map { $0 / $1 }
      print(
        "  \(count) pins: \(milliseconds(times)), \(summary(ratios)) times those of 100; ",
        "one more pin: \(milliseconds([timeToInsert(into: index)]))")
    }
  }

  private static func screen(of index: PinIndex, zoom: Double) {
    let size = MapView(center: .origin, zoom: zoom).worldSize
    let (halfWidth, halfHeight) = ((500 + 256) / size, (340 + 256) / size)
    let found = index.markers(
      x: (0.52 - halfWidth)...(0.52 + halfWidth), y: (0.36 - halfHeight)...(0.36 + halfHeight),
      zoom: zoom)
    precondition(found.count <= index.count * 8)
  }

  private static func timeToInsert(into index: PinIndex) -> Double {
    var index = index
    index.insert(Pin(id: Pin.ID(-1), coordinate: .origin, title: ""))  // Copies it, once.
    return time { index.insert(Pin(id: Pin.ID(-2), coordinate: .origin, title: "")) }
  }

  private static func time(_ work: () -> Void) -> Double {
    let rounds = 20
    let times = (0..<rounds).map { _ in duration(of: work) }
    return times.sorted()[rounds / 2]
  }

  static func pins(_ count: Int) -> [Pin] {
    var state: UInt64 = 42
    func next() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 11) / Double(1 << 53)
    }
    return (0..<count).map {
      Pin(
        id: Pin.ID(Int64($0 + 1)),
        coordinate: Coordinate(latitude: next() * 150 - 70, longitude: next() * 360 - 180)!,
        title: "\($0)")
    }
  }
}
