import Testing

@testable import Travels

struct ShownTextTests {
  @Test(arguments: ["", "Eiffel Tower", "Ünïcödé 東京 🗼", "برج إيفل", "e\u{301}", "a\u{200F}b"])
  func anOrdinaryTextStaysAsItIs(text: String) {
    #expect(ShownText.bounded(text, to: 50) == text)
  }

  @Test func aLongTextEndsWithAnEllipsis() {
    let text = ShownText.bounded(String(repeating: "word ", count: 200_000), to: 20)
    #expect(text == "word word word word…")
  }

  @Test func charactersAreCountedAndNotBytes() {
    let tokyo = String(repeating: "東", count: 20)
    #expect(ShownText.bounded(tokyo, to: 20) == tokyo)
    #expect(ShownText.bounded(tokyo + "京", to: 20) == tokyo.dropLast() + "…")
  }

  @Test func oneCharacterOfAMillionAccentsIsCut() {
    let text = "e" + String(repeating: "\u{301}", count: 1_000_000)
    #expect(ShownText.bounded(text, to: 20).unicodeScalars.count < 200)
  }

  @Test func linesAndDirectionsAreNotBroken() {
    #expect(ShownText.bounded("a\nb\tc\u{2028}d\u{0}e", to: 20) == "a b c d e")
    #expect(ShownText.bounded("a\u{202E}gpj.exe", to: 20) == "a gpj.exe")
  }

  @Test func whatIsToldOfAPhotoIsBoundedWhereverItComesFrom() {
    let megabyte = String(repeating: "x", count: 1_000_000)
    var photo = PhotoDetails(source: "commons", sourceID: "1", title: megabyte)
    photo.author = megabyte
    photo.license = megabyte
    photo.taken = megabyte
    photo.pageAddress = "https://example.org/" + megabyte
    photo.imageAddress = "https://example.org/image.jpg"
    #expect(photo.title.count == ShownText.title)
    #expect(photo.author?.count == ShownText.name)
    #expect(photo.license?.count == ShownText.name)
    #expect(photo.taken?.count == ShownText.name)
    #expect(photo.pageAddress == nil)
    #expect(photo.imageAddress == "https://example.org/image.jpg")
    photo.title = megabyte
    #expect(photo.title.count == ShownText.title)
  }

  @Test func aPinsNameIsBounded() {
    let pin = Pin(
      id: Pin.ID(1), coordinate: .origin, title: String(repeating: "x", count: 1_000_000))
    #expect(pin.title.count == ShownText.title)
  }
}
