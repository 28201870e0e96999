import TextFormats
import TravelModel
import WebServices

/// Answers with lists.
extension MediaWikiAnswer {
  /// The files of a list by id; one with several places is listed for each, and the nearest
  /// counts.
  func files(of list: String) throws -> [Int: CommonsFile] {
    let elements = try elements(of: list)
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

  /// The category of a sight among what Wikidata knows by its name; nil if there is none.
  func category(of sight: Sight) -> String? {
    json["entities"].members.values.compactMap { item -> (distance: Double, name: String)? in
      func value(_ property: String) -> JSON {
        item["claims"][property].elements.first?["mainsnak"]["datavalue"]["value"] ?? .null
      }
      let page = item["sitelinks"]["commonswiki"]["title"].text.flatMap { title in
        title.hasPrefix("Category:") ? String(title.dropFirst("Category:".count)) : nil
      }
      guard let name = value("P373").text ?? page, !name.isEmpty else { return nil }
      let place = Coordinate(
        latitude: value("P625")["latitude"].number ?? .nan,
        longitude: value("P625")["longitude"].number ?? .nan)
      // Elsewhere, something else has the same name.
      let distance = place?.distance(to: sight.coordinate) ?? CommonsSource.radii.upperBound
      return distance > CommonsSource.radii.upperBound ? nil : (distance, name)
    }.min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
  }

  /// The directions in which files look from where they were taken, by the ids of their statements.
  func headings() -> [String: Double] {
    json["entities"].members.compactMapValues { file in
      file["statements"]["P1259"].elements.lazy.compactMap { place in
        place["qualifiers"]["P7787"].elements.first?["datavalue"]["value"]["amount"].number
      }.first
    }
  }

  /// The names of the categories in a list.
  func categories() throws -> [String] {
    try elements(of: "categorymembers").compactMap { $0["title"].text }
      .map { String($0.drop { $0 != ":" }.dropFirst()) }
  }

  /// The elements of a list; an empty one may be left out if the answer is complete.
  private func elements(of list: String) throws -> [JSON] {
    let list = json["query"][list]
    if case .array(let elements) = list { return elements }
    guard list.isNull, json["query"].isNone, !json["batchcomplete"].isNull else {
      throw MediaWikiAnswer.unreadable
    }
    return []
  }
}
