import Testing
import TravelModel

@testable import Widgets

@MainActor
struct MapChoiceTests {
  @Test func `a day without pictures is the nearest one that has them`() {
    #expect(MapChoice.day("2010-04-15").text == "2010-04-15")
    #expect(MapChoice.day("1999-12-31").text == "2000-02-24")
    #expect(MapChoice.day("9999-01-01") == MapChoice.day(""))
    #expect(MapChoice.day("2010-02-31") == MapChoice.day(""))
  }
}
