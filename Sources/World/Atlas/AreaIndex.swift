/// Finds countries and provinces by the names that people type after a city's.
struct AreaIndex: Sendable {
  /// What people may name after a city.
  enum Area: Hashable, Sendable {
    /// A country, by its number in the gazetteer.
    case country(UInt8)
    /// A province, by its number in the gazetteer, counted from one.
    case province(UInt16)
  }

  private var names: [(key: [UInt8], area: Area, isCode: Bool)] = []

  /// Makes the index; `countryNames` are those of the user's language by the codes of countries.
  init(of gazetteer: Gazetteer, countryNames: [String: String]) {
    for (number, country) in gazetteer.countries.enumerated() {
      let area = Area.country(UInt8(number))
      names.append((country.foldedName, area, false))
      names.append((country.foldedCode, area, true))
      addLocal(countryNames[country.code], area, besides: country.foldedName)
    }
    for (number, province) in gazetteer.provinces.enumerated() {
      let area = Area.province(UInt16(number + 1))
      names.append((province.foldedName, area, false))
      names.append((province.foldedCode, area, true))
      addLocal(province.localName, area, besides: province.foldedName)
    }
  }

  private mutating func addLocal(_ name: String?, _ area: Area, besides usual: [UInt8]) {
    let key = Folding.folded(name ?? "")
    if !key.isEmpty, key != usual { names.append((key, area, false)) }
  }

  /// The countries and provinces that words may mean.
  func areas(named words: [[UInt8]], isMarked: Bool) -> [Area] {
    let text = Array(words.joined(separator: [0x20]))
    // The beginning of a name is enough, unless it is so short that it may be part of a city's.
    let isLong = text.count >= (isMarked ? 3 : 4)
    let code = CountryAliases.codes[String(decoding: text, as: UTF8.self)].map(Folding.folded)
    return names.filter { name in
      if name.isCode, name.key == code, case .country = name.area { return true }
      return name.key == text || isLong && !name.isCode && name.key.starts(with: text)
    }.map(\.area)
  }
}
