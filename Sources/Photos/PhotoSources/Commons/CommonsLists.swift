import TextFormats
import WebServices

/// Answers with lists.
extension MediaWikiAnswer {
  /// The files of a list by id; one with several places is listed for each, and the nearest
  /// counts.
  func nearbyFiles() throws -> [Int: CommonsFile] {
    let elements = try listed()
    let known = elements.filter { ($0["pageid"].integer ?? 0) > 0 }
    guard elements.isEmpty || !known.isEmpty else { throw MediaWikiAnswer.unreadable }
    return Dictionary(known.compactMap(CommonsFile.init).map { ($0.id, $0) }) {
      $1.distance < $0.distance ? $1 : $0
    }
  }

  /// The articles with a lead picture, the best known first.
  func articles() throws -> [(picture: String, title: String)] {
    let pages = try pages(orNone: true).values.compactMap { page -> (Int, String, String)? in
      guard let picture = page["pageimage"].text, let title = page["title"].text else { return nil }
      return (page["index"].integer ?? .max, CommonsFile.name(ofTitle: picture), oneLine(title))
    }
    return pages.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map { ($0.1, $0.2) }
  }

  /// The elements of the list; an empty one may be left out if the answer is complete.
  private func listed() throws -> [JSON] {
    let list = json["query"]["geosearch"]
    if case .array(let elements) = list { return elements }
    guard list.isNull, json["query"].isNone, !json["batchcomplete"].isNull else {
      throw MediaWikiAnswer.unreadable
    }
    return []
  }
}
