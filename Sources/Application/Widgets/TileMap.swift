package import TravelModel

/// What is known of a map of tiles: how far they reach, and whom to credit.
nonisolated package struct TileMap: Hashable, Sendable {
  /// The zooms of its tiles; closer views show the deepest enlarged.
  package var zooms: ClosedRange<Int>
  /// The part of the world that it shows.
  package var latitudes = -90.0...90.0
  package var longitudes = -180.0...180.0
  /// Its makers, as they want to be named.
  package let credits: [Credit]
  /// Whether its tiles are kept on the disk.
  package let isKept: Bool

  package init(zooms: ClosedRange<Int> = 0...19, credits: [Credit] = [], isKept: Bool = true) {
    (self.zooms, self.credits, self.isKept) = (zooms, credits, isKept)
  }

  /// A maker's words, and the address where they lead.
  nonisolated package struct Credit: Hashable, Sendable {
    package let text: String
    package let address: String?

    package init(_ text: String, _ address: String? = nil) {
      (self.text, self.address) = (text, address)
    }
  }

  /// Whether it shows a place.
  package func shows(_ place: Coordinate) -> Bool {
    latitudes.contains(place.latitude) && longitudes.contains(place.longitude)
  }

  /// A view of all that it shows.
  package func view(width: Double, height: Double) -> MapView {
    let (south, north) = (latitudes.lowerBound, latitudes.upperBound)
    let (west, east) = (longitudes.lowerBound, longitudes.upperBound)
    let corners = [(south, west), (north, east)].map { Coordinate(latitude: $0, longitude: $1)! }
    let middle = Coordinate(latitude: (south + north) / 2, longitude: (west + east) / 2)!
    return MapView.around(middle, showing: corners, width: width, height: height)
  }
}
