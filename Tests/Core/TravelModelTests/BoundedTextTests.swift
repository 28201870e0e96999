import Testing

@testable import TravelModel

struct BoundedTextTests {
  @Test(arguments: ["", "Eiffel Tower", "Ünïcödé 東京 🗼", "برج إيفل", "e\u{301}", "a\u{200F}b"])
  func `an ordinary text stays as it is`(text: String) {
    #expect(BoundedText.bounded(text, to: 50) == text)
  }

  @Test func `a long text ends with an ellipsis`() {
    let text = BoundedText.bounded(String(repeating: "word ", count: 200_000), to: 20)
    #expect(text == "word word word word…")
  }

  @Test func `characters are counted and not bytes`() {
    let tokyo = String(repeating: "東", count: 20)
    #expect(BoundedText.bounded(tokyo, to: 20) == tokyo)
    #expect(BoundedText.bounded(tokyo + "京", to: 20) == tokyo.dropLast() + "…")
  }

  @Test func `one character of a million accents is cut`() {
    let text = "e" + String(repeating: "\u{301}", count: 1_000_000)
    #expect(BoundedText.bounded(text, to: 20).unicodeScalars.count < 200)
  }

  @Test func `lines and directions are not broken`() {
    #expect(BoundedText.bounded("a\nb\tc\u{2028}d\u{0}e", to: 20) == "a b c d e")
    #expect(BoundedText.bounded("a\u{202E}gpj.exe", to: 20) == "a gpj.exe")
  }

  @Test func `what is told of a photo is bounded wherever it comes from`() {
    let megabyte = String(repeating: "x", count: 1_000_000)
    var photo = PhotoDetails(source: "commons", sourceID: "1", title: megabyte)
    photo.author = megabyte
    photo.license = megabyte
    photo.taken = megabyte
    photo.merit = .leadPicture(of: megabyte)
    photo.pageAddress = "https://example.org/" + megabyte
    photo.imageAddress = "https://example.org/image.jpg"
    #expect(photo.title.count == BoundedText.title)
    #expect(photo.author?.count == BoundedText.name)
    #expect(photo.license?.count == BoundedText.name)
    #expect(photo.taken?.count == BoundedText.name)
    #expect(photo.merit == .leadPicture(of: photo.title))
    #expect(photo.pageAddress == nil)
    #expect(photo.imageAddress == "https://example.org/image.jpg")
    photo.title = megabyte
    #expect(photo.title.count == BoundedText.title)
  }

  @Test func `a pins name is bounded`() {
    let pin = Pin(
      id: Pin.ID(1), coordinate: .origin, title: String(repeating: "x", count: 1_000_000))
    #expect(pin.title.count == BoundedText.title)
  }
}
