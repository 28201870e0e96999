import Testing
import TravelModel

struct PinSearchTests {
  private let index = PinIndex(
    ["Kyoto, Japan", "12 km north of Kyoto, Japan", "Köln, Germany", "Kyoto, Japan"].enumerated()
      .map {
        Pin(id: Pin.ID(Int64($0.offset)), coordinate: .origin, title: $0.element)
      })

  private func found(_ text: String, limit: Int = 9) -> [Int64] {
    index.titled(like: text, limit: limit).map(\.id.number)
  }

  @Test func `titles are found by their words the newest first`() {
    #expect(found("kyoto") == [3, 0, 1])
    #expect(found("JAPAN, kyo") == [3, 1, 0])
    #expect(found("km north") == [1])
    #expect(found("kyoto germany") == [])
    #expect(found("kyoto", limit: 1) == [3])
    #expect(found("  ") == [])
  }

  @Test func `what does not count is left to the caller`() {
    let found = index.titled(like: "koln", limit: 5) {
      $0.lowercased().replacing("ö", with: "o")
    }
    #expect(found.map(\.id.number) == [2])
  }

  @Test(arguments: [(0.0, 0.0), (48.85, 2.29), (-16.8, 180), (78.2, -179.99999), (90, 0), (-90, 7)])
  func `pins within so many metres of a place are found`(latitude: Double, longitude: Double) {
    let place = Coordinate(latitude: latitude, longitude: longitude)!
    let frame = SphereFrame(center: place)
    func around(_ metres: Double) -> [Coordinate] {
      stride(from: 0.0, to: 360, by: 15).map {
        frame.coordinate(bearing: $0, distance: metres / Coordinate.earthRadius)
      }
    }
    let (near, far) = (around(9), around(11))
    let pins = (near + far + [place]).enumerated().map {
      Pin(id: Pin.ID(Int64($0.offset)), coordinate: $0.element, title: "")
    }
    let found = Set(PinIndex(pins).pins(within: 10, of: place).map(\.coordinate))
    #expect(found == Set(near + [place]))
  }
}
