import TextFormats
import TravelModel

/// A file of Commons, as a list tells of it.
struct CommonsFile: Hashable, Sendable {
  let id: Int
  /// The title of its page.
  let title: String
  let coordinate: Coordinate?
  /// How far it is from the place, in metres; infinite where that is not told.
  let distance: Double

  /// Reads an element of a list; nil where it is no picture.
  init?(_ json: JSON) {
    guard let id = json["pageid"].integer, id > 0 else { return nil }
    self.id = id
    title = json["title"].text ?? ""
    distance = json["dist"].number ?? .infinity
    if let latitude = json["lat"].number, let longitude = json["lon"].number {
      coordinate = Coordinate(latitude: latitude, longitude: longitude)
    } else {
      coordinate = nil
    }
    guard CommonsPage.mayBeShown(title: title) else { return nil }
  }

  var name: String { CommonsFile.name(ofTitle: title) }

  /// The file as the choice of an album sees it before its details are known.
  func candidate(article: String?) -> Candidate {
    var candidate = Candidate(id: String(id), title: CommonsFile.stem(ofTitle: title))
    candidate.coordinate = coordinate
    candidate.distance = distance.isFinite ? distance : nil
    candidate.article = article
    return candidate
  }

  /// The name of a page's file, with spaces, as titles have them.
  static func name(ofTitle title: String) -> String {
    let name = title.hasPrefix("File:") ? title.dropFirst("File:".count) : title[...]
    return String(name.replacing("_", with: " "))
  }

  /// The name of a page's file without its ending.
  static func stem(ofTitle title: String) -> String {
    var name = title[...]
    if let colon = name.firstIndex(of: ":") { name = name[name.index(after: colon)...] }
    if let dot = name.lastIndex(of: ".") { name = name[..<dot] }
    return String(name.replacing("_", with: " "))
  }
}
