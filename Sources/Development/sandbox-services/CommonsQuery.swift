import SampleCity
import TravelModel

/// A query to Commons or Wikipedia in the program's form, which is the newer format of MediaWiki.
///
/// It asks for a list of files near a place, for the results of a search, or for pages.
struct CommonsQuery {
  let query: [String: String]
  let scenario: Scenario
  let server: String
  /// Whether the search is to run out of time.
  let isPartial: Bool

  /// The error of a query that is refused, by MediaWiki's code.
  private struct Refusal: Error { let code: String }

  func answer() -> SandboxServer.Answer {
    do {
      return .json(try result())
    } catch {
      return CommonsService.error(error.code)
    }
  }

  private func result() throws(Refusal) -> [String: Any] {
    if query["action"] == "wbgetentities" { return try statements() }
    var result: [String: Any] = ["batchcomplete": true]
    if scenario.has(.abrupt), query["iicontinue"] != nil { return result }
    var warnings = scenario.has(.warnings) ? ["Unrecognized parameter: sandbox."] : []
    if isPartial { warnings.append("geodata-search-timeout") }
    if !warnings.isEmpty {
      result["warnings"] = warnings.map { ["code": $0, "text": $0, "module": "main"] }
    }
    if query["list"] == "geosearch" {
      result["query"] = ["geosearch": try nearby()]
    } else if query["list"] == "search" {
      result["query"] = ["search": try filesOfCategory()]
    } else if query["list"] == "categorymembers" {
      result["query"] = ["categorymembers": [Any]()]
    } else if query["gsrnamespace"] == "0" {
      let articles = try articles()
      if !articles.isEmpty { result["query"] = ["pages": articles] }
    } else {
      let wanted = query["generator"] == "search" ? try foundFiles() : try pages()
      if !wanted.isEmpty { try add(wanted, to: &result) }
    }
    return result
  }

  private func values(_ name: String) -> [Substring] { query[name]?.split(separator: "|") ?? [] }

  /// The numbers of the requested pages, which are named by number or by title.
  private func pages() throws(Refusal) -> [Int] {
    let numbers = values("pageids")
    guard numbers.count <= 50 else { throw Refusal(code: "toomanyvalues") }
    if !numbers.isEmpty { return Set(numbers.compactMap { Int($0) }).sorted() }
    return values("titles").compactMap {
      WorldPhoto.identity(ofName: String($0.dropFirst("File:".count)), in: scenario)
    }
  }

  /// Adds the pages and, if not all fit, the parameters that request the rest.
  private func add(_ identities: [Int], to result: inout [String: Any]) throws(Refusal) {
    let photos = identities.map { WorldPhoto($0, of: .commons, in: scenario) }
    let there = photos.filter { !isMissing($0) }
    // The most smaller images that are made for one answer.
    let limit = scenario.has(.continue) ? 20 : 50
    var start = 0
    if let mark = query["iicontinue"] {
      guard let index = there.firstIndex(where: { $0.fileName == mark }) else {
        throw Refusal(code: "badcontinue")
      }
      start = index
    }
    let withImages = Set(there[start...].prefix(limit).map(\.identity))
    let width = query["iiurlwidth"].flatMap { Int($0) } ?? 0
    var pages = photos.map { photo in
      var page: [String: Any] = ["pageid": photo.identity, "ns": 6, "title": photo.pageTitle]
      if isMissing(photo) {
        page["missing"] = true
      } else if start == 0 {
        let place = photo.place
        page["coordinates"] = [
          ["lat": place.latitude, "lon": place.longitude, "primary": true, "globe": "earth"]
        ]
      }
      if withImages.contains(photo.identity) {
        page["imageinfo"] = [CommonsMedia(photo, width: width, server: server).information]
      }
      if let width = query["pithumbsize"].flatMap({ Int($0) }) {
        let media = CommonsMedia(photo, width: width, server: server)
        page["thumbnail"] = ["source": media.information["thumburl"] ?? "", "width": width]
      }
      return (number: photo.identity, page: page)
    }
    if scenario.has(.minusone) {
      pages.insert((-1, ["ns": 6, "title": "File:Nothing.jpg", "missing": true]), at: 0)
    }
    if scenario.has(.order) {
      pages.sort { Dice.number(of: "\($0.number)") < Dice.number(of: "\($1.number)") }
    }
    result["query"] = ["pages": CommonsQuery.list(pages, scenario)]
    guard start + limit < there.count else { return }
    result["batchcomplete"] = nil
    result["continue"] = ["iicontinue": there[start + limit].fileName, "continue": "||coordinates"]
  }

  static func list(_ pages: [(number: Int, page: [String: Any])], _ scenario: Scenario) -> Any {
    guard scenario.has(.object) else { return pages.map(\.page) }
    return Dictionary(uniqueKeysWithValues: pages.map { (String($0.number), $0.page) })
  }

  private func isMissing(_ photo: WorldPhoto) -> Bool {
    !photo.exists || (scenario.has(.missing) && photo.isOne(of: 10, turn: 7))
  }

  /// The photos around a place; with some quirks, some are listed twice.
  private func nearby() throws(Refusal) -> [[String: Any]] {
    let numbers = values("gscoord").compactMap { Double($0) }
    guard numbers.count == 2, let radius = query["gsradius"].flatMap({ Double($0) }),
      (10...10_000).contains(radius), let limit = query["gslimit"].flatMap({ Int($0) }),
      (1...500).contains(limit),
      let place = Coordinate(latitude: numbers[0], longitude: numbers[1])
    else { throw Refusal(code: "invalid-coord") }
    let photos = WorldPhoto.photos(of: .commons, near: place, radius: radius, in: scenario)
    var hits = photos.map { (photo: $0, place: $0.place, distance: $0.distance) }
    if scenario.has(.duplicates) {
      hits += photos.filter { $0.isOne(of: 9, turn: 4) }
        .map { ($0, $0.place.moved(east: 17, north: 11), $0.distance + 13) }
    }
    hits = Array(hits.sorted { $0.distance < $1.distance }.prefix(limit))
    if isPartial { hits = Array(hits.prefix(hits.count / 2)) }
    if scenario.has(.order) { hits.sort { $0.photo.chance < $1.photo.chance } }
    return hits.map { photo, place, distance in
      [
        "pageid": photo.identity, "ns": 6, "title": photo.pageTitle, "lat": place.latitude,
        "lon": place.longitude, "dist": (distance * 10).rounded() / 10,
      ]
    }
  }

