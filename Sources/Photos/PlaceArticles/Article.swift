import TextFormats
import TravelModel
import WebServices

/// An article about something near a place, as a search has found it.
struct Article: Hashable, Sendable {
  let title: String
  /// Its first sentences; nil where it has none that can be shown.
  let text: String?
  /// What it is about, in a few words; empty where that is not known.
  let detail: String
  let coordinate: Coordinate
  /// How far from the place that is, in metres.
  let distance: Double
  /// How many of the others are better known.
  let rank: Int
  /// How large it is, in metres.
  let extent: Double
  let kind: Kind
  let pageAddress: String?

  /// What it is about, as far as that counts.
  enum Kind: Hashable, Sendable {
    case settlement
    /// What many write of and few travel to see.
    case minor
    case other
  }

  /// Sizes that things on a map may have, in metres.
  private static let extents = 10.0...200_000
  /// The size of things of which none is told, in metres.
  private static let usualExtent = 500.0
  /// The services measure otherwise, and things have a size.
  private static let tolerance = 1.5

  /// Reads a page; nil where it is no article about something near the place.
  init?(_ page: JSON, near place: Coordinate, within radius: Double) {
    let places = page["coordinates"].elements
    let point = places.first { $0["primary"] == .flag(true) || $0["primary"] == .text("") }
    guard let point = point ?? places.first,
      point["globe"].isNull || point["globe"] == .text("earth"),
      let latitude = point["lat"].number, let longitude = point["lon"].number,
      let coordinate = Coordinate(latitude: latitude, longitude: longitude),
      page["pageprops"]["disambiguation"].isNull, page["missing"].isNull,
      case .text(let title) = page["title"], case let title = oneLine(title), !title.isEmpty
    else { return nil }
    distance = coordinate.distance(to: place)
    guard distance <= radius * Article.tolerance else { return nil }
    self.title = title
    self.coordinate = coordinate
    rank = max(1, page["index"].integer ?? .max) - 1
    // The older format has a text as the member of an object.
    let extract = page["extract"].isNull ? .null : page["extract"]
    let whole = if case .text(let text) = extract { text } else { extract["*"].text }
    text = whole.flatMap { Excerpt.excerpt($0, limit: PlaceText.longest) }
    detail = if case .text(let text) = page["description"] { oneLine(text) } else { "" }
    let size = point["dim"].number ?? Article.usualExtent
    extent = min(max(size, Article.extents.lowerBound), Article.extents.upperBound)
    kind =
      switch point["type"].text ?? "" {
      case "city", "adm1st", "adm2nd", "adm3rd", "country", "state": .settlement
      case "railwaystation", "edu", "event", "satellite", "camera", "airport": .minor
      default: .other
      }
    pageAddress = link(page["fullurl"].text)
  }

  /// The article's words, if it has any.
  func placeText(in language: String, of work: PlaceText.Work) -> PlaceText? {
    text.map {
      PlaceText(
        work: work, language: language, title: title, text: $0, pageAddress: pageAddress,
        coordinate: coordinate)
    }
  }

  var sight: Sight { Sight(title: title, detail: detail, coordinate: coordinate) }
}
