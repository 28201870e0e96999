import Travels

/// The photos near a place, the nearest first, as they were listed once.
struct CommonsListing: Hashable {
  var coordinate: Coordinate
  /// The radius that was asked for, and the one that was reached, in metres.
  var asked: Double
  var reached: Double
  var ids: [Int]
  /// Set where the service ran out of time: the list is good for once, and is not kept.
  var isPartial = false

  /// Tells whether the list is of what a request is about.
  func answers(_ request: PhotoRequest) -> Bool {
    coordinate == request.coordinate && asked == request.radius
  }

  /// Tells whether there is something in the list beside these.
  func leaves(_ seen: Set<String>, _ unwanted: Set<String>) -> Bool {
    ids.contains { !seen.contains(String($0)) && !unwanted.contains(String($0)) }
  }
}

extension CommonsListing {
  private static let version = "1"

  /// The list as it is kept with a pin.
  var text: String {
    let parts = [
      CommonsListing.version, "\(coordinate.latitude)", "\(coordinate.longitude)", "\(asked)",
      "\(reached)", ids.map(String.init).joined(separator: ","),
    ]
    return parts.joined(separator: " ")
  }

  /// Reads what was kept, or returns nil where it is of another kind.
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
