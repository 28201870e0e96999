/// The position from which the next search continues.
struct FlickrBookmark: Hashable {
  /// The requested radius, and the one that was searched, in metres.
  var asked: Double
  var reached: Double
  /// The page to continue with, from 1.
  var page: Int
  var total: Int
}

extension FlickrBookmark {
  private static let version = "1"

  var text: String { "\(FlickrBookmark.version) \(asked) \(reached) \(page) \(total)" }

  /// Reads a bookmark; nil if it is of another version.
  init?(text: String) {
    let parts = text.split(separator: " ")
    guard parts.count == 5, parts[0] == FlickrBookmark.version, let asked = Double(parts[1]),
      let reached = Double(parts[2]), FlickrSource.radii.contains(reached),
      let page = Int(parts[3]), page > 0,
      let total = Int(parts[4]), total >= 0
    else { return nil }
    self.init(asked: asked, reached: reached, page: page, total: total)
  }
}
