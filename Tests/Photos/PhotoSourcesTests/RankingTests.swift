import Foundation
import PhotoSources
import Testing
import TravelModel

struct RankingTests {
  private func candidate(_ id: Int, _ title: String, metres: Double = 100) -> Candidate {
    var candidate = Candidate(id: String(id), title: title)
    candidate.distance = metres
    return candidate
  }

  private func order(_ candidates: [Candidate], first count: Int = .max) -> [String] {
    Ranking(candidates, near: paris, radius: 1000, first: count).all.map(\.id)
  }

  @Test func `a village shows all it has`() {
    let titles = ["Church", "Map of the village", "Church 2", "IMG 0001", ""]
    let village = titles.enumerated().map { candidate($0.offset + 1, $0.element) }
    #expect(Set(order(village, first: 24)).count == 5)
    #expect(order(village).last == "2")
    #expect(order([]).isEmpty && order(village, first: 0).isEmpty)
  }

  @Test func `the best come first and among equals the nearest`() {
    var (lead, featured, quality) = (candidate(1, "A b"), candidate(2, "C d"), candidate(3, "E f"))
    lead.article = "A"
    featured.prize = PhotoMerit(assessments: "quality|featured")
    quality.prize = .quality
    let others = [candidate(10, "G h"), candidate(9, "I j"), candidate(4, "K l", metres: 50)]
    #expect(order(others + [quality, featured, lead]) == ["1", "2", "3", "4", "9", "10"])
  }

  @Test func `one of a subject of a series and of an author comes before the others`() {
    let stems = [candidate(1, "Church 1"), candidate(2, "Church 2"), candidate(3, "Mill")]
    #expect(order(stems) == ["1", "3", "2"])
    var burst = [candidate(1, "DSC1"), candidate(2, "DSC2"), candidate(3, "DSC3")]
    for (index, time) in ["12:00:01", "12:00:40", "12:30:00"].enumerated() {
      burst[index].taken = "2020-05-05 \(time)"
    }
    #expect(order(burst) == ["1", "3", "2"])
    var author = (1...5).map { candidate($0, "\($0) view", metres: Double($0)) }
    for index in 0..<4 { author[index].author = "Ann" }
    author[4].distance = 900
    #expect(order(author) == ["1", "2", "3", "5", "4"])
    var categories = [candidate(1, "A b"), candidate(2, "C d"), candidate(3, "E f")]
    for index in 0..<2 { categories[index].categories = ["Mill", "CC-BY-SA-4.0"] }
    categories[2].categories = ["CC-BY-SA-4.0"]
    #expect(order(categories) == ["1", "3", "2"])
  }

  @Test(arguments: [
    "Paris location map", "Stadtplan Wien", "Škoda 15T 9201", "Tram 4021 in the rain",
    "ISS045-E-12",
    "A history of towns (1885) (14590483229)", "Portrait of a lady", "Sentinel-2 view", "Logo",
    "Coat of arms of X", "Plaque on a wall", "Scan 12", "Герб города",
  ])
  func `what is no picture of a place comes last`(title: String) {
    #expect(order([candidate(1, title, metres: 1), candidate(2, "Church")]) == ["2", "1"])
  }

  @Test(arguments: [
    "Sentinel Dome", "Plan de Corones", "The King’s Arms", "Seal Sands",
    "Tram in Lisbon 2012", "Old mill (14590483229)", "Porta nigra", "Coin de rue",
  ])
  func `names of places are not taken for words of maps and trams`(title: String) {
    #expect(order([candidate(1, title, metres: 1), candidate(2, "Church")]) == ["1", "2"])
  }

  @Test(arguments: ["Portraits of men", "Maps of the city", "Parus major"])
  func `categories tell it too`(category: String) {
    var other = candidate(1, "Parus major 3", metres: 1)
    other.categories = [category]
    #expect(order([other, candidate(2, "Church")]) == ["2", "1"])
  }

  @Test(arguments: [
    ("1889", true), ("circa 1900", true), ("1989-12-31 10:00:00", true), ("1990", false),
    ("1980-01-01 00:00:00", false), ("soon", false), ("12", false),
  ])
  func `old pictures come after the others and before what is none`(taken: String, isOld: Bool) {
    var photo = candidate(1, "A b", metres: 1)
    photo.taken = taken
    let ranking = Ranking(
      [photo, candidate(2, "C d"), candidate(3, "Map")], near: paris, radius: 1000)
    #expect(ranking.all.map(\.id) == (isOld ? ["2", "1", "3"] : ["1", "2", "3"]))
    #expect(ranking.old.map(\.id) == (isOld ? ["1"] : []))
  }

  @Test func `spots are spread also across the date line`() {
    let place = Coordinate(latitude: 0, longitude: 179.9999)!
    let longitudes = [179.9995, 179.9994, 179.9993, -179.9995]
    let photos = longitudes.enumerated().map { index, longitude in
      var photo = candidate(index, "\(index) view")
      photo.author = "\(index)"
      photo.coordinate = Coordinate(latitude: 0, longitude: longitude)
      return photo
    }
    let order = Ranking(photos, near: place, radius: 1000).all.map(\.id)
    #expect(order.prefix(2) == ["0", "3"])
  }

  @Test func `hostile values do no harm`() {
    var odd = candidate(1, String(repeating: "9", count: 10_000), metres: .nan)
    odd.taken = String(repeating: "9999-", count: 1000)
    odd.size = PixelSize(width: .max, height: 1)
    odd.categories = Array(repeating: "", count: 1000)
    odd.interest = .nan
    let photos = [odd, candidate(2, "Church", metres: -.infinity), candidate(3, "")]
    for radius in [0, -1, .infinity, .nan] {
      #expect(Ranking(photos, near: paris, radius: radius).all.count == 3)
    }
  }
}
