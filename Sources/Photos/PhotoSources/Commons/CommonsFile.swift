import TextFormats
import TravelModel
import WebServices

/// A file of Commons in a list.
struct CommonsFile: Hashable, Sendable {
  let id: Int
  /// The title of its page.
  let title: String
  let coordinate: Coordinate?
  /// The distance from the place, in metres; infinite if unknown.
  let distance: Double

  /// Reads an element of a list; nil if it is no picture.
  init?(_ json: JSON) {
    guard let id = json["pageid"].integer, id > 0 else { return nil }
    self.id = id
    title = json["title"].text ?? ""
    distance = json["dist"].number ?? .infinity
    coordinate = json.coordinate
    guard CommonsPage.mayBeShown(title: title) else { return nil }
  }

  var name: String { CommonsFile.name(ofTitle: title) }

  /// The file as a candidate, before its details are known.
  func candidate(article: String?) -> Candidate {
    var candidate = Candidate(id: String(id), title: CommonsFile.stem(ofTitle: title))
    candidate.coordinate = coordinate
    candidate.distance = distance.isFinite ? distance : nil
    candidate.article = article
    return candidate
  }

  /// The file name in a page's title, with spaces.
  static func name(ofTitle title: String) -> String {
    let name = title.hasPrefix("File:") ? title.dropFirst("File:".count) : title[...]
    return String(name.replacing("_", with: " "))
  }

  /// The file name in a page's title, without extension.
  static func stem(ofTitle title: String) -> String {
    let name = name(ofTitle: title)
    return name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }
}
