import Files
public import Places
import TravelModel
import TravelStore

/// The search that the desktop asks, which finds pins and places also while there is no window.
@MainActor
public final class DesktopSearch {
  /// The session of the window, if there is one.
  public var session: Session?
  private let world: World
  private let languages: [String]
  private let folder: String
  /// What was found since the last new search, by names that are the same in each run of the program.
  private var found: [String: SearchResult] = [:]
  /// The pins of a library that no window has opened, as a search has begun with them.
  private var pins: PinIndex?

  /// The most pins, and the most places: the desktop shows no more of a program.
  private static let limit = 5
  /// The shortest text that is searched, in bytes: two letters begin too many names, and a word of
  /// Chinese may be one sign, of three.
  private static let leastLength = 3

  public init(world: World, languages: [String], libraryFolder: String) {
    (self.world, self.languages, folder) = (world, languages, libraryFolder)
  }

  /// Finds pins, and then places, and returns their names; `isNew` unless the text has only grown.
  public func find(_ terms: [String], isNew: Bool = true) async -> [String] {
    let query = terms.joined(separator: " ")
    guard query.utf8.count >= DesktopSearch.leastLength else { return [] }
    if isNew { (pins, found) = (nil, [:]) }
    let results = await SearchModel.results(
      for: query, pins: await currentPins(), world: world, languages: languages,
      limit: DesktopSearch.limit)
    for result in results { found[result.token] = result }
    return results.map(\.token)
  }

  /// A result of this run of the program, by its name.
  public subscript(name: String) -> SearchResult? { found[name] }

  /// A result by its name, also of a search in an earlier run of the program.
  public func result(_ name: String, of terms: [String]) async -> SearchResult? {
    if found[name] == nil { _ = await find(terms) }
    return found[name]
  }

  private func currentPins() async -> PinIndex {
    if let map = session?.map, map.isConnected { return map.pins }
    if let pins { return pins }
    let read = await WorkQueue.shared.run { [folder] in
      PinIndex(TravelStore.pins(ofLibraryIn: folder))
    }
    pins = read
    return read
  }
}

extension SearchResult {
  /// The desktop keeps what it was told of a name.
  fileprivate var token: String {
    switch kind {
    case .coordinate: "coordinate-\(place.coordinate.decimal)"
    case .pin(let id): "pin-\(id.number)"
    case .city(let index): "city-\(index)"
    case .country(let index): "country-\(index)"
    case .landmark(let index, _): "landmark-\(index)"
    }
  }
}
