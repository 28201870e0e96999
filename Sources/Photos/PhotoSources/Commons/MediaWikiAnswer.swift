package import TextFormats
import TravelModel

/// An answer of MediaWiki's action API, of either format version.
///
/// An answer of the wrong shape is an error; it is never taken for an empty result.
package struct MediaWikiAnswer: Sendable {
  private let json: JSON

  /// Checks an answer, and throws the error that it reports.
  package init(_ json: JSON) throws {
    guard case .object = json else { throw MediaWikiAnswer.unreadable }
    let code = json["error"]["code"].text ?? json["errors"].elements.first?["code"].text
    switch code {
    case nil: break
    case "maxlag", "ratelimited", "readonly", "cirrussearch-too-busy-error",
      "cirrussearch-backend-error":
      throw ServiceError(.busy)
    default: throw ServiceError(.unreadable, isRetryable: false)
    }
    guard json["error"].isNull, json["errors"].isNone else { throw MediaWikiAnswer.unreadable }
    guard json["query"].isNone || json["query"].isObject,
      json["continue"].isNull || json["continue"].isObject
    else { throw MediaWikiAnswer.unreadable }
    self.json = json
  }

  /// Malformed answers are usually right at the next attempt.
  static let unreadable = ServiceError(.unreadable, isRetryable: true)

  /// The files of a list, nearest first; a file with several places is listed for each, but returned
  /// once.
  func nearbyFiles() throws -> [CommonsFile] {
    var nearest: [Int: CommonsFile] = [:]
    let elements = try listed()
    let known = elements.filter { ($0["pageid"].integer ?? 0) > 0 }
    guard elements.isEmpty || !known.isEmpty else { throw MediaWikiAnswer.unreadable }
    for file in known.compactMap(CommonsFile.init) {
      if let other = nearest[file.id], other.distance <= file.distance { continue }
      nearest[file.id] = file
    }
    return nearest.values.sorted { ($0.distance, $0.id) < ($1.distance, $1.id) }
  }

  /// The articles that a picture leads, the best known first, by the names of those pictures.
  func articles() throws -> [(picture: String, title: String)] {
    let pages = try pages(orNone: true).values.compactMap { page -> (Int, String, String)? in
      guard let picture = page["pageimage"].text, let title = page["title"].text else { return nil }
      return (page["index"].integer ?? .max, CommonsFile.name(ofTitle: picture), oneLine(title))
    }
    return pages.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map { ($0.1, $0.2) }
  }

  /// Whether the search ran out of time and may have missed files.
  var isPartial: Bool {
    let marks = ["geodata-search-timeout", "timed out"]
    return json["warnings"].texts.contains { text in marks.contains { text.contains($0) } }
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

  /// The pages by id; format version 2 has an array, version 1 an object.
  ///
  /// Where there may be none, that is told by their absence.
  package func pages(orNone: Bool = false) throws -> [Int: JSON] {
    let list: [JSON]
    switch json["query"]["pages"] {
    case .array(let elements): list = elements
    case .object(let members): list = Array(members.values)
    // Requested pages are always listed, though perhaps in a later part of the answer.
    case .null where continuation != nil || orNone: list = []
    default: throw MediaWikiAnswer.unreadable
    }
    return Dictionary(
      list.compactMap { page in
        page["pageid"].integer.flatMap { $0 > 0 ? ($0, page) : nil }
      }, uniquingKeysWith: { $0.merging($1) })
  }

  /// The parameters that request the rest of the answer; nil where it is complete.
  var continuation: String? {
    let members = json["continue"].members
    guard !members.isEmpty else { return nil }
    return members.sorted { $0.key < $1.key }
      .map { address("", [$0.key: $0.value.text ?? ""]).replacing("?", with: "&") }.joined()
  }
}

extension JSON {
  /// Merges two parts of one page; empty members are taken from the other part.
  func merging(_ other: JSON) -> JSON {
    guard case .object(let mine) = self, case .object(let theirs) = other else { return self }
    return .object(mine.merging(theirs) { $0.elements.isEmpty && !$1.isNull ? $1 : $0 })
  }

  var isObject: Bool { if case .object = self { true } else { false } }

  /// Whether this is empty: PHP writes an empty object as an empty list.
  fileprivate var isNone: Bool { [.null, .array([]), .object([:])].contains(self) }

  /// All texts in this value, however deep.
  fileprivate var texts: [String] {
    switch self {
    case .text(let text): [text]
    case .array(let elements): elements.flatMap(\.texts)
    case .object(let members): members.values.flatMap(\.texts)
    default: []
    }
  }
}
