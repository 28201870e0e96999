import Atlas
import GLibBridge
import TravelModel

extension World {
  /// Cities, countries and landmarks that match a text, the likeliest first.
  package func places(for query: String, languages: [String], limit: Int) async -> [SearchResult] {
    await PlaceFinder(self, languages).places(for: query, limit: limit)
  }
}

/// Finds named places in the data of the offline map.
struct PlaceFinder {
  let gazetteer: Gazetteer?
  let landmarks: [Landmark]
  private let outlines: Outlines?
  private let names: NameSearch?
  private let cities: CitySearch?
  private let languages: [String]

  /// Makes a finder; without `searches`, it only describes places, and need not read all names.
  init(_ world: World, _ languages: [String], searches: Bool = true) async {
    gazetteer = await world.gazetteer()
    outlines = await world.outlines()
    landmarks = await world.landmarks()?.all ?? []
    names = searches ? await world.names() : nil
    cities = searches ? await world.cities() : nil
    self.languages = languages
  }

  /// Cities, countries and landmarks, the likeliest first.
  func places(for query: String, limit: Int) -> [SearchResult] {
    let cities = (self.cities?.search(query, limit: limit) ?? []).map {
      (score: $0.score, result: city($0.city, foundBy: $0.matchedName))
    }
    let others = (names?.search(query, limit: limit) ?? []).map { hit in
      switch hit.found {
      case .country(let index): (score: hit.score, result: country(index))
      case .landmark(let index): (score: hit.score, result: landmark(index))
      }
    }
    let best = (cities + others).sorted { $0.score > $1.score }.prefix(limit).map(\.result)
    return PlaceFinder.toldApart(PlaceFinder.toldApart(best, by: province(of:_:)), by: way(to:_:))
  }

  /// Gives cities with equal titles and details a more specific detail, if there is one.
  private static func toldApart(
    _ results: [SearchResult], by detail: (Int, SearchResult) -> String?
  ) -> [SearchResult] {
    let cities = results.filter { if case .city = $0.kind { true } else { false } }
    let alike = Dictionary(grouping: cities) { [$0.title, $0.detail] }.filter { $1.count > 1 }
    return results.map { result in
      guard case .city(let index) = result.kind, alike[[result.title, result.detail]] != nil,
        let better = detail(index, result)
      else { return result }
      return result.with(detail: better)
    }
  }

  /// The province of a city, as a detail that distinguishes it from others of its name and country.
  private func province(of index: Int, _ result: SearchResult) -> String? {
    guard let gazetteer, !gazetteer.isUsuallyNamedWithProvince(index) else { return nil }
    return gazetteer.provinceName(of: index).map { asPlace([$0, result.detail]) }
  }

  /// The larger city nearby, as a detail for a city that its province does not distinguish either.
  private func way(to index: Int, _ result: SearchResult) -> String? {
    guard let gazetteer, let other = gazetteer.wellKnownCity(near: index) else { return nil }
    let place = result.place.coordinate
    // Without its country, because the other city may be in another country or province.
    let way = PlaceTitle.way(
      max(1, Int(gazetteer.kilometres(from: other, to: place).rounded())),
      CompassPoint(bearing: gazetteer.coordinate(of: other).bearing(to: place)),
      from: gazetteer.city(other).name)
    return "\(result.detail) · \(way)"
  }

  /// A city of the gazetteer, with the name by which it was found if that differs.
  func city(_ index: Int, foundBy name: String? = nil) -> SearchResult {
    let city = gazetteer!.city(index)
    let province =
      gazetteer!.isUsuallyNamedWithProvince(index)
      ? gazetteer!.provinceName(of: index) : nil
    let area = asPlace([province, countryName(city.countryCode)].compactMap { $0 })
    return SearchResult(
      kind: .city(index), title: city.name,
      detail: name.map { $0 == city.name ? area : "\($0) · \(area)" } ?? area,
      name: pinName(in: city),
      place: PlaceRequest(
        coordinate: city.coordinate, zoom: PlaceFinder.zoom(forCityOf: city.population)))
  }

  func landmark(_ index: Int) -> SearchResult {
    let landmark = landmarks[index]
    let coordinate = Mercator.coordinate(at: landmark.label)
    let name = landmark.name(in: languages)
    return SearchResult(
      kind: .landmark(index, landmark.kind), title: name,
      detail: countryName(of: landmark, at: coordinate), name: name,
      place: PlaceRequest(
        coordinate: coordinate, zoom: min(11, max(3, landmark.minimumZoom + 2))))
  }

  private func country(_ index: Int) -> SearchResult {
    let country = outlines!.countries[index]
    let name = country.name(in: languages)
    return SearchResult(
      kind: .country(index), title: name, detail: "", name: name,
      place: PlaceRequest(
        coordinate: Mercator.coordinate(at: country.label),
        zoom: min(7, country.minimumZoom + 2.5)))
  }

  /// The title of a pin in a city: the city's own name, even if a larger one surrounds it.
  private func pinName(in city: City) -> String {
    // In a disputed place, only the city is named.
    let isDisputed =
      if case .disputed = outlines?.country(at: city.coordinate) { true } else { false }
    let country = isDisputed ? "" : countryName(city.countryCode)
    return PlaceTitle.city(city.name, in: country.isEmpty ? nil : country)
  }

  /// The country of a landmark, if it distinguishes the landmark from others of its name.
  private func countryName(of landmark: Landmark, at coordinate: Coordinate) -> String {
    if !landmark.countryCode.isEmpty { return countryName(landmark.countryCode) }
    guard landmark.kind != .ocean, landmark.kind != .sea,
      case .country(let index) = outlines?.country(at: coordinate)
    else { return "" }
    return outlines?.countries[index].name(in: languages) ?? ""
  }

  private func countryName(_ code: String) -> String {
    outlines?.countries.first { $0.code == code }?.name(in: languages)
      ?? gazetteer?.countryName(code) ?? ""
  }

  /// The zoom at which a city fills a window.
  private static func zoom(forCityOf population: Int) -> Double {
    switch population {
    case 5_000_000...: 10
    case 1_000_000...: 11
    case 100_000...: 12
    default: 13
    }
  }
}
