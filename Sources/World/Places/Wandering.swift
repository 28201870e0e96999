import Atlas
public import TravelModel

public struct Somewhere: Sendable {
  /// The identity of the place, as long as the data is the same.
  public let name: String
  public let result: SearchResult
}

extension World {
  /// Chooses a place worth seeing, in daylight now, far from the user's pins and not yet seen.
  ///
  /// Once all have been seen, they repeat. Nil without the map's data.
  public func somewhere(
    besides seen: Set<String>, pins: PinIndex, languages: [String], at time: Double
  ) async -> Somewhere? {
    var random = SystemRandomNumberGenerator()
    return await Wandering(finder: PlaceFinder(self, languages), pins: pins, time: time)
      .choose(besides: seen, using: &random)
  }
}

/// Chooses among the places that are worth seeing.
struct Wandering {
  private let finder: PlaceFinder
  private let pins: PinIndex
  private let time: Double
  private let sun: Sun
  private let groups: [(share: Double, places: [Candidate])]

  private struct Candidate {
    let name: String
    let place: WorldPoint
    let weight: Double
    let result: () -> SearchResult
  }

  /// The kinds of places, and their shares of the choices.
  private static let shares: [(kinds: Set<Landmark.Kind>, share: Double)] = [
    ([], 0.35), ([.island, .islands], 0.15), ([.range, .plateau], 0.13), ([.peak], 0.1),
    ([.lake], 0.1), ([.peninsula, .coast, .bay], 0.07), ([.valley, .delta, .plain], 0.05),
    ([.desert], 0.05),
  ]
  private static let leastPopulation = 250_000
  /// Landmarks that appear only at closer zooms are too little known.
  private static let closestZoom = 7.0
  /// Half the side of the square around a place that must contain no pins, in widths of the world.
  private static let distance = 0.004
  private static let pinZoom = 12.0

  init(finder: PlaceFinder, pins: PinIndex, time: Double) {
    (self.finder, self.pins, self.time) = (finder, pins, time)
    sun = Sun(at: time)
    groups = Wandering.shares.map { ($0.share, Wandering.candidates($0.kinds, finder)) }
  }

  var names: Set<String> { Set(groups.flatMap { $0.places.map(\.name) }) }

  func choose(
    besides seen: Set<String>, using random: inout some RandomNumberGenerator
  ) -> Somewhere? {
    for isWanted in [
      { !seen.contains($0.name) && isInDaylight($0.place) && isNew($0.place) },
      { !seen.contains($0.name) && isNew($0.place) }, { !seen.contains($0.name) }, { _ in true },
    ] as [(Candidate) -> Bool] {
      let left = groups.map { (share: $0.share, places: $0.places.filter(isWanted)) }
        .filter { !$0.places.isEmpty }
      guard let group = Wandering.draw(left, weight: \.share, using: &random),
        let place = Wandering.draw(group.places, weight: \.weight, using: &random)
      else { continue }
      return Somewhere(name: place.name, result: place.result())
    }
    return nil
  }

  /// The landmarks of some kinds, or the cities if there are none.
  private static func candidates(
    _ kinds: Set<Landmark.Kind>, _ finder: PlaceFinder
  ) -> [Candidate] {
    if kinds.isEmpty {
      guard let gazetteer = finder.gazetteer else { return [] }
      return (0..<gazetteer.count).prefix {
        gazetteer.city($0).population >= Wandering.leastPopulation
      }.map { index in
        let city = gazetteer.city(index)
        return Candidate(
          name: "city \(gazetteer.usualName(of: index)), \(city.countryCode)",
          place: Mercator.project(city.coordinate),
          weight: Double(city.population).squareRoot(), result: { finder.city(index) })
      }
    }
    return finder.landmarks.enumerated().compactMap { index, landmark in
      guard kinds.contains(landmark.kind), landmark.minimumZoom <= Wandering.closestZoom
      else { return nil }
      return Candidate(
        name: "\(landmark.kind) \(landmark.name(in: []))", place: landmark.label,
        weight: Wandering.closestZoom + 1 - landmark.minimumZoom,
        result: { finder.landmark(index) })
    }
  }

  private func isInDaylight(_ place: WorldPoint) -> Bool {
    let coordinate = Mercator.coordinate(at: place)
    let hour = (time / 3600 + coordinate.longitude / 15).truncatingRemainder(dividingBy: 24)
    return sun.elevation(latitude: coordinate.latitude, hour: hour) > 0
  }

  private func isNew(_ place: WorldPoint) -> Bool {
    let reach = Wandering.distance
    return pins.markers(
      x: (place.x - reach)...(place.x + reach), y: (place.y - reach)...(place.y + reach),
      zoom: Wandering.pinZoom
    ).isEmpty
  }

  private static func draw<Item>(
    _ items: [Item], weight: (Item) -> Double, using random: inout some RandomNumberGenerator
  ) -> Item? {
    let total = items.reduce(0) { $0 + weight($1) }
    guard total > 0 else { return nil }
    var rest = Double.random(in: 0..<total, using: &random)
    return items.first {
      rest -= weight($0)
      return rest < 0
    } ?? items.last
  }
}
