import Testing

@testable import PhotoSources

struct JSONTests {
  private func read(_ text: String) -> JSON? { JSON(Array(text.utf8)) }

  @Test func numbersAreReadFromTextsAndTextsFromNumbers() throws {
    let json = try #require(read(#"{"a": "15849", "b": 9234, "c": 1.2, "d": "1.5e2", "e": "x"}"#))
    #expect(json["a"].integer == 15849)
    #expect(json["b"].integer == 9234)
    #expect(json["b"].text == "9234")
    #expect(json["c"].number == 1.2)
    #expect(json["c"].integer == 1)
    #expect(json["d"].number == 150)
    #expect(json["e"].integer == nil)
    #expect(json["missing"]["deeper"].elements.isEmpty)
  }

  @Test func whatIsNoJSONIsNone() {
    for text in ["", "<html>", "{\"a\": [1, 2", "nonsense", "\u{0}"] {
      #expect(read(text) == nil, "\(text)")
    }
  }

  @Test func aBombOfBracketsIsNotRead() {
    #expect(read(String(repeating: "[", count: 1_000_000)) == nil)
    let deep = String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000)
    #expect(read(deep) == nil)
    #expect(read(#"{"brackets in texts": "\#(String(repeating: "[", count: 5000))\""}"#) != nil)
  }

  @Test func numbersBeyondAnyMeaningDoNotTrap() {
    for text in ["1e400", "-1e400", "99999999999999999999999", "1e18", "\"1e30\""] {
      let json = read("{\"n\": \(text)}")
      #expect((json?["n"].integer ?? 0) <= Int.max, "\(text)")
    }
  }
}

struct PlainTextTests {
  @Test(arguments: [
    ("Artist Name", "Artist Name"),
    ("<div class=\"fn value\">\nJona Example</div>", "Jona Example"),
    (
      "<a href=\"//commons.wikimedia.org/wiki/User:A\">A &amp; B</a> from there", "A & B from there"
    ),
    ("Caf&eacute; &#8211; &lt;b&gt; &nbsp;x", "Café – <b> x"),
    (
      "<div class=\"fn\">\n<span><i>Night in N.</i></span><div style=\"display: none;\">label</div></div>",
      "Night in N."
    ),
    ("one<br>two<p>three</p>four<ul><li>five</li><li>six</li></ul>", "one two three four five six"),
    ("<script>alert(1)</script>text<style>p{}</style>", "text"),
    ("<p>unclosed <b>tags", "unclosed tags"),
    ("5 < 6 & 7 > 3", "5 < 6 & 7 > 3"),
    ("\u{202B}مرحبا 🌍\u{202C}", "\u{202B}مرحبا 🌍\u{202C}"),
    ("a\u{0}b\u{7}c\td\n\ne", "a b c d e"),
    ("", ""),
  ])
  func htmlBecomesOneLine(html: String, text: String) {
    #expect(plainText(fromHTML: html) == text)
  }

  @Test func aBombOfTagsEnds() {
    let html = String(repeating: "<div>", count: 50_000) + "x"
    #expect(plainText(fromHTML: html).count <= 1)
  }
}

struct LinkTests {
  @Test func linksOfTheWebAlone() {
    #expect(link("//creativecommons.org/x") == "https://creativecommons.org/x")
    #expect(link("http://example.org") == "http://example.org")
    #expect(link("javascript:alert(1)") == nil)
    #expect(link("file:///etc/passwd") == nil)
    #expect(link("") == nil)
    #expect(link(nil) == nil)
  }

  @Test func whatIsAskedIsAskedSafely() {
    #expect(
      askable("http://farm1.staticflickr.com/1.jpg") == "https://farm1.staticflickr.com/1.jpg")
    #expect(askable("http://127.0.0.1:80/1.jpg") == "http://127.0.0.1:80/1.jpg")
    #expect(askable("ftp://example.org/1.jpg") == nil)
  }
}
