import Testing

@testable import PlaceArticles

struct ExcerptTests {
  @Test func `a short text is whole`() {
    #expect(Excerpt.excerpt("The tower is  tall.\n", limit: 100) == "The tower is tall.")
  }

  /// Where a text is cut, by the limit.
  @Test(arguments: [
    (
      "The tower was built in 1889. It is 330 m tall. Many come.", 50,
      "The tower was built in 1889. It is 330 m tall."
    ),
    (
      "St. Stephen's on Mt. Kea was begun by Dr. A. Smith, who lived nearby.", 60,
      "St. Stephen's on Mt. Kea was begun by Dr. A. Smith, who…"
    ),
    (
      "It lies on the U.S. coast of Maine. Ships call here every day.", 45,
      "It lies on the U.S. coast of Maine."
    ),
    (
      "It covers approx. forty hectares. The rest is water.", 40,
      "It covers approx. forty hectares."
    ),
    (
      "He called it “the end of the world.” It is not, say others.", 45,
      "He called it “the end of the world.”"
    ),
    ("京都は日本の都市である。長い歴史がある。寺院が多い。", 22, "京都は日本の都市である。長い歴史がある。"),
    ("What is it? Nobody knows! Some say it is a wall.", 30, "What is it? Nobody knows!"),
  ])
  func `a long text ends with a sentence`(article: String, limit: Int, excerpt: String) {
    #expect(Excerpt.excerpt(article, limit: limit) == excerpt)
  }

  @Test func `gaps of parts that were left out are closed`() {
    #expect(
      Excerpt.excerpt("Kyoto ( ; ) is a city (; Japanese: 京都 ) in Japan , they say .", limit: 100)
        == "Kyoto is a city (Japanese: 京都) in Japan, they say.")
  }

  @Test(arguments: ["", " \n ", "?!", "Mercury may refer to:", "Mercury peut désigner :"])
  func `what says nothing is nothing`(article: String) {
    #expect(Excerpt.excerpt(article, limit: 100) == nil)
  }

  @Test func `markup is not shown`() {
    #expect(
      Excerpt.excerpt("<p>The <b>tower</b> &amp; bridge.</p><script>x()</script>", limit: 100)
        == "The tower & bridge.")
    #expect(Excerpt.excerpt("Width < height > depth.", limit: 100) == "Width < height > depth.")
  }

  @Test func `a huge text without sentences is cut`() {
    let excerpt = Excerpt.excerpt(String(repeating: "word ", count: 2_000_000), limit: 600)
    #expect((500...600).contains(excerpt?.count ?? 0))
    #expect(Excerpt.excerpt(String(repeating: "x", count: 100_000), limit: 600)?.count == 600)
  }
}
