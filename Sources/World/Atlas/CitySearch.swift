import Glibc

/// A city found by a search.
public struct SearchHit: Hashable, Sendable {
  /// The number of the city.
  public let city: Int
  /// The name by which it was found.
  public let matchedName: String
  /// How well the name fits, and how populous the city is.
  public let score: Float
}

/// The quality of a match, comparable to the decimal logarithm of the population: a match one
/// point worse wins if the city is more than ten times as populous.
enum Merit {
  static let whole: Float = 3
  static let wholeOther: Float = 2.3
  static let beginning: Float = 1
  static let beginningOther: Float = 0.4
  static let words: Float = 0
  static let wordsOther: Float = -0.6
  /// Only the country or province was typed.
  static let country: Float = -3
  /// The text after the comma is no country, so it is ignored.
  static let passedOver: Float = -1.5
}

/// Finds cities by their names.
public struct CitySearch: Sendable {
  private let gazetteer: Gazetteer
  private let names: NameTable
  private let index: NameIndex
  private let areas: AreaIndex

  /// An upper bound of every `limit`.
  private static let mostHits = 1000

  /// The result is nil if the names cannot be searched.
  public init?(_ gazetteer: Gazetteer) {
    guard let index = NameIndex(of: gazetteer.names) else { return nil }
    self.gazetteer = gazetteer
    self.index = index
    names = gazetteer.names
    areas = AreaIndex(of: gazetteer)
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
    var ranking = Ranking(cityCount: gazetteer.count)
    collect(query.words, in: nil, enough: limit, into: &ranking)
    for reading in query.readings {
      let areas = areas.areas(named: reading.area, isMarked: reading.isMarked)
      if reading.city.isEmpty {
        for area in areas { collectCities(of: area, limit: limit, into: &ranking) }
      } else if !areas.isEmpty {
        collect(reading.city, in: areas, enough: limit, into: &ranking)
      }
      if reading.isMarked, areas.isEmpty {
        collect(
          reading.city, in: nil, enough: limit, handicap: Merit.passedOver, into: &ranking)
      }
    }
    // "Paris Texas" finds Paris, but "Grand Canyon" must not find Grand Rapids: whole names only.
    while ranking.count == 0, query.dropLast() { collectWhole(query.words, into: &ranking) }
    return ranking.best(limit).map {
      SearchHit(city: $0.city, matchedName: names.text($0.name), score: $0.score)
    }
  }
}

extension CitySearch {
  private func isCity(_ city: Int, in areas: [AreaIndex.Area]) -> Bool {
    areas.contains {
      switch $0 {
      case .country(let country): gazetteer.countryOfCity[city] == country
      case .province(let province): gazetteer.provinceOfCity[city] == province
      }
    }
  }

  /// How many cities, the most populous first, are found by so many bytes of a name's beginning.
  ///
  /// Of those there are enough for one letter, and of towns for two.
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
    let whole = Array(words.joined(separator: [0x20]))
    let reach = reach(ofBeginning: whole.count)
    for name in index.names(beginning: whole) {
      let isWhole = index.keyLength(name) == whole.count
      guard isWhole || names.city(of: name) < reach else { continue }
      let merit =
        names.isFirst(name)
        ? isWhole ? Merit.whole : Merit.beginning
        : isWhole ? Merit.wholeOther : Merit.beginningOther
      consider(name, merit + handicap, in: areas, into: &ranking)
    }
    // One letter begins thousands of names, and as many second words that nobody means by it.
    if areas == nil, whole.count == 1, ranking.count >= enough { return }
    // For words in any order, scan the names of the rarest word.
    var fewest: (first: Range<Int>, later: Range<Int>)?
    for word in words {
      let found = (first: index.names(beginning: word), later: index.laterWords(beginning: word))
      let size = found.first.count + found.later.count
      if size < fewest.map({ $0.first.count + $0.later.count }) ?? .max { fewest = found }
    }
    guard let fewest else { return }
    let longestFirst = words.sorted { $0.count > $1.count }
    func considerWords(_ name: Int) {
      guard names.city(of: name) < reach else { return }
      guard words.count == 1 || index.hasWords(name, beginning: longestFirst) else { return }
      let merit = names.isFirst(name) ? Merit.words : Merit.wordsOther
      consider(name, merit + handicap, in: areas, into: &ranking)
    }
    if words.count > 1 { for name in fewest.first { considerWords(name) } }
    for word in fewest.later { considerWords(index.name(ofWord: word)) }
  }

  /// The decimal logarithm of a city's population.
  private func magnitude(of city: Int) -> Float {
    log10(Float(max(1, gazetteer.populations[city])))
  }

  /// Finds cities by their complete names.
  private func collectWhole(_ words: [[UInt8]], into ranking: inout Ranking) {
    let whole = Array(words.joined(separator: [0x20]))
    for name in index.names(beginning: whole) where index.keyLength(name) == whole.count {
      consider(
        name, names.isFirst(name) ? Merit.whole : Merit.wholeOther, in: nil, into: &ranking)
    }
  }

  private func consider(
    _ name: Int, _ merit: Float, in areas: [AreaIndex.Area]?, into ranking: inout Ranking
  ) {
    let city = names.city(of: name)
    if let areas, !isCity(city, in: areas) { return }
    ranking.consider(city, name: name, score: merit + magnitude(of: city))
  }

  private func collectCities(
    of area: AreaIndex.Area, limit: Int, into ranking: inout Ranking
  ) {
    for city in areas.greatestCities(of: area, limit: limit) {
      ranking.consider(
        city, name: names.firstName(of: city), score: Merit.country + magnitude(of: city))
    }
  }
}

/// The best name of each city, by score.
private struct Ranking {
  private var scores: [Float]
  private var names: [Int32]
  private var found: [Int32] = []

  init(cityCount: Int) {
    scores = [Float](repeating: -.infinity, count: cityCount)
    names = [Int32](repeating: 0, count: cityCount)
  }

  var count: Int { found.count }

  mutating func consider(_ city: Int, name: Int, score: Float) {
    guard score > scores[city] else { return }
    if scores[city] == -.infinity { found.append(Int32(city)) }
    scores[city] = score
    names[city] = Int32(name)
  }

  /// The cities with the highest scores; ties go to the more populous city.
  func best(_ limit: Int) -> [(city: Int, name: Int, score: Float)] {
    var best: [Int32] = []
    for city in found {
      if best.count == limit, let last = best.last, !precedes(city, last) { continue }
      var (low, high) = (0, best.count)
      while low < high {
        let middle = (low + high) / 2
        if precedes(city, best[middle]) { high = middle } else { low = middle + 1 }
      }
      if best.count == limit { best.removeLast() }
      best.insert(city, at: low)
    }
    return best.map { (Int($0), Int(names[Int($0)]), scores[Int($0)]) }
  }

  private func precedes(_ left: Int32, _ right: Int32) -> Bool {
    let (leftScore, rightScore) = (scores[Int(left)], scores[Int(right)])
    return leftScore > rightScore || leftScore == rightScore && left < right
  }
}
