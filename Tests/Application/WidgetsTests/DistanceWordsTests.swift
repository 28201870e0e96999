import Testing
import Widgets

@MainActor
struct DistanceWordsTests {
  @Test func `a metric distance is in metres and kilometres`() {
    func text(_ metres: Double) -> String { Words.distance(metres: metres, inMiles: false) }
    #expect(text(12.4) == "12\u{A0}m")
    #expect(text(999.4) == "999\u{A0}m")
    #expect(text(999.6) == "1\u{A0}km")
    #expect(text(3_340) == "3.3\u{A0}km")
    #expect(text(16_351_200) == "16,351\u{A0}km")
  }

  @Test func `elsewhere it is in feet and miles`() {
    func text(_ metres: Double) -> String { Words.distance(metres: metres, inMiles: true) }
    #expect(text(100) == "328\u{A0}ft")
    #expect(text(321) == "1,053\u{A0}ft")
    #expect(text(1_000) == "0.6\u{A0}mi")
    #expect(text(1_609.344) == "1\u{A0}mi")
    #expect(text(16_351_200) == "10,160\u{A0}mi")
  }
}
