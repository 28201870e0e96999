import TravelModel

/// The list of photos near a place, or of a category, from one search, in the order in which they
/// are used.
struct CommonsListing: Hashable {
  var coordinate: Coordinate
  /// The requested radius, and the one that was searched, in metres.
  var asked: Double
  var reached: Double
  var category: String?
  /// The photos that were ranked by their details.
  var ranked: [Int] = []
  /// The photos without details, ranked by the list alone.
  var waiting: [Int] = []
  /// Old pictures, and those that show no place; both come after all others.
  var old: [Int] = []
  var others: [Int] = []
  /// Whether there are more photos than the service lists.
  var hasUnlisted = false
  /// Whether the service ran out of time: such a list is used once, and not saved.
  var isPartial = false

  var ids: [Int] { ranked + waiting + old + others }

  /// Whether the list is for a request.
  func answers(_ request: PhotoRequest) -> Bool {
    coordinate == request.coordinate && asked == request.radius && category == request.category
  }

  /// Whether the list has photos besides these.
  func leaves(_ seen: Set<String>, _ unwanted: Set<String>) -> Bool {
    ids.contains { !seen.contains(String($0)) && !unwanted.contains(String($0)) }
  }

  /// The number of photos in the list besides these.
  func count(without unwanted: Set<String>) -> Int {
    ids.count { !unwanted.contains(String($0)) }
  }

  /// Removes photos that cannot be shown.
  mutating func remove(_ gone: Set<Int>) {
    guard !gone.isEmpty else { return }
    for group in [\CommonsListing.ranked, \.waiting, \.old, \.others] {
      self[keyPath: group].removeAll(where: gone.contains)
    }
  }

  /// Moves photos to where their details rank them, after those ranked before.
  ///
  /// Beyond the `least` that are needed now, photos of an author who has a fair share already have
  /// to wait, so that the next album is not only theirs.
  mutating func add(_ ranking: Ranking, least: Int) {
    let views = ranking.views.compactMap { Int($0.id) }
    let fair = max(least, ranking.fairViews)
    remove(Set(ranking.all.compactMap { Int($0.id) }))
    ranked += views.prefix(fair)
    waiting += views.dropFirst(fair)
    old += ranking.old.compactMap { Int($0.id) }
    others += ranking.others.compactMap { Int($0.id) }
  }
}

extension CommonsListing {
  private static let version = "3"

  /// The bookmark's text.
  var text: String {
    let parts = [
      CommonsListing.version, "\(coordinate.latitude)", "\(coordinate.longitude)", "\(asked)",
      "\(reached)", hasUnlisted ? "more" : "all",
    ]
    let lists = [ranked, waiting, old, others].map { $0.map(String.init).joined(separator: ",") }
    // As in addresses, a name has no spaces.
    let name = category.map { [$0.replacing(" ", with: "_")] } ?? []
    return (parts + lists + name).joined(separator: " ")
  }

  /// Reads a bookmark; nil if it is of another version.
  init?(text: String) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard (10...11).contains(parts.count), parts[0] == CommonsListing.version,
      let latitude = Double(parts[1]), let longitude = Double(parts[2]),
      let coordinate = Coordinate(latitude: latitude, longitude: longitude),
      let asked = Double(parts[3]), let reached = Double(parts[4]),
      CommonsSource.radii.contains(reached)
    else { return nil }
    self.init(coordinate: coordinate, asked: asked, reached: reached)
    hasUnlisted = parts[5] == "more"
    category = parts.count > 10 ? String(parts[10]).replacing("_", with: " ") : nil
    var known: Set<Int> = []
    let lists = parts[6..<10].map { list in
      list.split(separator: ",").compactMap { Int($0) }.filter { known.insert($0).inserted }
    }
    (ranked, waiting, old, others) = (lists[0], lists[1], lists[2], lists[3])
  }
}
