import Atlas
import CGLib
import Glibc
import MapDrawing
import Places
import TravelModel
import Widgets

/// Which names the offline map shows where and how close.
///
/// Each has a score, the level from which on an atlas would show it: a country's and a landmark's are
/// the zooms that their cartographers chose, a country's sooner the higher it ranks and the better its
/// name fits, and a city's falls as its population grows. All names up to a level are shown there, as
/// far as there is room, those of the lowest scores first.
struct MapNames {
  private let countries: [Country]
  private let landmarks: [Landmark]
  /// Where the names of landmarks may stand.
  private let bounds: [MapArea]
  private let gazetteer: Gazetteer?
  private let languages: [String]
  private let countryTexts: Set<String>

  init(_ data: MapNameData, languages: [String]) {
    countries = data.countries
    landmarks = data.landmarks?.all ?? []
    bounds = landmarks.map { MapArea(around: $0.courses.joined() + [$0.label]) }
    gazetteer = data.gazetteer
    self.languages = languages
    countryTexts = Set(countries.map { $0.name(in: languages) })
  }

  var haveCities: Bool { gazetteer != nil }

  /// The most cities at once: no window has room for more.
  private static let mostCities = 400

  /// A name, and its score without its lead: names find room in that order.
  private typealias Scored = (score: Double, name: MapName)

  /// The names in an area that may be shown at a zoom level, the most important first, for a text size
  /// as a factor.
  func names(in area: MapArea, level: Int, textScale: Double) -> [MapName] {
    let all =
      countryNames(in: area, level: level) + landmarkNames(in: area, level: level)
      + cityNames(in: area, level: level)
    return all.sorted { $0.score < $1.score }.map { scored in
      var name = scored.name
      name.fontSize *= textScale
      return name
    }
  }

  func hasNames(in area: MapArea) -> Bool {
    let level = Int(area.zoom)
    if !countryNames(in: area, level: level).isEmpty { return true }
    if !cityNames(in: area, level: level).isEmpty { return true }
    return landmarks.indices.contains { index in
      let landmark = landmarks[index]
      return landmark.minimumZoom <= area.zoom && area.zoom <= landmark.maximumZoom + 1
        && area.meets(bounds[index])
        && (landmark.courses.joined() + [landmark.label]).contains { !area.copies(of: $0).isEmpty }
    }
  }

  /// The lines along which a landmark's name may run.
  func courses(ofLandmark index: Int) -> [[WorldPoint]] { landmarks[index].courses }

  private func countryNames(in area: MapArea, level: Int) -> [Scored] {
    countries.lazy.map { (score: self.score(of: $0), country: $0) }
      .filter { $0.score <= Double(level) && Double(level) <= $0.country.maximumZoom + 1.5 }
      .map { score, country in
        (
          score - MapNames.lead(ofCountriesAt: level),
          MapName(
            text: country.name(in: languages), point: country.label, style: .country,
            fontSize: max(12, 17 - Double(country.rank) + min(3, max(0, Double(level) - score))),
            givesWay: level >= MapNames.levelOfCities && levelThatFits(country) > Double(level) - 1,
            reach: country.bounds.map {
              WorldPoint(
                x: MapNames.inward * Double($0.maxX - $0.minX) / 2,
                y: MapNames.inward * Double($0.maxY - $0.minY) / 2)
            } ?? WorldPoint(x: 0, y: 0))
        )
      }
      .filter { !area.copies(of: $0.1.point).isEmpty && !$0.1.text.isEmpty }
  }

  /// The score of a country: the level at which the source shows it, or up to one level earlier if
  /// its name fits, depending on its rank.
  ///
  /// It is no later than the level at which the name is narrow in the country: the source shows
  /// Antarctica as late as small countries.
  private func score(of country: Country) -> Double {
    // The source's zooms are for tiles of twice our size.
    let latest = country.minimumZoom + 0.5
    let fitting = levelThatFits(country)
    let sooner = Double(MapNames.middleRank - country.rank) / 2
    return min(latest, max(latest - 1, fitting - sooner), fitting + MapNames.levelsUntilNarrow)
  }

  /// From which level on a country's name is at most twice as wide as the country.
  private func levelThatFits(_ country: Country) -> Double {
    guard let bounds = country.bounds else { return .infinity }
    // Chinese and Japanese letters are twice as wide.
    let letters = country.name(in: languages).unicodeScalars.reduce(0.0) {
      $0 + (g_unichar_iswide($1.value) != 0 ? 2 : 1)
    }
    let width = letters * MapNames.letterWidth
    return log2(width / 2 / (Double(bounds.maxX - bounds.minX) * MapView.tileSize))
  }

  /// How far a country's name may move from its middle towards its edge, as a share.
  private static let inward = 0.6
  /// The approximate width of a letter of a country's name, in pixels.
  private static let letterWidth = 9.0
  /// Countries of this rank are shown where their names fit.
  private static let middleRank = 4
  /// How many levels after its name first fits a country the name is narrow in it.
  private static let levelsUntilNarrow = 2.5
  /// The level from which on countries that are narrower than their names give way to world cities.
  private static let levelOfCities = 3
  /// How many levels sooner than others of its score a country's name finds room: from afar, the
  /// name of a country says more than that of its capital.
  private static func lead(ofCountriesAt level: Int) -> Double { max(0, 5 - Double(level)) }
  /// How many levels sooner the name of an ocean or a sea finds room, because it has no other
  /// place.
  private static func lead(of kind: Landmark.Kind) -> Double {
    switch kind {
    case .ocean: 3
    case .sea, .bay, .strait: 1
    default: 0
    }
  }

