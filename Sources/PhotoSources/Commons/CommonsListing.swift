import TravelModel

/// The photos near a place, nearest first, as listed by one search.
struct CommonsListing: Hashable {
  var coordinate: Coordinate
  /// The requested radius, and the one that was searched, in metres.
  var asked: Double
  var reached: Double
  var ids: [Int]
  /// Set where the service ran out of time: the list is used once, and not kept.
  var isPartial = false

  /// Whether the list belongs to a request.
  func answers(_ request: PhotoRequest) -> Bool {
    coordinate == request.coordinate && asked == request.radius
  }

  /// Whether the list has photos besides these.
  func leaves(_ seen: Set<String>, _ unwanted: Set<String>) -> Bool {
    ids.contains { !seen.contains(String($0)) && !unwanted.contains(String($0)) }
  }
}

extension CommonsListing {
  private static let version = "1"

  /// The bookmark.
  var text: String {
    let parts = [
      CommonsListing.version, "\(coordinate.latitude)", "\(coordinate.longitude)", "\(asked)",
      "\(reached)", ids.map(String.init).joined(separator: ","),
    ]
    return parts.joined(separator: " ")
  }

  /// Reads a bookmark; nil where it is of another version.
  init?(text: String) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 6, parts[0] == CommonsListing.version,
      let latitude = Double(parts[1]), let longitude = Double(parts[2]),
      let coordinate = Coordinate(latitude: latitude, longitude: longitude),
      let asked = Double(parts[3]), let reached = Double(parts[4]),
      CommonsSource.radii.contains(reached)
    else { return nil }
    self.init(
      coordinate: coordinate, asked: asked, reached: reached,
      ids: parts[5].split(separator: ",").compactMap { Int($0) })
  }
}
