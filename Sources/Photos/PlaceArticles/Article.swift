import TextFormats
import TravelModel
import WebServices

/// An article found by a search near a place.
struct Article: Hashable, Sendable {
  let title: String
  /// Its first sentences; nil if there are none to show.
  let text: String?
  /// Its short description; empty if there is none.
  let detail: String
  let coordinate: Coordinate
  /// The distance of its subject from the place, in metres.
  let distance: Double
  /// The number of better known articles among the results.
  let rank: Int
  /// The size of its subject, in metres.
  let extent: Double
  let kind: Kind
  let pageAddress: String?

  /// The kind of its subject, as far as it matters here.
  enum Kind: Hashable, Sendable {
    case settlement
    /// Subjects that many write about and few visit.
    case minor
    case other
  }

  /// The possible sizes of subjects, in metres.
  private static let extents = 10.0...200_000
  /// The size of a subject whose size is unknown, in metres.
  private static let usualExtent = 500.0
  /// The factor by which a subject may be beyond the radius: services measure differently, and
  /// subjects have a size.
  private static let tolerance = 1.5

  /// Reads a page; nil if it is no article about something near the place.
  init?(_ page: JSON, near place: Coordinate, within radius: Double) {
    guard let point = page.mainPlace, point["globe"].isNull || point["globe"] == .text("earth"),
      let coordinate = point.coordinate,
      page["pageprops"]["disambiguation"].isNull, page["missing"].isNull,
      case .text(let title) = page["title"], case let title = oneLine(title), !title.isEmpty
    else { return nil }
    distance = coordinate.distance(to: place)
    guard distance <= radius * Article.tolerance else { return nil }
    self.title = title
    self.coordinate = coordinate
    rank = max(1, page["index"].integer ?? .max) - 1
    // The older format has the text as a member of an object.
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

  /// The article's text, if there is any.
  func placeText(in language: String, of work: PlaceText.Work) -> PlaceText? {
    text.map {
      PlaceText(
        work: work, language: language, title: title, text: $0, pageAddress: pageAddress,
        coordinate: coordinate)
    }
  }

  var sight: Sight { Sight(title: title, detail: detail, coordinate: coordinate) }
}
