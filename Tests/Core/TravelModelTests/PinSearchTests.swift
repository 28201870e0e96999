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
}
