/// A query to Commons: `action=query` with a list or a generator of what is near, or page numbers.
struct CommonsQuery {
  let query: [String: String]
  let scenario: Scenario
  let server: String
  /// Whether the second version of the format is wanted.
  let isNew: Bool
  /// Whether the search runs out of time.
  let isPartial: Bool

  /// Why a query cannot be answered.
  struct Failure: Error {
    let code: String
    let info: String
    var more: [(String, JSONText)] = []
  }

  /// A photo as it is found near a coordinate.
  struct Hit {
    let photo: WorldPhoto
    let place: Place
    let distance: Double
    let isPrimary: Bool
  }

  init(
    _ query: [String: String], _ scenario: Scenario, server: String, isPartial: Bool = false
  ) {
    self.query = query
    self.scenario = scenario
    self.server = server
    self.isPartial = isPartial
    isNew = query["formatversion"] == "2"
  }

  /// Makes the answer.
  func answer() -> SandboxServer.Answer {
    guard query["format"] == "json" else {
      return .text(
        "<!DOCTYPE html><html><body>MediaWiki API result</body></html>", type: "text/html")
    }
    do {
      return CommonsService.json(try result(), isNew: isNew)
    } catch {
      return CommonsService.json(
        CommonsService.error(error.code, error.info, for: query, more: error.more), isNew: isNew)
    }
  }

  /// How a true value is written, which nothing stands for if it is false in the older format.
  var yes: JSONText { isNew ? .boolean(true) : .text("") }

  /// The values of a parameter.
  func values(_ name: String) -> [String]? {
    query[name]?.split(separator: "|").map(String.init)
  }

  private func result() throws(Failure) -> JSONText {
    guard query["action"] == "query" else {
      throw Failure(
        code: "badvalue", info: "Unrecognized value for parameter \"action\": this is a sandbox.")
    }
    if scenario.has(.abrupt), query["continue"] != nil {
      return .members([("batchcomplete", yes)])
    }
    var warnings: [(String, String)] = []
    if scenario.has(.warnings) {
      warnings.append(("main", "Unrecognized parameter: sandbox."))
    }
    var members: [(String, JSONText)] = []
    var found: [(String, JSONText)] = []
    var continuation: [(String, JSONText)] = []
    if query["list"] == "geosearch" {
      let hits = try search("gs", &warnings)
      found.append(("geosearch", .list(hits.map { listed($0) })))
    }
    if query["generator"] == "search", values("gsrnamespace") == ["6"] {
      if let files = CommonsSearch(self)?.files, !files.isEmpty {
        let pages = CommonsPages(self, files, isGenerated: true)
        found.append(("pages", try pages.pages()))
        continuation = pages.continuation
      }
    } else if query["generator"] == "search" {
      if let articles = CommonsSearch(self)?.articles { found.append(("pages", articles)) }
    } else if query["generator"] == "geosearch" {
      // The generator knows pages, not coordinates: each once, in the order of their numbers.
      let hits = try search("ggs", &warnings)
      let identities = Set(hits.map(\.photo.identity)).sorted()
      if !identities.isEmpty {
        let pages = CommonsPages(self, identities, isGenerated: true)
        found.append(("pages", try pages.pages()))
        continuation = pages.continuation
      }
    } else if let wanted = try pages() {
      let pages = CommonsPages(self, wanted, isGenerated: false)
      found.append(("pages", try pages.pages()))
      continuation = pages.continuation
    }
    if continuation.isEmpty {
      members.append(("batchcomplete", yes))
    } else {
      members.append(("continue", .members(continuation)))
    }
    if !warnings.isEmpty { members.append(("warnings", written(warnings))) }
    if !found.isEmpty { members.append(("query", .members(found))) }
    return .members(members)
  }

  /// Warnings by their modules, or one after the other with what programs know them by.
  private func written(_ warnings: [(module: String, text: String)]) -> JSONText {
    guard query["errorformat"] == "plaintext" else {
      return .members(
        warnings.map { ($0.module, .members([(isNew ? "warnings" : "*", .text($0.text))])) })
    }
    return .list(
      warnings.map { warning in
        // A warning without any words is told by its code alone.
        let code = warning.text.contains(" ") ? "warning" : warning.text
        return .members([
          ("code", .text(code)), ("text", .text(warning.text)), ("module", .text(warning.module)),
        ])
      })
  }

  /// The numbers of the pages that are asked for, by number or by title; nil where none are.
  private func pages() throws(Failure) -> [Int]? {
    if let numbers = values("pageids") { return try identities(numbers) }
    guard let titles = values("titles") else { return nil }
    return titles.compactMap { title in
      WorldPhoto.identity(ofName: String(title.dropFirst("File:".count)), in: scenario)
    }
  }

