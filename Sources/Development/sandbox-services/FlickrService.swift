import GLibBridge

/// Photos near places as Flickr lists them, at `/flickr/OPTIONS/rest/`.
enum FlickrService {
  /// The one key that is valid.
  static let key = "sandbox-key"

  static func install(on server: SandboxServer) {
    server.serve("/flickr") { (exchange: Exchange) in
      APIAnswering.answer(exchange, endpoint: "rest", error: failed) { scenario in
        FlickrQuery(exchange.request.query, scenario, server: server.address).answer()
      }
    }
  }

  /// Says that a query failed; the status is 200 all the same.
  static func fail(_ code: Int, _ message: String) -> JSONText {
    .members([
      ("stat", .text("fail")), ("code", .integer(code)), ("message", .text(message)),
    ])
  }

  private static func failed(_ failure: APIFailure, _ request: Request) -> SandboxServer.Answer {
    let busy = "Sorry, the Flickr API service is not currently available."
    switch failure {
    case .ratelimited: return .tooManyRequests(retryAfter: 1)
    case .badkey:
      return .text(
        fail(100, "Invalid API Key (Key has expired)").written(), type: "application/json")
    case .error201:
      // The number is not always the same, only the message is.
      let code = Dice.number(of: request.address) % 2 == 0 ? 0 : 201
      return .text(fail(code, busy).written(), type: "application/json")
    default:
      return .text(fail(105, "Service currently unavailable").written(), type: "application/json")
    }
  }
}

/// A query to Flickr.
struct FlickrQuery {
  private let query: [String: String]
  private let scenario: Scenario
  private let server: String
  /// How many photos of any query are different ones.
  private static let distinct = 4000

  init(_ query: [String: String], _ scenario: Scenario, server: String) {
    self.query = query
    self.scenario = scenario
    self.server = server
  }

  /// Makes the answer.
  func answer() -> SandboxServer.Answer {
    guard query["format"] == "json" else {
      return .text(
        "<?xml version=\"1.0\" encoding=\"utf-8\" ?>\n<rsp stat=\"ok\"></rsp>", type: "text/xml")
    }
    let text = result().written(asPHP: scenario.has(.escapes))
    if query["nojsoncallback"] == "1" {
      return .text(text, type: "application/json")
    }
    return .text("jsonFlickrApi(\(text))", type: "text/javascript; charset=utf-8")
  }

  private func result() -> JSONText {
    guard query["api_key"] == FlickrService.key else {
      return FlickrService.fail(100, "Invalid API Key (Key has invalid format)")
    }
    guard query["method"] == "flickr.photos.search" else {
      return FlickrService.fail(112, "Method \"\(query["method"] ?? "")\" not found")
    }
    guard let area else {
      return FlickrService.fail(3, "Parameterless searches have been disabled")
    }
    // Without anything that limits it, a query is about the last twelve hours, when nobody came here.
    let limits = ["min_taken_date", "min_upload_date", "tags", "text", "user_id"]
    let isLimited = limits.contains { query[$0]?.isEmpty == false }
    let photos =
      isLimited
      ? WorldPhoto.photos(of: .flickr, near: area.place, radius: area.radius, in: scenario) : []
    return listed(photos)
  }

  /// Where photos are wanted: around a coordinate, or in a box, which is taken for a circle.
  private var area: (place: Place, radius: Double)? {
    if let corners = query["bbox"]?.split(separator: ",").compactMap({ Double($0) }),
      corners.count == 4
    {
      let place = Place(
        latitude: (corners[1] + corners[3]) / 2, longitude: (corners[0] + corners[2]) / 2)
      return (place, (corners[3] - corners[1]) / 2 * 111_195)
    }
    guard let latitude = query["lat"].flatMap({ Double($0) }), (-90...90).contains(latitude),
      let longitude = query["lon"].flatMap({ Double($0) }), (-180...180).contains(longitude)
    else { return nil }
    let unit = query["radius_units"] == "mi" ? 1609.344 : 1000
    let radius = query["radius"].flatMap { Double($0) } ?? 5
    return (Place(latitude: latitude, longitude: longitude), min(radius * unit, 32_000))
  }

  private func listed(_ photos: [WorldPhoto]) -> JSONText {
    let perPage = min(max(query["per_page"].flatMap { Int($0) } ?? 100, 1), 250)
    let page = max(1, query["page"].flatMap { Int($0) } ?? 1)
    let pages = (photos.count + perPage - 1) / perPage
    // Later pages repeat the last of those that differ.
    let last = max(1, FlickrQuery.distinct / perPage)
    var start = (min(page, last) - 1) * perPage
    if scenario.has(.unstable), page > 1 { start = max(0, start - perPage / 5) }
    let shown = start < photos.count ? Array(photos[start...].prefix(perPage)) : []

    let isMixed = scenario.has(.mixed)
    var members: [(String, JSONText)] = [
      ("page", isMixed ? .text(String(page)) : .integer(page)),
      ("pages", .integer(scenario.has(.pages) ? 0 : pages)),
      ("perpage", isMixed ? .text(String(perPage)) : .integer(perPage)),
      ("total", isMixed ? .text(String(photos.count)) : .integer(photos.count)),
    ]
    if scenario.has(.nullphoto) {
      members.append(("photo", .null))
    } else if !scenario.has(.nophoto) {
      members.append(("photo", .list(shown.map { FlickrEntry($0, query, server: server).json })))
    }
    return .members([("photos", .members(members)), ("stat", .text("ok"))])
  }
}
