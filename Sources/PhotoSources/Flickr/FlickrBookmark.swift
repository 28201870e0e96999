/// Where to go on looking.
struct FlickrBookmark: Hashable {
  /// The radius that was asked for, and the one that was reached, in metres.
  var asked: Double
  var reached: Double
  /// The page that may have more to give, from 1.
  var page: Int
  /// How many photos there are.
  var total: Int
}

extension FlickrBookmark {
  private static let version = "1"

  /// The bookmark as it is kept with a pin.
  var text: String { "\(FlickrBookmark.version) \(asked) \(reached) \(page) \(total)" }

  /// Reads what was kept, or returns nil where it is of another kind.
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
