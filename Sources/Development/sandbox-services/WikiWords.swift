import Glibc

/// The first sentences of the articles that a search near a place finds:
/// `generator=search&prop=coordinates|extracts`.
struct WikiWords {
  private let query: [String: String]
  private let scenario: Scenario
  private let work: String
  private let circle: (radius: Double, centre: Place)

  /// Articles stand at the corners of a net, so many in a degree; at some of them are towns.
  private static let (net, townNet) = (100, 10)
  /// The farthest of them in each direction that are looked at.
  private static let reach = 12

  /// Makes the answer to a query; nil for one that asks for no texts.
  init?(_ query: [String: String], _ scenario: Scenario, of work: String) {
    guard query["generator"] == "search", query["prop"]?.contains("extracts") == true,
      let circle = CommonsSearch.circle(in: query["gsrsearch"] ?? "")
    else { return nil }
    self.query = query
    self.scenario = scenario
    self.work = work
    self.circle = circle
  }

  func answer() -> SandboxServer.Answer {
    let limit = min(scenario.articles, query["gsrlimit"].flatMap { Int($0) } ?? 10)
    let found = articles.prefix(limit).enumerated().map { page($1, index: $0 + 1) }
    var members: [(String, JSONText)] = [("batchcomplete", .boolean(true))]
    if !found.isEmpty {
      // In the order of their numbers, as the service has them.
      let pages = found.sorted { $0.number < $1.number }
      let list: JSONText =
        scenario.has(.object)
        ? .members(pages.map { (String($0.number), $0.page) }) : .list(pages.map(\.page))
      members.append(("query", .members([("pages", list)])))
    }
    return CommonsService.json(.members(members), isNew: query["formatversion"] == "2")
  }

  private struct Article {
    let row: Int
    let column: Int
    let isTown: Bool
    let place: Place
    var chance: UInt64 {
      Dice.roll(UInt64(bitPattern: Int64(row)), UInt64(bitPattern: Int64(column)))
    }
  }

  /// The best known first: towns, and then by chance.
  ///
  /// Guides are written of towns alone.
  private var articles: [Article] {
    let near = nodes(WikiWords.townNet, areTowns: true)
    guard work == "wikipedia" else { return near }
    let sights = nodes(WikiWords.net, areTowns: false).sorted { $0.chance < $1.chance }
    return near + sights
  }

  private func nodes(_ net: Int, areTowns: Bool) -> [Article] {
    let centre = circle.centre
    let row = Int((centre.latitude * Double(net)).rounded())
    let column = Int((centre.longitude * Double(net)).rounded())
    var found: [Article] = []
    for row in row - WikiWords.reach...row + WikiWords.reach {
      for column in column - WikiWords.reach...column + WikiWords.reach {
        let place = Place(
          latitude: Double(row) / Double(net), longitude: Double(column) / Double(net))
        guard WikiWords.metres(from: place, to: centre) <= circle.radius else { continue }
        found.append(Article(row: row, column: column, isTown: areTowns, place: place))
      }
    }
    return found
  }

  private static func metres(from a: Place, to b: Place) -> Double {
    let north = (a.latitude - b.latitude) * 111_195
    let east = (a.longitude - b.longitude) * 111_195 * cos(b.latitude * .pi / 180)
    return (north * north + east * east).squareRoot()
  }

  private func page(_ article: Article, index: Int) -> (number: Int, page: JSONText) {
    let number = 900_000 + abs(article.row % 1000) * 1000 + abs(article.column % 1000)
    let title = title(of: article)
    var point: [(String, JSONText)] = [
      ("lat", .number(article.place.latitude)), ("lon", .number(article.place.longitude)),
      ("primary", .boolean(true)), ("globe", .text("earth")),
      ("type", .text(article.isTown ? "city" : "landmark")),
      ("dim", .integer(article.isTown ? 5000 : 200)),
    ]
    var members: [(String, JSONText)] = [
      ("pageid", .integer(number)), ("ns", .integer(0)), ("title", .text(title)),
      ("index", .integer(index)),
    ]
    if scenario.has(.hollow) {
      switch index % 4 {
      case 0: members.append(("extract", .text("\(title) may refer to:")))
      case 1:
        members.append(("extract", .text("It is one of several.")))
        members.append(("pageprops", .members([("disambiguation", .text(""))])))
      case 2: members.append(("extract", .list([.integer(7)])))
      default:
        members.append(("extract", .text("A crater of the Moon, named after a sandbox.")))
        point[3].1 = .text("moon")
      }
    } else {
      members.append(("extract", .text(text(of: article, called: title))))
      let detail: JSONText =
        scenario.has(.numbers)
        ? .integer(index) : .text(article.isTown ? "town in the sandbox" : "sight in the sandbox")
      members.append(("description", detail))
    }
    members.append(("coordinates", .list([.members(point)])))
    let name = String(title.map { $0 == " " ? "_" : $0 })
    members.append(("fullurl", .text("https://en.\(work).org/wiki/\(name)")))
    return (number, .members(members))
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