  /// The searched circle, and the most results wanted.
  private func search() throws(Refusal) -> (circle: Circle, limit: Int) {
    guard let circle = Circle(in: query["gsrsearch"] ?? ""),
      let limit = query["gsrlimit"].flatMap({ Int($0) })
    else { throw Refusal(code: "missingparam") }
    return (circle, limit)
  }

  /// The page numbers of files around a place or, where those are asked for, only of files in the
  /// categories of distinguished pictures, which only a city has.
  private func foundFiles() throws(Refusal) -> [Int] {
    // None of a category was prized.
    guard let words = query["gsrsearch"], words.contains("nearcoord:") else { return [] }
    let (circle, limit) = try search()
    let arePrized = words.contains("incategory:")
    guard scenario.isCity else {
      let photos = WorldPhoto.photos(
        of: .commons, near: circle.centre, radius: circle.radius, in: scenario)
      return arePrized ? [] : photos.prefix(limit).map(\.identity)
    }
    func isPrized(_ file: CityFile) -> Bool { file.assessments.contains { $0 != "potd" } }
    let files = CityWorld.city(of: scenario).files.filter {
      circle.contains($0.coordinate) && (!arePrized || isPrized($0))
    }
    // The real service sorts by a relevance of its own, which no client can foresee; it puts those
    // that are distinguished before others.
    func place(_ file: CityFile) -> (Int, UInt64) {
      (isPrized(file) ? 0 : 1, Dice.roll(scenario.seed, UInt64(file.index)))
    }
    return files.sorted { place($0) < place($1) }.prefix(limit).map(CityWorld.identity(of:))
  }

  /// What is said of files by statements: of some, in which direction they look.
  private func statements() throws(Refusal) -> [String: Any] {
    let names = values("ids").map(String.init)
    guard names.count <= 50 else { throw Refusal(code: "toomanyvalues") }
    var entities: [String: Any] = [:]
    for name in names {
      guard scenario.hasHeadings, let number = Int(name.dropFirst()), number % 3 == 0 else {
        entities[name] = ["id": name, "missing": ""]
        continue
      }
      let amount = ["amount": "+\(number % 360)", "unit": "http://www.wikidata.org/entity/Q28390"]
      let heading: [String: Any] = [
        "snaktype": "value", "property": "P7787",
        "datavalue": ["value": amount, "type": "quantity"] as [String: Any],
      ]
      let place: [String: Any] = [
        "mainsnak": ["snaktype": "somevalue", "property": "P1259"], "type": "statement",
        "qualifiers": ["P7787": [heading]], "rank": "normal",
      ]
      entities[name] = ["type": "mediainfo", "id": name, "statements": ["P1259": [place]]]
    }
    return ["entities": entities, "success": 1]
  }

  /// The files of a category, which lie around some place that follows from its name.
  private func filesOfCategory() throws(Refusal) -> [[String: Any]] {
    guard let name = query["srsearch"]?.firstMatch(of: /incategory:"([^"|]+)/),
      let limit = query["srlimit"].flatMap({ Int($0) }), (1...500).contains(limit)
    else { throw Refusal(code: "missingparam") }
    let chance = Dice.number(of: String(name.1))
    let place = Coordinate(
      latitude: Double(chance % 120) - 60, longitude: Double(chance / 120 % 360) - 180)!
    let photos = WorldPhoto.photos(of: .commons, near: place, radius: .infinity, in: scenario)
    return photos.prefix(limit).map {
      ["ns": 6, "title": $0.pageTitle, "pageid": $0.identity]
    }
  }

  /// The articles with their lead pictures; empty if the scenario has no city.
  private func articles() throws(Refusal) -> [[String: Any]] {
    let (circle, limit) = try search()
    guard scenario.isCity else { return [] }
    let city = CityWorld.city(of: scenario)
    let articles = city.articles.filter { circle.contains($0.coordinate) }.prefix(limit)
    return articles.enumerated().map { index, article in
      [
        "pageid": 700 + index, "ns": 0, "title": article.title, "index": index + 1,
        "pageimage": "\(city.files[article.lead].name.replacing(" ", with: "_")).jpg",
      ]
    }
  }
}

/// The circle of the search term `nearcoord:1000m,LATITUDE,LONGITUDE`.
struct Circle {
  let radius: Double
  let centre: Coordinate

  init?(in words: String) {
    guard let found = words.firstMatch(of: /nearcoord:(\d+)m,([-\d.]+),([-\d.]+)/),
      let radius = Double(found.1), let latitude = Double(found.2),
      let longitude = Double(found.3),
      let centre = Coordinate(latitude: latitude, longitude: longitude)
    else { return nil }
    (self.radius, self.centre) = (radius, centre)
  }

  func contains(_ place: Coordinate) -> Bool { place.distance(to: centre) <= radius }
}

extension WorldPhoto {
  var pageTitle: String { "File:\(title).\(CommonsMedia.media(of: self).ending)" }

  var fileName: String {
    String(pageTitle.dropFirst("File:".count)).replacing(" ", with: "_")
  }
}
