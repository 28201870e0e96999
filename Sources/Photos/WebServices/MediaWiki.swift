package import TravelModel

/// Requests to MediaWiki's action API.
package enum MediaWiki {
  /// What every request says; this format lets warnings be recognised by their codes.
  private static let common =
    "action=query&format=json&formatversion=2&maxlag=5&errorformat=plaintext"

  /// The address of a query.
  package static func query(
    _ endpoint: String, _ parameters: KeyValuePairs<String, String>
  ) -> String {
    address("\(endpoint)\(endpoint.contains("?") ? "&" : "?")\(common)", parameters)
  }

  /// The search term for what is within some metres of a place.
  package static func around(_ place: Coordinate, within radius: Double) -> String {
    let (latitude, longitude) = place.decimalParts
    return "nearcoord:\(Int(radius))m,\(latitude),\(longitude)"
  }
}
