public import Atlas
import CGLib
public import TravelModel

/// What the offline map is painted of; without the landscape or the relief, it does without them.
public struct MapData: Sendable {
  public let outlines: Outlines
  public let landscape: Landscape?
  public let relief: Relief?

  /// Whether nothing of it is missing.
  public var isWhole: Bool { landscape != nil && relief != nil }
}

/// What has a name on the offline map; without the landmarks or the cities, it does without them.
public struct MapNameData: Sendable {
  public let countries: [Country]
  public let landmarks: Landmarks?
  public let gazetteer: Gazetteer?

  /// Whether nothing of it is missing.
  public var isWhole: Bool { landmarks != nil && gazetteer != nil }
}

/// The data of the offline map, each file of which is read on first use.
///
/// A missing or damaged file affects only what needs it.
public final class World: Sendable {
  private let outlinesFile: ReadOnce<Outlines>
  private let landscapeFile: ReadOnce<Landscape>
  private let reliefFile: ReadOnce<Relief>
  private let landmarksFile: ReadOnce<Landmarks>
  private let gazetteerFile: ReadOnce<Gazetteer>
  private let timeZonesFile: ReadOnce<TimeZones>
  private let nameSearch: ReadOnce<NameSearch>
  private let citySearch: ReadOnce<CitySearch>

  public init(folder: String) {
    outlinesFile = ReadOnce("\(folder)/outlines.atlas", Outlines.init(file:))
    landscapeFile = ReadOnce("\(folder)/landscape.atlas", Landscape.init(file:))
    reliefFile = ReadOnce("\(folder)/relief.atlas", Relief.init(file:))
    landmarksFile = ReadOnce("\(folder)/landmarks.atlas", Landmarks.init(file:))
    gazetteerFile = ReadOnce("\(folder)/gazetteer.atlas", Gazetteer.init(file:))
    timeZonesFile = ReadOnce("\(folder)/timezones.atlas", TimeZones.init(file:))
    citySearch = ReadOnce { [gazetteerFile] () async throws(AtlasError) in
      CitySearch(try await gazetteerFile.value())
    }
    nameSearch = ReadOnce { [outlinesFile, landmarksFile] () async throws(AtlasError) in
      NameSearch(
        countries: try await outlinesFile.value().countries,
        landmarks: try await landmarksFile.value().all)
    }
  }

  /// The outlines of land, countries and regions.
  public func outlines() async throws(AtlasError) -> Outlines { try await outlinesFile.value() }

  /// Seas, regions, lakes, rivers, peaks and provinces by name.
  public func landmarks() async throws(AtlasError) -> Landmarks { try await landmarksFile.value() }

  /// The cities and their names.
  public func gazetteer() async throws(AtlasError) -> Gazetteer { try await gazetteerFile.value() }

  /// The time zones of countries.
  func timeZones() async throws(AtlasError) -> TimeZones { try await timeZonesFile.value() }

  /// Finds countries and landmarks.
  public func names() async throws(AtlasError) -> NameSearch { try await nameSearch.value() }

  /// Finds cities.
  public func cities() async throws(AtlasError) -> CitySearch { try await citySearch.value() }

  /// All that the map is painted of, read side by side; nil without the outlines.
  public func mapData() async -> MapData? {
    async let landscape = try? landscapeFile.value()
    async let relief = try? reliefFile.value()
    guard let outlines = try? await outlines() else { return nil }
    return await MapData(outlines: outlines, landscape: landscape, relief: relief)
  }

  /// All that has a name on the map, read side by side.
  public func mapNames() async -> MapNameData {
    async let landmarks = try? landmarks()
    async let gazetteer = try? gazetteer()
    return await MapNameData(
      countries: (try? outlines().countries) ?? [], landmarks: landmarks, gazetteer: gazetteer)
  }
}

