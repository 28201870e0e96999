import Atlas
import Places
import TravelModel
import Widgets

/// Decides which names the offline map shows, where, and from which zoom.
struct MapNames {
  private let countries: [Country]
  private let landmarks: [Landmark]
  /// Where the names of landmarks may stand.
  private let bounds: [MapArea]
  private let gazetteer: Gazetteer?
  private let languages: [String]
  /// The names of countries as the map shows them.
  private let countryTexts: Set<String>

  init(_ data: MapNameData, languages: [String]) {
    countries = data.countries
    landmarks = data.landmarks?.all ?? []
    bounds = landmarks.map { MapArea(around: $0.courses.joined() + [$0.label]) }
    gazetteer = data.gazetteer
    self.languages = languages
    countryTexts = Set(countries.map { $0.name(in: languages) })
  }

  /// The zoom from which on no further names appear.
  static let deepestZoom = 13.0

  /// Whether the names of cities are known.
  var haveCities: Bool { gazetteer != nil }

  /// The most cities at once: no window has room for more.
  private static let mostCities = 400

  /// The order in which names get room: in each class, great ones come before small ones of any.
  private enum Turn: CaseIterable {
    case foremostCountry, foremostCity, greatSea, greatCountry, greatCity, greatLandmark
    case country, landmark, city, province
  }

  /// The names in an area that may be shown at a zoom level, the most important first.
  func names(in area: MapArea, level: Int) -> [MapName] {
    let all =
      countryNames(in: area, level: level) + landmarkNames(in: area, level: level)
      + cityNames(in: area, level: level)
    let byTurn = Dictionary(grouping: all, by: \.turn)
    var turns = Turn.allCases
    // From afar, what a country is called says more than what its capital is called.
    if level >= MapNames.levelOfCities { turns.swapAt(0, 1) }
    return turns.flatMap { byTurn[$0] ?? [] }.map(\.name)
  }

  /// Whether anything in an area has a name at the area's zoom level.
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

  /// Countries to this rank, and cities from this population, give way to nothing else.
  private static let greatRank = 4
  private static let greatCity = 2_000_000
  /// Of these, some are on any map of the world: London and Tokyo before most countries.
  private static let foremostRank = 2
  private static let foremostCity = 50_000_000
  /// And some of these are on the first page of any atlas, beside the names of their countries.
  private static let worldCity = 60_000_000
  /// The level from which on foremost cities have priority over foremost countries; one level
  /// before, countries narrower than their names give way to cities.
  private static let levelOfCities = 4
  /// From that level on countries make room for all cities whose prominence is this many times that
  /// of the least prominent city shown.
  private static let lead = 3
  /// Landmarks that have been shown for this many levels give way to nothing else either.
  private static let greatLead = 1.5

  private func countryNames(in area: MapArea, level: Int) -> [(turn: Turn, name: MapName)] {
    // The source's zooms are for tiles of twice our size.
    let zoom = Double(level) - 0.5
    return
      countries
      .filter {
        $0.minimumZoom <= zoom
          || $0.minimumZoom <= zoom + 1 && $0.rank <= MapNames.greatRank
            && ($0.rank <= MapNames.foremostRank || fits($0, level: level))
          || fits($0, level: level, times: MapNames.timesWider)
      }
      .filter { zoom <= $0.maximumZoom + 1 }
      .sorted { ($0.rank, $0.minimumZoom) < ($1.rank, $1.minimumZoom) }
      .map {
        (
          $0.rank <= MapNames.foremostRank
            ? .foremostCountry : $0.rank <= MapNames.greatRank ? .greatCountry : .country,
          MapName(
            text: $0.name(in: languages), point: $0.label, style: .country,
            fontSize: max(12, 17 - Double($0.rank) + min(3, max(0, zoom - $0.minimumZoom))),
            givesWay: level >= MapNames.levelOfCities - 1
              && !fits($0, level: level, times: MapNames.overhang),
            reach: $0.bounds.map {
              WorldPoint(
                x: MapNames.inward * Double($0.maxX - $0.minX) / 2,
                y: MapNames.inward * Double($0.maxY - $0.minY) / 2)
            } ?? WorldPoint(x: 0, y: 0))
        )
      }
      .filter { !area.copies(of: $0.1.point).isEmpty && !$0.1.text.isEmpty }
  }

