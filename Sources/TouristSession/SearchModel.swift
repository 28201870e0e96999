public import Atlas
public import Observation
public import TravelModel

/// A place found by a search.
public struct SearchResult: Hashable, Identifiable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// A coordinate that was typed.
    case coordinate
    case pin(Pin.ID)
    /// A city, by its number in the gazetteer.
    case city(Int)
    /// A country, by its index in the outlines.
    case country(Int)
    /// A landmark of a kind, by its index in the landmarks.
    case landmark(Int, Landmark.Kind)
  }

  public var id: Kind { kind }
  public let kind: Kind
  public let title: String
  /// Distinguishes places of the same title.
  public let detail: String
  /// Where it is, and the zoom to show it at.
  public let place: PlaceRequest
}

/// Searches pins, coordinates and all that has a name on the offline map; nothing leaves the machine.
@Observable @MainActor
public final class SearchModel {
  /// What the user has typed.
  public var text = "" {
    didSet { if text != oldValue { search() } }
  }
  /// The results, the best first.
  public private(set) var results: [SearchResult] = []
  /// Whether the results belong to the current text.
  public private(set) var isCurrent = true

  @ObservationIgnored private let world: World
  @ObservationIgnored private let map: MapModel
  @ObservationIgnored private let languages: [String]
  @ObservationIgnored private var task: Task<Void, Never>?

  /// The most results of each kind: a list that fits a window.
  private static let limit = 8

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
    task = Task { [weak self] in
      guard let found = await self?.find(query), !Task.isCancelled else { return }
      self?.results = found
      self?.isCurrent = true
    }
  }

  private func find(_ query: String) async -> [SearchResult] {
    let pins = map.pins
    return await SearchModel.results(
      for: query, pins: pins, world: world, languages: languages, limit: SearchModel.limit)
  }

  @concurrent
  private static func results(
    for query: String, pins: PinIndex, world: World, languages: [String], limit: Int
  ) async -> [SearchResult] {
    var results: [SearchResult] = []
    if let place = PlaceRequest(query) {
      results.append(
        SearchResult(
          kind: .coordinate, title: place.coordinate.readable, detail: "", place: place))
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
    let finder = await PlaceFinder(world, languages)
    return results + finder.places(for: query, limit: limit)
  }
}