/// A file that is read when it is first asked for, and once.
private actor ReadOnce<Content: Sendable> {
  private let read: @Sendable () async throws(AtlasError) -> Content
  private var task: Task<Result<Content, AtlasError>, Never>?

  init(_ read: @escaping @Sendable () async throws(AtlasError) -> Content) { self.read = read }

  init(_ path: String, _ read: @escaping @Sendable (String) throws(AtlasError) -> Content) {
    self.read = { () async throws(AtlasError) in try read(path) }
  }

  func value() async throws(AtlasError) -> Content {
    let task =
      task
      ?? Task.detached { [read] in
        // Otherwise the room that decoding took stays with the process.
        defer { _ = malloc_trim(0) }
        do throws(AtlasError) { return .success(try await read()) } catch { return .failure(error) }
      }
    self.task = task
    return try await task.value.get()
  }
}

extension World {
  /// The name of a place, or its coordinate where no name is known.
  public func name(of coordinate: Coordinate, languages: [String]) async -> String {
    await title(of: coordinate, languages: languages)?.text ?? coordinate.readable
  }

  /// The name of a place in parts; nil where the gazetteer cannot be read.
  public func title(of coordinate: Coordinate, languages: [String]) async -> PlaceTitle? {
    guard let gazetteer = try? await gazetteer() else { return nil }
    let finding = try? await outlines().country(at: coordinate)
    let countries = (try? await outlines().countries) ?? []
    let found: [Country]
    var isDisputed = false
    switch finding {
    case .country(let index): found = [countries[index]]
    case .disputed(let indices):
      found = indices.map { countries[$0] }
      isDisputed = true
    case CountryFinding.none?, nil: found = []
    }
    let description = gazetteer.describe(
      coordinate, countryCodes: found.map(\.code).filter { !$0.isEmpty },
      isSea: finding.map { if case .none = $0 { true } else { false } } ?? false)
    // In a disputed place, only the city is named.
    func country(of city: City) -> String? {
      if isDisputed { return nil }
      if let country = found.first { return country.name(in: languages) }
      return countries.first { $0.code == city.countryCode }?.name(in: languages)
        ?? gazetteer.countryName(city.countryCode)
    }
    switch description {
    case .at(let index):
      let city = gazetteer.city(index)
      return .at(city: city.name, country: country(of: city))
    case .near(let index, let kilometres, let direction):
      let city = gazetteer.city(index)
      // Across a border, the country is the place's and not the city's.
      if !isDisputed, let here = found.first, here.code != city.countryCode, !here.code.isEmpty {
        return .remote(
          country: here.name(in: languages), nearest: city.name, kilometres: kilometres,
          direction: direction)
      }
      return .near(
        city: city.name, country: country(of: city), kilometres: kilometres, direction: direction)
    case .sea(let sea, let index, let kilometres):
      return .sea(sea, nearest: gazetteer.city(index).name, kilometres: kilometres)
    case .remote(let index, let kilometres, let direction):
      return .remote(
        country: isDisputed ? nil : found.first?.name(in: languages),
        nearest: gazetteer.city(index).name, kilometres: kilometres, direction: direction)
    }
  }
}

/// A landmark, and how far from a place it is.
public struct NearbyLandmark: Hashable, Sendable {
  public let landmark: SearchResult
  /// In metres to the nearest point of it, to some hundred metres; 0 in the midst of it.
  public let distance: Double
}

/// What the offline map knows of a place besides its name.
extension World {
  /// How far from land its clocks are kept, in kilometres: as far as its waters.
  private static let waters = 25
  /// How far from every town the border alone tells the country, in kilometres.
  private static let wilderness = 300
  /// How far away landmarks are told of, in metres.
  private static let landmarkDistance = 60_000.0
  private static let mostLandmarks = 5
  /// What has no one place to fly to, or is no sight.
  private static let vagueKinds: Set<Landmark.Kind> = [.ocean, .sea, .region, .province, .plain]

  /// The rules of the clocks of a place; nil where the data is missing.
  @concurrent
  public func timeZone(at place: Coordinate) async -> PlaceZone? {
    guard let zones = try? await timeZones(), let gazetteer = try? await gazetteer(),
      let outlines = try? await outlines()
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

  /// Landmarks around a place, those first that a map shows first.
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
