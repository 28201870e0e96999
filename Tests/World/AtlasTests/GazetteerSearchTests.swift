import Atlas
import TestSupport
import Testing

struct GazetteerSearchTests {
  let gazetteer = OfflineData.gazetteer
  let cities = OfflineData.cities

  @Test(arguments: SearchCases.all)
  func `the first hit is the one meant`(_ expected: SearchCase) {
    for query in expected.queries {
      let hit = cities.search(query, limit: 5).first
      #expect(hit.map { name(of: $0.city) } == expected.city, "\(query)")
    }
  }

  @Test func `no city is found twice and no more than asked for`() {
    for query in ["s", "san", "a b", "new york", "paris", "北", "france", "de", "st"] {
      for limit in [1, 7, 50, 5000] {
        let hits = cities.search(query, limit: limit)
        #expect(hits.count <= limit)
        #expect(Set(hits.map(\.city)).count == hits.count, "\(query)")
      }
    }
    #expect(cities.search("paris", limit: 0).isEmpty)
    #expect(cities.search("paris", limit: -1).isEmpty)
  }

  @Test func `a hit tells the name by which it was found`() {
    #expect(cities.search("peking", limit: 1).first?.matchedName == "Peking")
    #expect(cities.search("東京", limit: 1).first?.matchedName == "東京")
    #expect(cities.search("koln", limit: 1).first?.matchedName == "Köln")
    #expect(cities.search("bombay", limit: 1).first?.matchedName == "Bombay")
  }

  @Test func `a country narrows the search`() {
    for (query, code) in [
      ("berlin, us", "US"), ("san juan argentina", "AR"), ("victoria, canada", "CA"),
      ("london ontario", "CA"), ("paris texas", "US"), ("paris, tx", "US"),
    ] {
      let hits = cities.search(query, limit: 3)
      #expect(hits.first.map { gazetteer.city($0.city).countryCode } == code, "\(query)")
    }
    let japanese = cities.search("japan", limit: 20)
    #expect(japanese.contains { gazetteer.city($0.city).name == "Tokyo" })
  }

  @Test(arguments: [
    ("portland maine", "Maine"), ("portland, or", "Oregon"), ("springfield illinois", "Illinois"),
    ("salvador bahia", "Bahia"), ("victoria bc", "British Columbia"),
    ("victoria british columbia", "British Columbia"),
    ("newcastle new south wales", "New South Wales"), ("washington dc", "District of Columbia"),
  ])
  func `a province narrows the search`(_ query: String, _ province: String) {
    let hit = cities.search(query, limit: 3).first
    #expect(hit.flatMap { gazetteer.provinceName(of: $0.city) } == province)
  }

  @Test func `what is no city is not half found`() {
    // The second word is passed over, and only what is called by the first alone is found.
    #expect(Set(cities.search("grand qqqqq", limit: 5).map(\.matchedName)) == ["Grand"])
    #expect(cities.search("qqqqq", limit: 5).isEmpty)
  }

  @Test func `every city is found by its own name`() {
    for index in stride(from: 0, to: gazetteer.count, by: 2003) {
      let city = gazetteer.city(index)
      let hits = cities.search("\(city.name)  \(city.countryCode)", limit: 1000)
      #expect(hits.contains { $0.city == index }, "\(city.name)")
    }
  }

  @Test(arguments: [
    "", " ", ",", ",,,,", "\u{0}", "\u{7}\u{1B}[31m", "\u{301}", "\u{301}\u{302}\u{FE0F}", "🌋",
    "👩‍👩‍👧‍👦", "\u{FFFD}", "\u{10FFFF}", "\u{202E}paris", "'", "....", "-", "%s%n", "; DROP TABLE",
    "\u{1100}\u{1161}", "ﷺ", "ﬁ", "İıßẞ", "''''''''", "a,b,c,d", "x x x x x x x x x x x x x x x",
  ])
  func `garbage gets an answer`(_ query: String) {
    for text in [query, "paris" + query, query + "," + query] {
      #expect(cities.search(text, limit: 10).count <= 10)
    }
  }

  @Test func `queries of any length get an answer`() {
    for part in ["a", "a ", "paris ", ",", "東", "\u{301}", "🌋", "e\u{301}", " "] {
      let query = String(repeating: part, count: 10_000)
      #expect(cities.search(query, limit: 10).count <= 10)
    }
  }

  @Test func `random queries get an answer`() {
    var random = SeededNumbers(seed: 7)
    let scalars = Array("aeiounrst ,.'-éßłØ東京МоскαθبدMN\u{301}\u{200D}\u{0}9".unicodeScalars)
    for _ in 0..<100 {
      var query = String.UnicodeScalarView()
      for _ in 0..<random.number(below: 24) {
        query.append(scalars[random.number(below: scalars.count)])
      }
      #expect(cities.search(String(query), limit: 5).count <= 5)
    }
  }

  @Test func `folding keeps what tells names apart`() {
    for (text, folded) in [
      ("São Paulo", "sao paulo"), ("Łódź", "lodz"), ("Tromsø", "tromso"), ("Gießen", "giessen"),
      ("GROẞ", "gross"), ("Þingvellir", "thingvellir"), ("İstanbul", "istanbul"),
      ("Isparta", "isparta"), ("Æbelø", "aebelo"), ("Ho-Chi-Minh", "ho chi minh"),
      ("  a  b ", "a b"), ("D.C.", "dc"), ("Xi’an", "xian"), ("Αθήνα", "αθηνα"),
      ("ΑΘΉΝΑΣ", "αθηνασ"), ("Йошкар", "иошкар"), ("МОСКВА", "москва"), ("e\u{301}", "e"),
      ("Đà Nẵng", "da nang"), ("Ｔｏｋｙｏ", "tokyo"), ("ԵՐԵՎԱՆ", "երեվան"), ("Ķekava", "kekava"),
      ("Ňs", "ns"), ("Źż", "zz"), ("Ӂ", "ж"), ("東京", "東京"), ("サン・パウロ", "さんは\u{309A}うろ"),
      ("ﾘﾖﾝ", "りよん"), ("الإسكندرية", "الاسكندريه"),
      ("\u{0}", ""), ("--", ""), ("🌋", "🌋"),
    ] {
      #expect(String(decoding: Folding.folded(text), as: UTF8.self) == folded, "\(text)")
      #expect(String(decoding: Folding.folded(folded), as: UTF8.self) == folded, "\(text)")
    }
  }

  private func name(of index: Int) -> String {
    let city = gazetteer.city(index)
    return "\(city.name) \(city.countryCode)"
  }
}
