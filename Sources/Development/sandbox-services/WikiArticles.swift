import TravelModel

/// Answers with the first sentences of articles that a search near a place finds:
/// `generator=search&prop=coordinates|extracts`.
struct WikiArticles {
  private let query: [String: String]
  private let scenario: Scenario
  private let work: String
  private let circle: Circle

  /// Articles are about points of a net with this many per degree; the second net has towns.
  private static let (net, townNet) = (100, 10)
  /// How many points of the net are searched in each direction.
  private static let reach = 12

  /// Prepares the answer to a query; nil if it does not ask for texts.
  init?(_ query: [String: String], _ scenario: Scenario, of work: String) {
    guard query["generator"] == "search", query["prop"]?.contains("extracts") == true,
      let circle = Circle(in: query["gsrsearch"] ?? "")
    else { return nil }
    self.query = query
    self.scenario = scenario
    self.work = work
    self.circle = circle
  }

  func answer() -> SandboxServer.Answer {
    let limit = min(scenario.articles, query["gsrlimit"].flatMap { Int($0) } ?? 10)
    let found = articles.prefix(limit).enumerated().map { page($1, index: $0 + 1) }
    var result: [String: Any] = ["batchcomplete": true]
    if !found.isEmpty {
      // In the order of page numbers, as the real service sorts them.
      let pages = found.sorted { $0.number < $1.number }
      result["query"] = ["pages": CommonsQuery.list(pages, scenario)]
    }
    return .json(result)
  }

  private struct Article {
    let row: Int
    let column: Int
    let isTown: Bool
    let place: Coordinate
    var chance: UInt64 {
      Dice.roll(UInt64(bitPattern: Int64(row)), UInt64(bitPattern: Int64(column)))
    }
  }

  /// The articles, the best known first: towns, then others at random.
  ///
  /// Wikivoyage has articles about towns only.
  private var articles: [Article] {
    let near = nodes(WikiArticles.townNet, areTowns: true)
    guard work == "wikipedia" else { return near }
    let sights = nodes(WikiArticles.net, areTowns: false).sorted { $0.chance < $1.chance }
    return near + sights
  }

  private func nodes(_ net: Int, areTowns: Bool) -> [Article] {
    let centre = circle.centre
    let row = Int((centre.latitude * Double(net)).rounded())
    let column = Int((centre.longitude * Double(net)).rounded())
    var found: [Article] = []
    for row in row - WikiArticles.reach...row + WikiArticles.reach {
      for column in column - WikiArticles.reach...column + WikiArticles.reach {
        let place = Coordinate(
          latitude: Double(row) / Double(net), longitude: Double(column) / Double(net))!
        guard circle.contains(place) else { continue }
        found.append(Article(row: row, column: column, isTown: areTowns, place: place))
      }
    }
    return found
  }

  private func page(_ article: Article, index: Int) -> (number: Int, page: [String: Any]) {
    let number = 900_000 + abs(article.row % 1000) * 1000 + abs(article.column % 1000)
    let title = title(of: article)
    var point: [String: Any] = [
      "lat": article.place.latitude, "lon": article.place.longitude, "primary": true,
      "globe": "earth", "type": article.isTown ? "city" : "landmark",
      "dim": article.isTown ? 5000 : 200,
    ]
    var page: [String: Any] = [
      "pageid": number, "ns": 0, "title": title, "index": index,
      "fullurl": "https://en.\(work).org/wiki/\(title.replacing(" ", with: "_"))",
    ]
    switch scenario.has(.hollow) ? index % 4 : nil {
    case nil:
      page["extract"] = text(of: article, called: title)
      page["description"] =
        scenario.has(.numbers)
        ? index : article.isTown ? "town in the sandbox" : "sight in the sandbox"
    case 0: page["extract"] = "\(title) may refer to:"
    case 1:
      page["extract"] = "It is one of several."
      page["pageprops"] = ["disambiguation": ""]
    case 2: page["extract"] = [7]
    default:
      page["extract"] = "A crater of the Moon, named after a sandbox."
      point["globe"] = "moon"
    }
    page["coordinates"] = [point]
    return (number, page)
  }

  private func title(of article: Article) -> String {
    let roll = article.chance
    if scenario.has(.titles), !article.isTown, roll % 3 == 0 { return "ארמון החול \(roll % 1000)" }
    if article.isTown {
      let names = ["Sandbury", "Dunwick", "Shoveltown", "Castle Grove"]
      return names[Int(roll % UInt64(names.count))]
    }
    let first = ["Old", "Great", "White", "Upper", "Royal", "Little"]
    let second = ["Bridge", "Market Hall", "Lighthouse", "Mill", "Tower", "Garden", "Abbey"]
    return first[Int(roll % UInt64(first.count))] + " "
      + second[Int(roll / 7 % UInt64(second.count))]
  }

  private func text(of article: Article, called title: String) -> String {
    if scenario.has(.titles), article.isTown {
      return "העיירה \(title) שוכנת בין הדיונות. יש בה שוק, מגדל ושלושה גשרים."
    }
    if work == "wikivoyage" {
      return "\(title) is best seen on foot. Come in spring, when the dunes are in flower."
    }
    let plain =
      article.isTown
      ? "\(title) ( ; ) is a town of the sandbox, founded in 1889 by A. B. Shovel. It lies between"
        + " the dunes, and is known for its market, held on Mt. Bucket every Saturday."
      : "\(title) is one of the sights of the sandbox. It was built of nothing but sand."
    guard scenario.has(.html) else { return plain }
    return "<p><b>\(title)</b> &amp; <span style=\"display:none\">hidden</span>"
      + "<script>alert(1)</script>\u{202E}\(plain)</p>"
      + String(repeating: " More of it.", count: 5000)
  }
}
