import Foundation
import PhotoSources
import WebTesting

/// A Commons of a few files, of which each quirk is one that recorded answers have.
struct FakeCommons: Sendable {
  var ids: [Int] = []
  var distances: [Int: Double] = [:]
  /// Files that no album shows.
  var others: [Int: (mime: String, type: String)] = [:]
  /// Of which kind the images are that are made of other files.
  var thumbnailTypes: [Int: String] = [:]
  /// What files are called that have names of their own.
  var names: [Int: String] = [:]
  /// What else is told of the photos.
  var metadata: [String: String] = [:]
  /// What else is told of single photos.
  var metadataOf: [Int: [String: String]] = [:]
  /// The files that the community has prized.
  var prized: [Int] = []
  /// The articles nearby, and the names of the pictures that lead them.
  var leads: [(title: String, picture: String)] = []
  /// The files of categories, and the categories in them.
  var categories: [String: (files: [Int], categories: [String])] = [:]
  /// How many pages come with what is known of them in one answer.
  var pagesAnAnswer = 50

  static let endpoint = "https://commons.example/w/api.php"

  func client() -> FakeClient {
    FakeClient { address, _ in
      switch address.value("list") {
      case "geosearch": return (200, list(address))
      case "search": return (200, filesOfCategories(address))
      case "categorymembers": return (200, categoriesOfCategory(address))
      default: break
      }
      switch address.value("gsrnamespace") {
      case "6": return (200, found())
      case "0": return (200, articles())
      default: return (200, pages(address))
      }
    }
  }

  private func list(_ address: URLComponents) -> String {
    let radius = Double(address.value("gsradius")!)!
    let found = ids.filter { (distances[$0] ?? 100) <= radius }.prefix(500)
    return json([
      "batchcomplete": true,
      "query": [
        "geosearch": found.reversed().map {
          ["pageid": $0, "ns": 6, "title": title($0), "dist": distances[$0] ?? 100]
        }
      ],
    ])
  }

  private func filesOfCategories(_ address: URLComponents) -> String {
    let term = address.value("srsearch")!.firstMatch(of: /incategory:"(.*)"/)!.1
    let names = term.replacing("\\\"", with: "\"").split(separator: "|")
    let ids = names.flatMap { categories[String($0)]?.files ?? [] }
    let files = ids.map { id -> [String: Any] in ["ns": 6, "title": title(id), "pageid": id] }
    return json([
      "batchcomplete": true,
      "query": ["searchinfo": ["totalhits": ids.count], "search": files] as [String: Any],
    ])
  }

  private func categoriesOfCategory(_ address: URLComponents) -> String {
    let name = String(address.value("cmtitle")!.dropFirst("Category:".count))
    let others = (categories[name]?.categories ?? []).map { other -> [String: Any] in
      ["pageid": 1, "ns": 14, "title": "Category:\(other)"]
    }
    return json(["batchcomplete": true, "query": ["categorymembers": others]])
  }

  private func title(_ id: Int) -> String { "File:\(names[id] ?? "Photo \(id).jpg")" }

  /// What the community has prized.
  private func found() -> String {
    let pages = prized.enumerated().map { index, id -> [String: Any] in
      ["pageid": id, "ns": 6, "title": title(id), "index": index + 1, "imageinfo": [info(id)]]
    }
    return pages.isEmpty
      ? json(["batchcomplete": true])
      : json(["continue": ["gsroffset": 50, "continue": "gsroffset||"], "query": ["pages": pages]])
  }

  private func articles() -> String {
    guard !leads.isEmpty else { return json(["batchcomplete": true]) }
    let pages = leads.enumerated().map { index, lead -> [String: Any] in
      [
        "pageid": 900 + index, "ns": 0, "index": index + 1, "title": lead.title,
        "pageimage": lead.picture,
      ]
    }
    return json(["batchcomplete": true, "query": ["pages": pages]])
  }

  private func pages(_ address: URLComponents) -> String {
    let wanted = (address.value("pageids") ?? address.value("titles")!).split(separator: "|")
    let start = address.value("iicontinue").flatMap { Int($0) } ?? 0
    var answer: [String: Any] = [
      "query": [
        "pages": wanted.enumerated().map { number, name -> [String: Any] in
          guard let id = Int(name.filter(\.isNumber)) else {
            return ["ns": 6, "title": String(name), "missing": true]
          }
          var page: [String: Any] = ["pageid": id, "ns": 6, "title": title(id)]
          if (start..<(start + pagesAnAnswer)).contains(number) { page["imageinfo"] = [info(id)] }
          return page
        }
      ]
    ]
    if start + pagesAnAnswer < wanted.count {
      answer["continue"] = ["iicontinue": "\(start + pagesAnAnswer)", "continue": "||coordinates"]
    } else {
      answer["batchcomplete"] = true
    }
    return json(answer)
  }

  private func info(_ id: Int) -> [String: Any] {
    let told: [String: Any] = metadata.merging(metadataOf[id] ?? [:]) { $1 }
      .mapValues { ["value": $0] }
    return [
      "url": "https://upload.example/\(id).jpg", "thumburl": "https://thumb.example/\(id)?utm=1",
      "descriptionurl": "https://commons.example/wiki/File:\(id)",
      "mime": others[id]?.mime ?? "image/jpeg", "mediatype": others[id]?.type ?? "BITMAP",
      "thumbmime": thumbnailTypes[id] ?? "image/jpeg", "width": 4000, "height": 3000,
      "extmetadata": told.merging([
        "Artist": ["value": "<a href=\"//x\">Ann &amp; Bob</a>"],
        "LicenseShortName": ["value": "CC BY-SA 4.0"],
        "LicenseUrl": ["value": "https://creativecommons.org/licenses/by-sa/4.0"],
        "CommonsMetadataExtension": ["value": 1.2],
        "DateTimeOriginal": ["value": "2009-03-17"],
      ]) { first, _ in first },
    ]
  }
}
