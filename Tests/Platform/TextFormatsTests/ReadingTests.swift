import TestSupport
import Testing

@testable import TextFormats

struct JSONTests {
  private func read(_ text: String) -> JSON? { JSON(Array(text.utf8)) }

  @Test func `numbers are read from texts and texts from numbers`() throws {
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

  @Test func `what is no JSON is none`() {
    for text in ["", "<html>", "{\"a\": [1, 2", "nonsense", "\u{0}"] {
      #expect(read(text) == nil, "\(text)")
    }
  }

  @Test func `a bomb of brackets is not read`() {
    #expect(read(String(repeating: "[", count: 1_000_000)) == nil)
    let deep = String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000)
    #expect(read(deep) == nil)
    #expect(read(#"{"brackets in texts": "\#(String(repeating: "[", count: 5000))\""}"#) != nil)
  }

  /// Ways round a count of brackets that takes for a text what the reader does not.
  @Test(arguments: [#"/*"*/"#, #"['"',"#, "// \"\n", "['\\\"', ", "{'\"': ", "(", "#\"\n", "\u{0}"])
  func aBombBehindWhatIsNoJSONIsNotRead(beginning: String) {
    #expect(read(beginning + String(repeating: "[", count: 200_000)) == nil)
    #expect(read(beginning + String(repeating: "{\"a\":", count: 200_000)) == nil)
  }

  @Test(arguments: [
    "{'a': 1}", "[1,]", "[,1]", "[1 2]", "{\"a\" 1}", "{\"a\": 1,}", "{a: 1}", "{1: 1}", "[01]",
    "[1.]", "[.5]", "[+1]", "[1e]", "[0x10]", "[NaN]", "[Infinity]", "[tru]", "[\"a]",
    "[\"\\u12g4\"]",
    "[\"\\", "[1]]", "[1] 2", "}", "[}", "{]", "\"a\" b", "[1] // end", "-", "[\"\n\"]",
  ])
  func `what is nearly JSON is none`(text: String) { #expect(read(text) == nil) }

  @Test func `all of JSON is read`() throws {
    let text = #"""
      \#u{FEFF} { "a" : [ null , true , false , -0 , 12 , -3.5 , 1E+2 , 2e-1, [ ] , { } ] ,
      "ä\n\t\r\b\f\/\\\"\u00e9" : "\ud83d\uddfc 🗼" , "twice": 1, "twice": 2 }
      """#
    let json = try #require(read(text))
    #expect(
      json["a"].elements == [
        .null, .flag(true), .flag(false), .number(0), .number(12), .number(-3.5), .number(100),
        .number(0.2), .array([]), .object([:]),
      ])
    #expect(json["ä\n\t\r\u{8}\u{C}/\\\"é"].text == "🗼 🗼")
    #expect(json["twice"].integer == 2)
  }

  @Test(arguments: [#"\ud800"#, #"\udfff\ud800"#, #"\ud800\u0041"#, #"\ud83d\"#, #"\u0000"#])
  func `characters that are none are no trouble`(text: String) {
    let json = read("[\"a\(text)b\"]")
    #expect(json == nil || json?.elements.first?.text?.contains("\u{FFFD}") == true)
  }

  @Test func `bytes in any order are read or not`() {
    var numbers = SeededNumbers(seed: 8)
    let pieces = [
      "[", "]", "{", "}", ",", ":", "\"", "'", "\\", "\\u", "d800", "/*", "*/", "//", "\n", " ",
      "1",
      "-", "e9", ".5", "true", "null", "\"a\"", "\u{0}", "é", "(", ")", "[[[[[[[[[[[[[[[[[[[[",
    ].map { Array($0.utf8) }
    var (ordered, random) = (0, 0)
    for _ in 0..<3000 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 0...40, using: &numbers) {
        bytes += pieces.randomElement(using: &numbers)!
      }
      if JSON(bytes) != nil { ordered += 1 }
      for place in bytes.indices where numbers.next() % 5 == 0 {
        bytes[place] = UInt8.random(in: 0...255, using: &numbers)
      }
      if JSON(bytes) != nil { random += 1 }
    }
    #expect(ordered > 5)
    #expect(random > 5)
  }

  @Test(arguments: [
    ("1e400", nil), ("-1e400", nil), ("99999999999999999999999", nil),
    ("1e18", 1_000_000_000_000_000_000), ("\"1e30\"", nil), ("-9223372036854775808", Int.min),
  ])
  func `a number beyond all integers is none`(_ text: String, _ number: Int?) throws {
    let json = try #require(read("{\"n\": \(text)}"))
    #expect(json["n"].integer == number)
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
  func `html becomes one line`(html: String, text: String) {
    #expect(plainText(fromHTML: html) == text)
  }

  @Test func `a bomb of tags ends`() {
    let html = String(repeating: "<div>", count: 50_000) + "x"
    #expect(plainText(fromHTML: html).count <= 1)
  }
}
