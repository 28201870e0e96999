/// The places of an album's pin and photos, for a map that shows them all.
public struct AlbumSpots: Hashable, Sendable {
  private let pin: Coordinate
  /// All places, without duplicates.
  private let places: Set<Coordinate>

  /// The least distance between two distinct dots, in pixels: the width of a dot with its edge.
  private static let dotWidth = 9.0
  /// The share of the dots that must stay distinct in a wider view.
  private static let leastShare = 0.75

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

  /// Whether about as many dots are distinct at a zoom as at a closer one.
  public func areApart(at zoom: Double, asAt closer: Double) -> Bool {
    Double(dots(at: zoom)) >= Double(dots(at: closer)) * AlbumSpots.leastShare
  }

  /// The number of distinct dots at a zoom, including the pin.
  private func dots(at zoom: Double) -> Int {
    let side = MapView(center: pin, zoom: zoom).worldSize / AlbumSpots.dotWidth
    let origin = Mercator.project(pin)
    let cells = places.union([pin]).map { place in
      let point = Mercator.project(place)
      let east = point.x - origin.x
      return [east - east.rounded(), point.y - origin.y].map { Int(($0 * side).rounded()) }
    }
    return Set(cells).count
  }
}
