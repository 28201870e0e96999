import Glibc

public struct SearchHit: Hashable, Sendable {
  public let city: Int
  public let matchedName: String
  /// How well the name fits, combined with the city's population.
  public let score: Float
}

/// Scores of matches, comparable to the decimal logarithm of the population: a match one point
/// worse wins if the city is more than ten times as populous.
enum Merit {
  /// The score of a name's match; one that is not the main name counts less.
  static func of(_ match: FoldedNames.Match, isFirst: Bool = true) -> Float {
    switch match {
    case .whole: isFirst ? 3 : 2.3
    case .beginning: isFirst ? 1 : 0.4
    case .words: isFirst ? 0 : -0.6
    }
  }

  /// Only the country or province was typed.
  static let country: Float = -3
  /// The text after the comma is no country, so it is ignored.
  static let passedOver: Float = -1.5
}

public struct CitySearch: Sendable {
  private let gazetteer: Gazetteer
  private let table: NameTable
  /// The names of the table, and after them the local ones.
  private var names = FoldedNames()
  private let localNames: [(city: Int, text: String)]
  private let areas: AreaIndex

  /// An upper bound of every `limit`.
  private static let mostHits = 1000

  /// Makes the search; `countryNames` are those of the user's language by the codes of countries.
  public init(_ gazetteer: Gazetteer, countryNames: [String: String] = [:]) {
    self.gazetteer = gazetteer
    table = gazetteer.names
    localNames = gazetteer.localNames.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    areas = AreaIndex(of: gazetteer, countryNames: countryNames)
    for name in 0..<table.count { names.append(table.text(name)) }
    for name in localNames { names.append(name.text) }
  }

  /// Finds cities by a text that may be incomplete, the likeliest first.
  ///
  /// A country or a province may follow a comma or be the last words. Words that no city has in its
  /// name, such as a county, are ignored.
  public func search(_ text: String, limit: Int) -> [SearchHit] {
    let limit = min(limit, CitySearch.mostHits)
    guard limit > 0 else { return [] }
    var query = SearchQuery(text)
    guard !query.words.isEmpty else { return [] }
    var ranking = Ranking()
    collect(query.words, in: nil, enough: limit, into: &ranking)
    for reading in query.readings {
      let areas = areas.areas(named: reading.area, isMarked: reading.isMarked)
      if reading.city.isEmpty {
        for area in areas { collectCities(of: area, limit: limit, into: &ranking) }
      } else if !areas.isEmpty {
        collect(reading.city, in: areas, enough: limit, into: &ranking)
      }
      if reading.isMarked, areas.isEmpty {
        collect(reading.city, in: nil, enough: limit, handicap: Merit.passedOver, into: &ranking)
      }
    }
    // "Paris Texas" finds Paris, but "Grand Canyon" must not find Grand Rapids: whole names only.
    while ranking.count == 0, query.removeLast() { collectWhole(query.words, into: &ranking) }
    return ranking.best(limit).map {
      SearchHit(city: $0.city, matchedName: self.text($0.name), score: $0.score)
    }
  }
}

extension CitySearch {
  private func city(of name: Int) -> Int {
    name < table.count ? table.city(of: name) : localNames[name - table.count].city
  }

  private func text(_ name: Int) -> String {
    name < table.count ? table.text(name) : localNames[name - table.count].text
  }

  /// Whether a name is a main name of its city: the usual or the local one.
  private func isFirst(_ name: Int) -> Bool { name >= table.count || table.isFirst(name) }

  /// The name by which a city is shown.
  private func shownName(of city: Int) -> Int {
    localNames.firstIndex { $0.city == city }.map { table.count + $0 } ?? table.firstName(of: city)
  }

  private func isCity(_ city: Int, in area: AreaIndex.Area) -> Bool {
    switch area {
    case .country(let country): gazetteer.countryOfCity[city] == country
    case .province(let province): gazetteer.provinceOfCity[city] == province
    }
  }

  /// The number of most populous cities that are searched by a name's first bytes.
  ///
  /// For one letter there are enough cities, and for two enough towns.
  private func reach(ofBeginning length: Int) -> Int {
    switch length {
    case 1: min(CitySearch.citiesOfOneLetter, gazetteer.townCount)
    case 2: gazetteer.townCount
    default: gazetteer.count
    }
  }

  private static let citiesOfOneLetter = 3000

  /// Finds cities by names that begin with the words, or that have words beginning with them.
  private func collect(
    _ words: [[UInt8]], in areas: [AreaIndex.Area]?, enough: Int, handicap: Float = 0,
    into ranking: inout Ranking
  ) {
    var later: [Int] = []
    let length = words.reduce(words.count - 1) { $0 + $1.count }
    let reach = reach(ofBeginning: length)
    func consider(_ name: Int, _ match: FoldedNames.Match) {
      self.consider(name, match, handicap: handicap, in: areas, into: &ranking)
    }
    names.visit(words) { name, match in
      guard match == .whole || city(of: name) < reach else { return }
      if match == .words { later.append(name) } else { consider(name, match) }
    }
    // A letter begins thousands of names, and thousands of second words that nobody means.
    if areas == nil, length == 1, ranking.count >= enough { return }
    for name in later { consider(name, .words) }
  }

  private func magnitude(of city: Int) -> Float {
    log10(Float(max(1, gazetteer.populations[city])))
  }

  private func collectWhole(_ words: [[UInt8]], into ranking: inout Ranking) {
    names.visit(words) { name, match in
      if match == .whole { consider(name, match, in: nil, into: &ranking) }
    }
  }

  private func consider(
    _ name: Int, _ match: FoldedNames.Match, handicap: Float = 0, in areas: [AreaIndex.Area]?,
    into ranking: inout Ranking
  ) {
    let city = city(of: name)
    guard areas?.contains(where: { isCity(city, in: $0) }) ?? true else { return }
    let merit = Merit.of(match, isFirst: isFirst(name)) + handicap
    ranking.consider(city, name: name, score: merit + magnitude(of: city))
  }

  private func collectCities(of area: AreaIndex.Area, limit: Int, into ranking: inout Ranking) {
    for city in (0..<gazetteer.count).lazy.filter({ isCity($0, in: area) }).prefix(limit) {
      ranking.consider(city, name: shownName(of: city), score: Merit.country + magnitude(of: city))
    }
  }
}

/// The best name of each city, by score.
private struct Ranking {
  private var found: [Int: (name: Int, score: Float)] = [:]

  var count: Int { found.count }

  mutating func consider(_ city: Int, name: Int, score: Float) {
    if score > found[city]?.score ?? -.infinity { found[city] = (name, score) }
  }

  /// The cities with the highest scores; ties go to the more populous city.
  func best(_ limit: Int) -> [(city: Int, name: Int, score: Float)] {
    found.map { (city: $0, name: $1.name, score: $1.score) }
      .sorted { ($1.score, $0.city) < ($0.score, $1.city) }.prefix(limit).map { $0 }
  }
}
