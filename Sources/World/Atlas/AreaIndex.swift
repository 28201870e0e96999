/// Finds countries and provinces by the names that people type after a city's.
struct AreaIndex: Sendable {
  /// What a city may be said to be in.
  enum Area: Hashable, Sendable {
    /// By its number in the gazetteer.
    case country(UInt8)
    /// By its number in the gazetteer, counted from one.
    case province(UInt16)
  }

  /// All names and codes, sorted.
  private let names: [(key: [UInt8], area: Area, isCode: Bool)]
  private let cities: [Area: [Int]]

  /// So many of the most populous cities of each area are kept: a list that fits a window.
  private static let keptCities = 16

  init(of gazetteer: Gazetteer) {
    var names: [(key: [UInt8], area: Area, isCode: Bool)] = []
    for (number, country) in gazetteer.countries.enumerated() {
      let area = Area.country(UInt8(number))
      names.append((country.foldedName, area, false))
      names.append((country.foldedCode, area, true))
    }
    for (number, province) in gazetteer.provinces.enumerated() {
      let area = Area.province(UInt16(number + 1))
      names.append((province.foldedName, area, false))
      names.append((province.foldedCode, area, true))
    }
    self.names = names.filter { !$0.key.isEmpty }
      .sorted { $0.key.lexicographicallyPrecedes($1.key) }
    var cities: [Area: [Int]] = [:]
    for city in 0..<gazetteer.count {
      let province = gazetteer.provinceOfCity[city]
      for area in [Area.country(gazetteer.countryOfCity[city]), .province(province)]
      where area != .province(0) && cities[area, default: []].count < AreaIndex.keptCities {
        cities[area, default: []].append(city)
      }
    }
    self.cities = cities
  }

  /// The countries and provinces that some words may mean.
  func areas(named words: [[UInt8]], isMarked: Bool) -> [Area] {
    let text = Array(words.joined(separator: [0x20]))
    // The beginning of a name is enough, unless it is so short that it may be part of a city's.
    let isLong = text.count >= (isMarked ? 3 : 4)
    var found: [Area] = []
    var place = first(from: text)
    while place < names.count, names[place].key.starts(with: text) {
      let name = names[place]
      if name.key.count == text.count || isLong && !name.isCode { found.append(name.area) }
      place += 1
    }
    if let code = CountryAliases.codes[String(decoding: text, as: UTF8.self)] {
      let key = Folding.folded(code)
      var place = first(from: key)
      while place < names.count, names[place].key == key {
        if names[place].isCode, case .country = names[place].area {
          found.append(names[place].area)
        }
        place += 1
      }
    }
    return found
  }

  /// The most populous cities of an area, in their order.
  func greatestCities(of area: Area, limit: Int) -> ArraySlice<Int> {
    (cities[area] ?? []).prefix(limit)
  }

  /// The first name that is not before a text.
  private func first(from text: [UInt8]) -> Int {
    var (low, high) = (0, names.count)
    while low < high {
      let middle = (low + high) / 2
      if names[middle].key.lexicographicallyPrecedes(text) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}
