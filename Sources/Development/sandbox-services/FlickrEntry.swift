/// A photo in one of Flickr's lists.
struct FlickrEntry {
  private let photo: WorldPhoto
  private let query: [String: String]
  private let server: String
  private let scenario: Scenario

  init(_ photo: WorldPhoto, _ query: [String: String], server: String) {
    self.photo = photo
    self.query = query
    self.server = server
    scenario = photo.scenario
  }

  var json: JSONText {
    var members: [(String, JSONText)] = [
      ("id", .text(String(photo.identity))), ("owner", .text("1234567\(photo.index % 4)@N00")),
      ("secret", .text(secret)), ("server", .text("65535")), ("farm", number(66)),
      ("title", .text(photo.title)), ("ispublic", number(1)), ("isfriend", number(0)),
      ("isfamily", number(0)),
    ]
    let extras = (query["extras"] ?? "").split(separator: ",").map(String.init)
    for extra in extras { members += value(of: extra) }
    return .members(members)
  }

  private var secret: String { String(photo.chance % 0xff_ffff_ffff, radix: 16) }

  /// A number, or the text of it where numbers are mixed up.
  private func number(_ number: Int, turn: Int = 0) -> JSONText {
    let isText = scenario.has(.mixed) && (photo.index + number + turn) % 2 == 0
    return isText ? .text(String(number)) : .integer(number)
  }

  private func value(of extra: String) -> [(String, JSONText)] {
    switch extra {
    case "owner_name": return [("ownername", .text(photo.author))]
    case "license": return [("license", .text(String(licence)))]
    case "geo": return coordinate
    case "date_taken":
      return [
        ("datetaken", .text(photo.taken)), ("datetakengranularity", number(0)),
        ("datetakenunknown", number(photo.isOne(of: 10, turn: 9) ? 1 : 0)),
      ]
    case "date_upload": return [("dateupload", .text(String(1_600_000_000 + photo.index)))]
    case "description":
      return [("description", .members([("_content", .text(description))]))]
    case "path_alias": return [("pathalias", photo.index % 2 == 0 ? .null : .text("sandbox"))]
    case "media": return [("media", .text("photo")), ("media_status", .text("ready"))]
    case "views": return [("views", .text("12"))]
    case "tags": return [("tags", .text("hills sandbox"))]
    case "o_dims":
      return [
        ("o_width", .text(String(photo.size.width))), ("o_height", number(photo.size.height)),
      ]
    case let name where name.hasPrefix("url_"): return image(String(name.dropFirst(4)))
    default: return []
    }
  }

  /// One of the licences asked for, so that there are as many photos as the scenario says.
  private var licence: Int {
    if scenario.has(.licences), photo.isOne(of: 5, turn: 1) {
      return [11, 16, 99, -1][photo.index / 5 % 4]
    }
    let asked = (query["license"] ?? "").split(separator: ",").compactMap { Int($0) }
    return asked.isEmpty ? photo.index % 11 : asked[photo.index % asked.count]
  }

  private var coordinate: [(String, JSONText)] {
    let place = photo.place
    var latitude = JSONText.number(place.latitude)
    var longitude = JSONText.number(place.longitude)
    if scenario.has(.latlon) {
      switch photo.index % 4 {
      case 1: longitude = .text(String(place.longitude))
      case 2: (latitude, longitude) = (.integer(0), .integer(0))
      case 3: (latitude, longitude) = (.text("0"), .integer(0))
      default: break
      }
    }
    return [
      ("latitude", latitude), ("longitude", longitude), ("accuracy", number(16)),
      ("context", number(0)),
    ]
  }

  private var description: String {
    guard scenario.has(.html) else { return "Hills of the sandbox." }
    return "<b>Hills</b> &amp; more,\n\nsee <a href=\"http://www.example.org/?a=1&amp;b=2\""
      + " rel=\"noreferrer nofollow\">here</a> &#8230; 📷"
  }

  private func image(_ letter: String) -> [(String, JSONText)] {
    guard let (_, suffix, length) = ImageService.flickrSizes.first(where: { $0.0 == letter })
    else { return [] }
    if scenario.has(.nourl), photo.isOne(of: 6, turn: 2) { return [] }
    // A size that is larger than the original is not made; the smallest always is.
    let (width, height) = photo.size
    guard letter == "q" || letter == "o" || max(width, height) >= length else { return [] }
    let fitting = photo.picture.fitting(length)
    let size = letter == "q" ? (150, 150) : (fitting.width, fitting.height)
    let folder = "\(ImageService.address(of: photo, on: server))/65535"
    var members: [(String, JSONText)] = [
      ("url_\(letter)", .text("\(folder)/\(photo.identity)_\(secret)\(suffix).jpg"))
    ]
    if !(scenario.has(.nosize) && photo.isOne(of: 4, turn: 1)) {
      members += [
        ("height_\(letter)", number(size.1, turn: 1)), ("width_\(letter)", number(size.0)),
      ]
    }
    return members
  }
}
