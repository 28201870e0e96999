public import Atlas
import CGLib
public import TravelModel

/// The data that the offline map is painted from; landscape and relief are optional.
public struct MapData: Sendable {
  public let outlines: Outlines
  public let landscape: Landscape?
  public let relief: Relief?

  public var isWhole: Bool { landscape != nil && relief != nil }
}

/// The named features of the offline map; landmarks and cities are optional.
public struct MapNameData: Sendable {
  public let countries: [Country]
  public let landmarks: Landmarks?
  public let gazetteer: Gazetteer?

  public var isWhole: Bool { landmarks != nil && gazetteer != nil }
}

/// The data of the offline map; each file is read on first use.
///
/// A missing or damaged file affects only what needs it.
public final class World: Sendable {
  public let outlines: ReadOnce<Outlines>
  let landscape: ReadOnce<Landscape>
  let relief: ReadOnce<Relief>
  /// Seas, regions, lakes, rivers, peaks and provinces by name.
  package let landmarks: ReadOnce<Landmarks>
  public let gazetteer: ReadOnce<Gazetteer>
  let timeZones: ReadOnce<TimeZones>
  package let names: ReadOnce<NameSearch>
  package let cities: ReadOnce<CitySearch>

  /// Reads the files of a folder; cities, landmarks and provinces are called as in the first of the
  /// languages in which it has names for them.
  public init(folder: String, languages: [String] = []) {
    func file<Content: AtlasContent>(_ name: String) -> ReadOnce<Content> {
      ReadOnce { try? Content(file: "\(folder)/\(name).atlas") }
    }
    outlines = file("outlines")
    landscape = file("landscape")
    relief = file("relief")
    let local = ReadOnce<LocalNames> { LocalNames.first(of: languages, in: folder) }
    landmarks = ReadOnce {
      (try? Landmarks(file: "\(folder)/landmarks.atlas"))?.named(by: await local())
    }
    gazetteer = ReadOnce {
      (try? Gazetteer(file: "\(folder)/gazetteer.atlas"))?.named(by: await local())
    }
    timeZones = file("timezones")
    cities = ReadOnce { [gazetteer, outlines] in
      guard let gazetteer = await gazetteer() else { return nil }
      let countries = await languages.isEmpty ? [] : outlines()?.countries ?? []
      let names = countries.map { ($0.code, $0.name(in: languages)) }
      return CitySearch(
        gazetteer, countryNames: Dictionary(names, uniquingKeysWith: { first, _ in first }))
    }
    names = ReadOnce { [outlines, landmarks] in
      guard let outlines = await outlines(), let landmarks = await landmarks() else { return nil }
      return NameSearch(countries: outlines.countries, landmarks: landmarks.all)
    }
  }

  /// The data for painting the map, read in parallel; nil without the outlines.
  public func mapData() async -> MapData? {
    async let landscape = landscape()
    async let relief = relief()
    guard let outlines = await outlines() else { return nil }
    return await MapData(outlines: outlines, landscape: landscape, relief: relief)
  }

  /// The named features of the map, read in parallel.
  public func mapNames() async -> MapNameData {
    async let landmarks = landmarks()
    async let gazetteer = gazetteer()
    return await MapNameData(
      countries: outlines()?.countries ?? [], landmarks: landmarks, gazetteer: gazetteer)
  }
}

/// A value that is read once, on first use; nil if that fails.
public actor ReadOnce<Content: Sendable> {
  private let read: @Sendable () async -> Content?
  private var task: Task<Content?, Never>?

  init(_ read: @escaping @Sendable () async -> Content?) { self.read = read }

  public func callAsFunction() async -> Content? {
    let task =
      task
      ?? Task.detached { [read] in
        // Otherwise the process would keep the memory used for decoding.
        defer { _ = malloc_trim(0) }
        return await read()
      }
    self.task = task
    return await task.value
  }
}

