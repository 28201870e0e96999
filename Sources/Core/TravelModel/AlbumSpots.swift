/// The places of an album's pin and photos, for a map that shows them all.
public struct AlbumSpots: Hashable, Sendable {
  private let pin: Coordinate
  /// All places, without duplicates.
  private let places: Set<Coordinate>

  public init(pin: Coordinate, photos: [Coordinate]) {
    self.pin = pin
    places = Set(photos)
  }

  /// Whether all photos are at the pin's place, as in an album of postcards.
  public var areOne: Bool { places.allSatisfy { $0 == pin } }

  /// The closest view with the pin in the middle that contains all photos.
  public func view(width: Double, height: Double) -> MapView {
    let middle = Mercator.project(pin)
    let opposites = places.map { place in
      let point = Mercator.project(place)
      return Mercator.coordinate(
        at: WorldPoint(x: 2 * middle.x - point.x, y: 2 * middle.y - point.y))
    }
    var view = MapView.fitting([pin] + places + opposites, width: width, height: height)
    view.center = pin
    return view
  }
}
