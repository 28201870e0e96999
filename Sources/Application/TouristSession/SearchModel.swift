import Atlas
public import Observation
public import Places
import TravelModel

/// Searches pins, coordinates and all that has a name on the offline map; nothing leaves the machine.
@Observable @MainActor
public final class SearchModel {
  public var text = "" {
    didSet { if text != oldValue { search() } }
  }
  /// The results, the best first.
  public private(set) var results: [SearchResult] = []
  public private(set) var isCurrent = true

  @ObservationIgnored private let world: World
  @ObservationIgnored private let map: MapModel
  @ObservationIgnored private let languages: [String]
  @ObservationIgnored private var task: Task<Void, Never>?

  /// The most results of each kind: a list that fits a window.
  private nonisolated static let limit = 8

  public init(world: World, map: MapModel, languages: [String]) {
    self.world = world
    self.map = map
    self.languages = languages
  }

  private func search() {
    task?.cancel()
    let query = text
    guard query.contains(where: { !$0.isWhitespace }) else {
      results = []
      isCurrent = true
      return
    }
    isCurrent = false
    task = Task { [weak self, map, world, languages] in
      let found = await SearchModel.results(
        for: query, pins: map.pins, world: world, languages: languages,
        limit: SearchModel.limit)
      guard let self, !Task.isCancelled else { return }
      (results, isCurrent) = (found, true)
    }
  }

  /// Finds so many pins and places at most, the pins first.
  @concurrent
  static func results(
    for query: String, pins: PinIndex, world: World, languages: [String], limit: Int
  ) async -> [SearchResult] {
    var results: [SearchResult] = []
    if let place = PlaceRequest(query) {
      let title = place.coordinate.readable
      let name = await world.name(of: place.coordinate, languages: languages)
      results.append(
        SearchResult(
          kind: .coordinate, title: title, detail: name == title ? "" : name, place: place))
    }
    let titled = pins.titled(like: query, limit: limit) {
      String(decoding: Folding.folded($0), as: UTF8.self)
    }
    results += titled.map {
      SearchResult(
        kind: .pin($0.id), title: $0.title, detail: $0.coordinate.decimal,
        place: PlaceRequest(coordinate: $0.coordinate))
    }
    guard !Task.isCancelled else { return results }
    let places = await world.places(for: query, languages: languages, limit: limit)
    // A pin that was dropped at what is found is called like it.
    let pinned = Set(titled.map(\.coordinate))
    return results + places.filter { !pinned.contains($0.place.coordinate) }
  }
}