  private func landmarkNames(in area: MapArea, level: Int) -> [Scored] {
    let zoom = Double(level)
    return landmarks.indices.lazy
      .filter {
        let landmark = landmarks[$0]
        return landmark.minimumZoom + MapNames.look(of: landmark.kind).delay <= zoom
          && zoom <= landmark.maximumZoom + 1 && area.meets(bounds[$0])
      }
      .map { index in
        let landmark = landmarks[index]
        let (style, delay, size) = MapNames.look(of: landmark.kind)
        return (
          landmark.minimumZoom + delay - MapNames.lead(of: landmark.kind),
          MapName(
            text: Words.label(of: landmark, in: languages), point: landmark.label, style: style,
            fontSize: size ?? min(15, 12 + max(0, zoom - landmark.minimumZoom)),
            landmark: landmark.hasCourses ? index : nil)
        )
      }
      // Some islands are a country, which has its own name on them; rivers and provinces that are
      // called as a country are something else.
      .filter { $0.name.style != .region || !countryTexts.contains($0.name.text) }
  }

  /// The style of a landmark's name, how many levels later than in the source it appears, so that
  /// it does not crowd out others or slow down frames, and its font size if that is fixed.
  private static func look(
    of kind: Landmark.Kind
  ) -> (style: NameStyle, delay: Double, size: Double?) {
    switch kind {
    case .ocean: (.sea, 0, 17)
    case .sea, .bay, .strait: (.sea, 0, nil)
    case .lake: (.lake, 0.5, nil)
    case .river: (.river, 1, 11)
    case .peak: (.peak, 0.5, 11)
    case .province: (.province, 1.5, 11)
    default: (.region, 0, nil)
    }
  }

  private func cityNames(in area: MapArea, level: Int) -> [Scored] {
    guard let gazetteer else { return [] }
    var found: Set<Int> = []
    for copy in area.x.copies(of: 0...1) {
      let (west, east) = (area.x.lowerBound - Double(copy), area.x.upperBound - Double(copy))
      let x = min(1, max(0, west))...max(0, min(1, east))
      found.formUnion(gazetteer.cities(x: x, y: area.y, limit: MapNames.mostCities))
      found.formUnion(gazetteer.notableCities(x: x, y: area.y))
    }
    var neighbours = LabelBoxes()
    let worldSize = MapView(center: .origin, zoom: Double(level)).worldSize
    return found.map { (score: MapNames.score(ofCityOf: gazetteer.prominence($0)), index: $0) }
      .sorted { ($0.score, $0.index) < ($1.score, $1.index) }
      .compactMap { score, index -> Scored? in
        guard score <= Double(level) + MapNames.levelsAhead(at: level) else { return nil }
        let city = gazetteer.city(index)
        let point = Mercator.project(city.coordinate)
        let spot = LabelBox(x: point.x * worldSize, y: point.y * worldSize, width: 0, height: 0)
        guard
          score <= Double(level)
            || !neighbours.meets(spot.with(margin: MapNames.distanceOfLonelyTowns))
        else { return nil }
        neighbours.insert(spot)
        return (
          score,
          MapName(
            text: city.name, point: point,
            style: gazetteer.isCapital(index) ? .capital : .city,
            fontSize: MapNames.fontSize(forCityOf: city.population, level: level),
            wishes: score <= MapNames.scoreOfWorldCities
              ? MapName.wishesOfWorldCity : score <= Double(level) - 1 ? 1 : 0)
        )
      }
  }

  /// How many levels before others of its size a town is named that has no neighbour with a name.
  private static func levelsAhead(at level: Int) -> Double { level < levelOfLonelyTowns ? 0 : 3.5 }
  private static let levelOfLonelyTowns = 6
  /// The distance of such a town from any other name of one, in pixels.
  private static let distanceOfLonelyTowns = 110.0

  private static func score(ofCityOf prominence: Int) -> Double {
    let smaller = greatestProminence / Double(max(1, prominence))
    return min(levelOfAllCities, log(smaller) / log(prominencePerLevel))
  }

  /// The prominence of cities at the first level, and how many times smaller those of the next may be:
  /// so a level has about as many names on a screen as the last.
  private static let (greatestProminence, prominencePerLevel) = (170_000_000.0, 2.9)
  /// From here on there is room for all.
  private static let levelOfAllCities = 12.0

  /// Cities to this score are on any atlas's first page, beside the names of their countries.
  private static let scoreOfWorldCities = 1.0

  private static func fontSize(forCityOf population: Int, level: Int) -> Double {
    // Between the first few cities and the first many there is little room for each.
    if level == levelOfCities { return population < 200_000 ? 12 : 13 }
    return switch population {
    case 5_000_000...: 15
    case 1_000_000...: 14
    case 200_000...: 13
    case 15_000...: 12
    default: 11
    }
  }
}
