import Travels

/// An answer of MediaWiki's action API, of either format version.
struct CommonsAnswer: Sendable {
  private let json: JSON

  /// Takes an answer, or throws the error that it is.
  init(_ json: JSON) throws {
    guard case .object = json else { throw Setback(.unreadable, mayPass: true) }
    let code = json["error"]["code"].text ?? json["errors"].elements.first?["code"].text
    switch code {
    case nil: self.json = json
    case "maxlag", "ratelimited", "readonly": throw Setback(.busy)
    default: throw Setback(.unreadable, mayPass: false)
    }
  }

  /// The files of a list, nearest first, each once: a file with several places is listed for each.
  var nearbyFiles: [Int] {
    var nearest: [Int: Double] = [:]
    for element in json["query"]["geosearch"].elements {
      guard let id = element["pageid"].integer, id > 0,
        CommonsPage.mayBeShown(title: element["title"].text ?? "")
      else { continue }
      let distance = element["dist"].number ?? .infinity
      nearest[id] = min(nearest[id] ?? .infinity, distance)
    }
    return nearest.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key)
  }

  /// The pages by their ids: an array in one version of the format, an object in the other.
  var pages: [Int: JSON] {
    let pages = json["query"]["pages"]
    let list = pages.elements.isEmpty ? Array(pages.members.values) : pages.elements
    return Dictionary(
      list.compactMap { page in
        page["pageid"].integer.flatMap { $0 > 0 ? ($0, page) : nil }
      }, uniquingKeysWith: { $0.merging($1) })
  }

  /// What to add to the question to be told the rest; nil where this is all.
  var continuation: String? {
    let members = json["continue"].members
    guard !members.isEmpty else { return nil }
    return members.sorted { $0.key < $1.key }
      .map { address("", [$0.key: $0.value.text ?? ""]).replacing("?", with: "&") }.joined()
  }
}

extension JSON {
  /// Puts two parts of one page together: what one of them lacks, the other has.
  func merging(_ other: JSON) -> JSON {
    guard case .object(let mine) = self, case .object(let theirs) = other else { return self }
    return .object(mine.merging(theirs) { $0.elements.isEmpty && !$1.isNull ? $1 : $0 })
  }
}