  private func identities(_ numbers: [String]) throws(Failure) -> [Int] {
    guard numbers.count <= 50 else {
      throw Failure(
        code: "toomanyvalues",
        info: "Too many values supplied for parameter \"pageids\". The limit is 50.",
        more: [
          ("limit", .integer(50)), ("lowlimit", .integer(50)), ("highlimit", .integer(500)),
        ])
    }
    var identities: Set<Int> = []
    for number in numbers {
      guard let identity = Int(number) else {
        throw Failure(
          code: "badinteger",
          info: "Invalid value \"\(number)\" for integer parameter \"pageids\".")
      }
      identities.insert(identity)
    }
    return identities.sorted()
  }

  private func search(
    _ prefix: String, _ warnings: inout [(String, String)]
  ) throws(Failure) -> [Hit] {
    guard let text = query["\(prefix)coord"] else {
      throw Failure(
        code: "missingparam",
        info: "One of the parameters \"\(prefix)coord\", \"\(prefix)page\" and \"\(prefix)bbox\""
          + " is required.")
    }
    let place = try place(text, prefix)
    let radius = try number("\(prefix)radius", usual: 500, in: 10...10_000, &warnings)
    let limit = try number("\(prefix)limit", usual: 10, in: 1...500, &warnings)
    guard values("\(prefix)namespace")?.contains("6") == true else { return [] }
    let primary = query["\(prefix)primary"] ?? "primary"

    let photos = WorldPhoto.photos(of: .commons, near: place, radius: Double(radius), in: scenario)
    var hits: [Hit] = []
    for photo in photos {
      let distance = photo.distance
      if primary != "secondary" {
        hits.append(Hit(photo: photo, place: photo.place, distance: distance, isPrimary: true))
      }
      if scenario.has(.duplicates), primary != "primary", photo.isOne(of: 9, turn: 4) {
        let other = photo.place.place(metres: 20, bearing: 1)
        hits.append(Hit(photo: photo, place: other, distance: distance + 13, isPrimary: false))
      }
    }
    hits = Array(hits.sorted { $0.distance < $1.distance }.prefix(limit))
    if isPartial {
      hits = Array(hits.prefix(hits.count / 2))
      warnings.append(("query+geosearch", "geodata-search-timeout"))
    }
    if scenario.has(.order) { hits.sort { $0.photo.chance < $1.photo.chance } }
    return hits
  }

  private func place(_ text: String, _ prefix: String) throws(Failure) -> Place {
    let numbers = text.split(separator: "|", omittingEmptySubsequences: false).map {
      Double($0) ?? .nan
    }
    guard numbers.count == 2, (-90...90).contains(numbers[0]), (-180...180).contains(numbers[1])
    else {
      throw Failure(code: "invalid-coord", info: "Invalid coordinate provided")
    }
    return Place(latitude: numbers[0], longitude: numbers[1])
  }

  /// The value of a parameter; one that is out of its range is replaced, and a warning says so.
  func number(
    _ name: String, usual: Int, in range: ClosedRange<Int>, _ warnings: inout [(String, String)]
  ) throws(Failure) -> Int {
    guard let text = query[name] else { return usual }
    if text == "max" { return range.upperBound }
    guard let number = Int(text) else {
      throw Failure(
        code: "badinteger", info: "Invalid value \"\(text)\" for integer parameter \"\(name)\".")
    }
    if !range.contains(number) {
      warnings.append(
        (
          name.hasPrefix("co") ? "coordinates" : "geosearch",
          "The value \"\(number)\" for parameter \"\(name)\" must be between \(range.lowerBound)"
            + " and \(range.upperBound)."
        ))
    }
    return min(max(number, range.lowerBound), range.upperBound)
  }

  private func listed(_ hit: Hit) -> JSONText {
    var members: [(String, JSONText)] = [
      ("pageid", .integer(hit.photo.identity)), ("ns", .integer(6)),
      ("title", .text(CommonsPages.title(of: hit.photo))),
      ("lat", .number(hit.place.latitude)), ("lon", .number(hit.place.longitude)),
      ("dist", .number((hit.distance * 10).rounded() / 10)),
    ]
    if isNew {
      members.append(("primary", .boolean(hit.isPrimary)))
    } else if hit.isPrimary {
      members.append(("primary", .text("")))
    }
    for property in values("gsprop") ?? [] {
      switch property {
      case "type": members.append(("type", .text(hit.isPrimary ? "camera" : "object")))
      case "name": members.append(("name", .null))
      case "globe": members.append(("globe", .text("earth")))
      default: break
      }
    }
    return .members(members)
  }
}