  /// A country this many times wider than its name is named whatever its rank: the source delays
  /// Antarctica as long as small countries.
  private static let timesWider = 6.0

  /// Whether a country's name fits into the country this many times, and so hides little else; then
  /// it is shown before the source's zoom.
  private func fits(_ country: Country, level: Int, times: Double = 1) -> Bool {
    guard let bounds = country.bounds else { return false }
    let room =
      Double(bounds.maxX - bounds.minX) * MapView(center: .origin, zoom: Double(level)).worldSize
    return Double(country.name(in: languages).count) * MapNames.letterWidth * times
      <= room * MapNames.overhang
  }

  /// How far a country's name may move from its middle towards its edge, as a share.
  private static let inward = 0.6
  /// The approximate width of a letter of a country's name, in pixels.
  private static let letterWidth = 9.0
  /// How many times wider than its country a name may be.
  private static let overhang = 2.0

  /// The names of landmarks; provinces, of which there are many, come last.
  private func landmarkNames(in area: MapArea, level: Int) -> [(turn: Turn, name: MapName)] {
    let zoom = Double(level)
    return landmarks.indices.lazy
      .filter {
        let landmark = landmarks[$0]
        return landmark.minimumZoom + MapNames.look(of: landmark.kind).delay <= zoom
          && zoom <= landmark.maximumZoom + 1 && area.meets(bounds[$0])
      }
      .map { index in
        let landmark = landmarks[index]
        let lead = zoom - landmark.minimumZoom
        let (style, _, size) = MapNames.look(of: landmark.kind)
        return (
          style == .province
            ? .province
            : lead < MapNames.greatLead ? .landmark : style == .sea ? .greatSea : .greatLandmark,
          MapName(
            text: Words.label(of: landmark, in: languages), point: landmark.label, style: style,
            fontSize: size ?? min(15, 12 + max(0, lead)),
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
  ) -> (style: MapName.Style, delay: Double, size: Double?) {
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

  private func cityNames(in area: MapArea, level: Int) -> [(turn: Turn, name: MapName)] {
    guard let gazetteer else { return [] }
    var found: Set<Int> = []
    for copy in Int(area.x.lowerBound.rounded(.down))...Int(area.x.upperBound.rounded(.down)) {
      let x = max(0, area.x.lowerBound - Double(copy))...min(1, area.x.upperBound - Double(copy))
      found.formUnion(gazetteer.cities(x: x, y: area.y, limit: MapNames.mostCities))
      found.formUnion(gazetteer.notableCities(x: x, y: area.y))
    }
    let least = MapNames.leastProminence(atZoom: level)
    let great =
      level < MapNames.levelOfCities
      ? MapNames.foremostCity : max(MapNames.greatCity, MapNames.lead * least)
    return found.map { (prominence: gazetteer.prominence($0), index: $0) }
      .filter { $0.prominence >= least }
      .sorted { ($1.prominence, $0.index) < ($0.prominence, $1.index) }
      .map { prominence, index in
        let city = gazetteer.city(index)
        return (
          prominence >= MapNames.foremostCity
            ? .foremostCity : prominence >= MapNames.greatCity ? .greatCity : .city,
          MapName(
            text: city.name, point: Mercator.project(city.coordinate),
            style: gazetteer.isCapital(index) ? .capital : .city,
            fontSize: MapNames.fontSize(forCityOf: city.population, level: level),
            wishes: prominence >= MapNames.worldCity
              ? MapName.wishesOfWorldCity : prominence >= great ? 1 : 0)
        )
      }
  }

  /// The least prominence of a city that is shown at a zoom.
  private static func leastProminence(atZoom zoom: Int) -> Int {
    let byZoom = [
      100_000_000, 60_000_000, 22_000_000, 9_000_000, 3_000_000, 1_000_000, 350_000, 120_000,
      45_000, 10_000, 2_500, 500,
    ]
    return zoom < byZoom.count ? byZoom[max(0, zoom)] : 0
  }

  private static func fontSize(forCityOf population: Int, level: Int) -> Double {
    // Between the first few cities and the first many there is little room for each.
    if level == levelOfCities - 1 { return population < 200_000 ? 12 : 13 }
    return switch population {
    case 5_000_000...: 15
    case 1_000_000...: 14
    case 200_000...: 13
    case 15_000...: 12
    default: 11
    }
  }
}
