import GLibBridge
import TravelModel

/// Photos near places as Flickr lists them, at `/flickr/OPTIONS/rest/`.
enum FlickrService {
  /// The one key that is valid.
  private static let key = "sandbox-key"
  /// After this many photos of a query, result pages repeat.
  private static let distinct = 4000

  static func install(on server: SandboxServer) {
    server.serve("/flickr") { (exchange: Exchange) in
      APIAnswering.answer(exchange, endpoints: "rest") { failure, _ in
        failed(failure, exchange.request)
      } good: { scenario in
        .json(
          result(exchange.request.query, scenario, server.address),
          isEscaped: scenario.has(.escapes))
      }
    }
  }

  /// The answer to a query that failed; its status is 200 all the same.
  private static func fail(_ code: Int, _ message: String) -> [String: Any] {
    ["stat": "fail", "code": code, "message": message]
  }

  private static func failed(_ failure: APIFailure, _ request: Request) -> SandboxServer.Answer {
    let busy = "Sorry, the Flickr API service is not currently available."
    return switch failure {
    case .ratelimited: .tooManyRequests(retryAfter: 1)
    case .badkey: .json(fail(100, "Invalid API Key (Key has expired)"))
    // The real service sends this message with different numbers.
    case .error201: .json(fail(Dice.number(of: request.address) % 2 == 0 ? 0 : 201, busy))
    default: .json(fail(105, "Service currently unavailable"))
    }
  }

  private static func result(
    _ query: [String: String], _ scenario: Scenario, _ server: String
  ) -> [String: Any] {
    guard query["api_key"] == key else {
      return fail(100, "Invalid API Key (Key has invalid format)")
    }
    guard query["method"] == "flickr.photos.search" else { return fail(112, "Method not found") }
    // Without such a limit, the real service searches only the last twelve hours, in which nobody
    // was here.
    guard query["min_upload_date"] != nil, let latitude = Double(query["lat"] ?? ""),
      let longitude = Double(query["lon"] ?? ""), let radius = Double(query["radius"] ?? ""),
      query["radius_units"] == "km", (0...32).contains(radius),
      let place = Coordinate(latitude: latitude, longitude: longitude)
    else { return fail(3, "Parameterless searches have been disabled") }
    let photos = WorldPhoto.photos(of: .flickr, near: place, radius: radius * 1000, in: scenario)
    let perPage = min(max(query["per_page"].flatMap { Int($0) } ?? 100, 1), 250)
    let page = max(1, query["page"].flatMap { Int($0) } ?? 1)
    // Pages beyond the last different photos repeat these.
    var start = (min(page, max(1, distinct / perPage)) - 1) * perPage
    if scenario.has(.unstable), page > 1 { start = max(0, start - perPage / 5) }
    let shown = photos.dropFirst(start).prefix(perPage)
    func number(_ number: Int) -> Any { scenario.has(.mixed) ? String(number) as Any : number }
    let list = shown.map { FlickrEntry(photo: $0, query: query, server: server).json }
    return [
      "stat": "ok",
      "photos": ["page": number(page), "total": number(photos.count), "photo": list],
    ]
  }
}

struct FlickrEntry {
  let photo: WorldPhoto
  let query: [String: String]
  let server: String

  private var scenario: Scenario { photo.scenario }

  var json: [String: Any] {
    var members: [String: Any] = [
      "id": String(photo.identity), "owner": "1234567\(photo.index % 4)@N00",
      "title": photo.title, "ownername": photo.author, "license": String(licence),
      "datetaken": photo.taken, "datetakenunknown": number(photo.isOne(of: 10, turn: 9) ? 1 : 0),
      "media": "photo", "o_width": String(photo.size.width), "o_height": number(photo.size.height),
    ]
    if photo.index % 2 != 0 { members["pathalias"] = "sandbox" }
    members.merge(coordinate) { $1 }
    for size in ImageService.flickrSizes where query["extras"]?.contains("url_\(size.0)") == true {
      members.merge(image(size)) { $1 }
    }
    return members
  }

  private var secret: String { String(photo.chance % 0xff_ffff_ffff, radix: 16) }

  /// A number, or with the quirk `mixed` sometimes a text.
  private func number(_ number: Int, turn: Int = 0) -> Any {
    let isText = scenario.has(.mixed) && (photo.index + number + turn) % 2 == 0
    return isText ? String(number) as Any : number
  }

  /// One of the requested licences, so that the scenario's number of photos is found.
  private var licence: Int {
    if scenario.has(.licences), photo.isOne(of: 5, turn: 1) {
      return [11, 16, 99, -1][photo.index / 5 % 4]
    }
    let asked = (query["license"] ?? "").split(separator: ",").compactMap { Int($0) }
    return asked.isEmpty ? photo.index % 11 : asked[photo.index % asked.count]
  }

  private var coordinate: [String: Any] {
    let (latitude, longitude) = (photo.place.latitude, photo.place.longitude)
    return switch scenario.has(.latlon) ? photo.index % 4 : 0 {
    case 1: ["latitude": latitude, "longitude": String(longitude)]
    case 2: ["latitude": 0, "longitude": 0]
    case 3: ["latitude": "0", "longitude": 0]
    default: ["latitude": latitude, "longitude": longitude]
    }
  }

  private func image(_ kind: (letter: String, suffix: String, length: Int)) -> [String: Any] {
    if scenario.has(.nourl), photo.isOne(of: 6, turn: 2) { return [:] }
    // Sizes larger than the original do not exist; the smallest one always does.
    let (letter, length) = (kind.letter, kind.length)
    guard ["q", "o"].contains(letter) || max(photo.size.width, photo.size.height) >= length
    else { return [:] }
    let fitting = photo.picture.fitting(length)
    let size = letter == "q" ? (150, 150) : (fitting.width, fitting.height)
    let folder = "\(ImageService.address(of: photo, on: server))/65535"
    let address = "\(folder)/\(photo.identity)_\(secret)\(kind.suffix).jpg"
    guard !(scenario.has(.nosize) && photo.isOne(of: 4, turn: 1)) else {
      return ["url_\(letter)": address]
    }
    return [
      "url_\(letter)": address, "height_\(letter)": number(size.1, turn: 1),
      "width_\(letter)": number(size.0),
    ]
  }
}
