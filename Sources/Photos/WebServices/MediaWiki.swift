package import TravelModel

package enum MediaWiki {
  /// The parameters of every request; this format identifies warnings by codes.
  private static let common = "format=json&formatversion=2&maxlag=5&errorformat=plaintext"

  /// The address of a query, or of another action.
  package static func query(
    _ endpoint: String, action: String = "query", _ parameters: KeyValuePairs<String, String>
  ) -> String {
    let start = "\(endpoint)\(endpoint.contains("?") ? "&" : "?")action=\(action)"
    return address("\(start)&\(common)", parameters)
  }

  /// The search term for articles within a radius of a place, in metres.
  package static func around(_ place: Coordinate, within radius: Double) -> String {
    let (latitude, longitude) = place.decimalParts
    return "nearcoord:\(Int(radius))m,\(latitude),\(longitude)"
  }
}
