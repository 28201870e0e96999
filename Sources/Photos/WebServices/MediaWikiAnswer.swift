package import TextFormats
package import TravelModel

/// An answer of MediaWiki's action API, in either format version.
///
/// An answer of the wrong shape is an error; it is never taken for an empty result.
package struct MediaWikiAnswer: Sendable {
  package let json: JSON

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

  /// A malformed answer; a retry usually helps.
  package static let unreadable = ServiceError(.unreadable, isRetryable: true)

  /// Whether the search ran out of time and may have missed files.
  package var isPartial: Bool {
    let marks = ["geodata-search-timeout", "timed out"]
    return json["warnings"].texts.contains { text in marks.contains { text.contains($0) } }
  }

  /// The pages by id; format version 2 has an array, version 1 an object.
  ///
  /// With `orNone`, a missing list means that there are none.
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

  /// The parameters that request the rest of the answer; nil if it is complete.
  package var continuation: String? {
    let members = json["continue"].members
    guard !members.isEmpty else { return nil }
    return members.sorted { $0.key < $1.key }
      .map { address("", [$0.key: $0.value.text ?? ""]).replacing("?", with: "&") }.joined()
  }
}

extension JSON {
  /// Merges two parts of one page; empty members are taken from the other part.
  package func merging(_ other: JSON) -> JSON {
    guard case .object(let mine) = self, case .object(let theirs) = other else { return self }
    return .object(mine.merging(theirs) { $0.elements.isEmpty && !$1.isNull ? $1 : $0 })
  }

  package var mainPlace: JSON? {
    let places = self["coordinates"].elements
    return places.first { ![.null, .flag(false)].contains($0["primary"]) } ?? places.first
  }

  /// The coordinate of a place or of an element of a list.
  package var coordinate: Coordinate? {
    guard let latitude = self["lat"].number, let longitude = self["lon"].number else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  package var isObject: Bool { if case .object = self { true } else { false } }

  /// Whether this is empty: PHP writes an empty object as an empty array.
  package var isNone: Bool { [.null, .array([]), .object([:])].contains(self) }

  /// All texts in this value, at any depth.
  fileprivate var texts: [String] {
    switch self {
    case .text(let text): [text]
    case .array(let elements): elements.flatMap(\.texts)
    case .object(let members): members.values.flatMap(\.texts)
    default: []
    }
  }
}
