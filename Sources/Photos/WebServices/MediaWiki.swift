package import TravelModel

/// Requests to MediaWiki's action API.
package enum MediaWiki {
  /// The parameters of every request; this format identifies warnings by codes.
  private static let common =
    "action=query&format=json&formatversion=2&maxlag=5&errorformat=plaintext"

  /// The address of a query.
  package static func query(
    _ endpoint: String, _ parameters: KeyValuePairs<String, String>
  ) -> String {
    address("\(endpoint)\(endpoint.contains("?") ? "&" : "?")\(common)", parameters)
  }

  /// The search term for articles within a radius of a place, in metres.
  package static func around(_ place: Coordinate, within radius: Double) -> String {
    let (latitude, longitude) = place.decimalParts
    return "nearcoord:\(Int(radius))m,\(latitude),\(longitude)"
  }
}