extension World {
  /// The name of a place, or its coordinate if it has no name.
  public func name(of coordinate: Coordinate, languages: [String]) async -> String {
    guard let gazetteer = await gazetteer() else { return coordinate.readable }
    let outlines = await outlines()
    let finding = outlines?.country(at: coordinate)
    let countries = outlines?.countries ?? []
    let found: [Country]
    var isDisputed = false
    switch finding {
    case .country(let index): found = [countries[index]]
    case .disputed(let indices):
      found = indices.map { countries[$0] }
      isDisputed = true
    case CountryFinding.none?, nil: found = []
    }
    let here = isDisputed ? nil : found.first?.name(in: languages)
    // In a disputed place, only the city is named.
    func title(of city: City) -> String {
      let known = here ?? countries.first { $0.code == city.countryCode }?.name(in: languages)
      let country = isDisputed ? nil : known ?? gazetteer.countryName(city.countryCode)
      return PlaceTitle.city(city.name, in: country)
    }
    let description = gazetteer.describe(
      coordinate, countryCodes: found.map(\.code).filter { !$0.isEmpty },
      isSea: finding == CountryFinding.none)
    switch description {
    case .at(let index): return title(of: gazetteer.city(index))
    case .near(let index, let kilometres, let direction):
      let city = gazetteer.city(index)
      // If a border is between them, the country is that of the place, not of the city.
      if let here, let code = found.first?.code, code != city.countryCode, !code.isEmpty {
        return PlaceTitle.inCountry(here, kilometres, direction, from: city.name)
      }
      return PlaceTitle.way(kilometres, direction, from: title(of: city))
    case .sea(let sea, let index, let kilometres):
      return PlaceTitle.sea(sea, kilometres, from: gazetteer.city(index).name)
    case .remote(let index, let kilometres, let direction):
      return PlaceTitle.inCountry(here, kilometres, direction, from: gazetteer.city(index).name)
    }
  }
}

/// A landmark, and its distance from a place.
public struct NearbyLandmark: Hashable, Sendable {
  public let landmark: SearchResult
  /// The distance to its nearest point, in metres, exact to some hundred metres; 0 inside it.
  public let distance: Double
}

/// Facts about a place besides its name.
extension World {
  /// How far from land its time zone applies, in kilometres: the territorial waters.
  private static let waters = 25
  /// How far from every town the border alone determines the country, in kilometres.
  private static let wilderness = 300
  /// The greatest distance of a landmark that is listed, in metres.
  private static let landmarkDistance = 60_000.0
  private static let mostLandmarks = 5
  /// Kinds of landmarks without a single place to fly to, or that are no sights.
  private static let vagueKinds: Set<Landmark.Kind> = [.ocean, .sea, .region, .province, .plain]

  /// The time zone of a place; nil if the data is missing.
  @concurrent
  public func timeZone(at place: Coordinate) async -> PlaceZone? {
    guard let zones = await timeZones(), let gazetteer = await gazetteer(),
      let outlines = await outlines()
    else { return nil }
    let finding = outlines.country(at: place)
    var codes: [String] = []
    if case .country(let index) = finding { codes = [outlines.countries[index].code] }
    codes = codes.filter { !$0.isEmpty }
    let city: Int?
    switch gazetteer.describe(place, countryCodes: codes, isSea: finding == .none) {
    case .at(let index), .near(let index, _, _): city = index
    case .sea(_, let index, let kilometres): city = kilometres <= World.waters ? index : nil
    case .remote(let index, let kilometres, _):
      city = kilometres <= World.wilderness ? index : nil
    }
    // The town is preferred: islands far from their country have a code of their own.
    let code = city.map { gazetteer.city($0).countryCode } ?? codes.first
    return code.flatMap { zones.zone(at: place, inCountry: $0) } ?? .nautical(at: place)
  }

  /// Landmarks around a place, the most important first.
  @concurrent
  package func landmarks(near place: Coordinate, languages: [String]) async -> [NearbyLandmark] {
    let finder = await PlaceFinder(self, languages, searches: false)
    let point = Mercator.project(place)
    let near = finder.landmarks.enumerated().compactMap {
      index, landmark -> (index: Int, zoom: Double, distance: Double)? in
      guard !World.vagueKinds.contains(landmark.kind) else { return nil }
      let nearest = landmark.nearestPoint(to: point)
      let distance = nearest == point ? 0 : Mercator.coordinate(at: nearest).distance(to: place)
      guard distance <= World.landmarkDistance else { return nil }
      return (index, landmark.minimumZoom, distance)
    }
    return near.sorted { ($0.zoom, $0.distance) < ($1.zoom, $1.distance) }
      .prefix(World.mostLandmarks)
      .map { NearbyLandmark(landmark: finder.landmark($0.index), distance: $0.distance) }
  }
}
