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
