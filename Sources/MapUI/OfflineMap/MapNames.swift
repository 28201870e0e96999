import Atlas
import TravelModel

/// A name on the map.
struct MapName: Hashable {
  let text: String
  let point: WorldPoint
  let isCountry: Bool
  /// In pixels.
  let fontSize: Double

  /// Where the text may begin, in pixels from its point: a country's in the middle, a city's beside
  /// its dot, on the right before the left, then above and below.
  func offsets(width: Double, height: Double) -> [(x: Double, y: Double)] {
    let gap = 6.0
    return isCountry
      ? [(-width / 2, -height / 2)]
      : [
        (gap, -height / 2), (-width - gap, -height / 2), (-width / 2, -height - gap),
        (-width / 2, gap),
      ]
  }
}

/// Which names the offline map shows where and how close.
struct MapNames {
  let countries: [Country]
  let gazetteer: Gazetteer?
  let languages: [String]

  /// No window has room for more cities at once.
  private static let mostCities = 250

  /// The names of an area that may be shown at a zoom level, the greatest first: great countries, great
  /// cities, small countries and small cities.
  func names(in area: MapArea, level: Int) -> [MapName] {
    let countries = countryNames(in: area, level: level)
    let cities = cityNames(in: area, level: level)
    let great = cities.prefix { $0.population >= MapNames.greatCity }
    return countries.filter { $0.rank <= MapNames.greatRank }.map(\.name) + great.map(\.name)
      + countries.filter { $0.rank > MapNames.greatRank }.map(\.name)
      + cities.dropFirst(great.count).map(\.name)
  }

  /// Countries to this rank, and cities from this population, are not kept out by others.
  private static let greatRank = 4
  private static let greatCity = 800_000

  private func countryNames(in area: MapArea, level: Int) -> [(rank: Int, name: MapName)] {
    // The source's zooms are for tiles of twice our size.
    let zoom = Double(level) - 0.5
    return
      countries
      .filter { $0.minimumZoom <= zoom + 1 && zoom <= $0.maximumZoom + 1 }
      .sorted { ($0.rank, $0.minimumZoom) < ($1.rank, $1.minimumZoom) }
      .map {
        (
          $0.rank,
          MapName(
            text: $0.name(in: languages), point: $0.label, isCountry: true,
            fontSize: max(12, 17 - Double($0.rank) + min(3, max(0, zoom - $0.minimumZoom))))
        )
      }
      .filter { !area.copies(of: $0.1.point).isEmpty && !$0.1.text.isEmpty }
  }

  private func cityNames(in area: MapArea, level: Int) -> [(population: Int, name: MapName)] {
    guard let gazetteer else { return [] }
    let least = MapNames.leastPopulation(atZoom: level)
    var seen: Set<Int> = []
    var names: [(population: Int, name: MapName)] = []
    for copy in Int(area.x.lowerBound.rounded(.down))...Int(area.x.upperBound.rounded(.down)) {
      let x = max(0, area.x.lowerBound - Double(copy))...min(1, area.x.upperBound - Double(copy))
      for index in gazetteer.cities(x: x, y: area.y, limit: MapNames.mostCities) {
        let city = gazetteer.city(index)
        guard city.population >= least, seen.insert(index).inserted else { continue }
        names.append(
          (
            city.population,
            MapName(
              text: city.name, point: Mercator.project(city.coordinate), isCountry: false,
              fontSize: MapNames.fontSize(forCityOf: city.population))
          ))
      }
    }
    return names.sorted { $0.population > $1.population }
  }

  /// Cities smaller than this wait for a closer look.
  private static func leastPopulation(atZoom zoom: Int) -> Int {
    let byZoom = [
      100_000_000, 100_000_000, 12_000_000, 7_000_000, 2_500_000, 900_000, 350_000, 120_000,
      45_000, 15_000,
    ]
    return zoom < byZoom.count ? byZoom[max(0, zoom)] : 0
  }

  private static func fontSize(forCityOf population: Int) -> Double {
    switch population {
    case 5_000_000...: 15
    case 1_000_000...: 14
    case 200_000...: 13
    default: 12
    }
  }
}
