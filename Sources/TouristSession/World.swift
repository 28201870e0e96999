public import Atlas
public import TravelModel

/// The data of the offline map: outlines and gazetteer, each loaded on first use.
///
/// A missing or damaged file affects only what needs it.
public actor World {
  private let folder: String
  private var outlinesTask: Task<Result<Outlines, AtlasError>, Never>?
  private var gazetteerTask: Task<Result<Gazetteer, AtlasError>, Never>?

  public init(folder: String) { self.folder = folder }

  /// The outlines of land, countries and regions.
  public func outlines() async throws(AtlasError) -> Outlines {
    let path = "\(folder)/outlines.atlas"
    let task =
      outlinesTask
      ?? Task.detached {
        Result { () throws(AtlasError) in try Outlines(file: path) }
      }
    outlinesTask = task
    return try await task.value.get()
  }

  /// The cities and their names.
  public func gazetteer() async throws(AtlasError) -> Gazetteer {
    let path = "\(folder)/gazetteer.atlas"
    let task =
      gazetteerTask
      ?? Task.detached {
        Result { () throws(AtlasError) in try Gazetteer(file: path) }
      }
    gazetteerTask = task
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
