import Testing
import TravelModel

struct AboutPlaceTests {
  private func text(_ text: String) -> PlaceText {
    PlaceText(
      work: .wikipedia, language: "en", title: "A\nB", text: text,
      pageAddress: "https://example.org/" + String(repeating: "x", count: 5000), coordinate: nil)
  }

  @Test func `texts are bounded and in one paragraph`() {
    let long = text("One\n\u{202E}two " + String(repeating: "x", count: 5000))
    #expect(long.text.count == PlaceText.longest && long.text.hasPrefix("One  two"))
    #expect(long.title == "A B" && long.pageAddress == nil)
  }
}
