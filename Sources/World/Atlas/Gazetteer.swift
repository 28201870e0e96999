public import TravelModel

/// The cities, towns and villages of the world, numbered by population: 0 is the most populous.
public struct Gazetteer: AtlasContent {
  let names: NameTable
  let countries: [Country]
  let countryOfCity: [UInt8]
  private(set) var provinces: [Province]
  /// The province of each city, counted from one; zero where none is known.
  let provinceOfCity: [UInt16]
  private let latitudes: [Int32]
  private let longitudes: [Int32]
  let populations: [Int32]
  /// The positions on a sphere, without special cases at the poles and the date line.
  let positions: [SpherePoint]
  /// The reaches of towns, and then of villages, by population.
  private let reaches: [Reach]
  let townCount: Int
  /// The countries whose provinces people name after a place, by their numbers.
  private let provincialCountries: Set<UInt8>
  /// The cities that a map shows before others of their size.
  private let notable: [Int: Notability]
  /// The names of cities in the user's language, where they are known and differ.
  private(set) var localNames: [Int: String] = [:]
  /// The checksum of the content, by which names in other languages know their gazetteer.
  let checksum: UInt32

  package static let file = DataFile(kind: "GAZT", version: 4)
  /// The precision of the file's coordinates: eleven metres or less.
  public static let stepsPerDegree = 10_000.0
  /// The most entries: a file with more is damaged.
  private static let (mostCountries, mostProvinces, mostCities) = (255, 1 << 13, 1 << 18)
  /// Places with fewer people than this are villages.
  package static let leastTown: Int32 = 15_000

  package init(content: [UInt8]) throws(AtlasError) {
    var reader = DataReader(content)
    var countries: [Country] = []
    for _ in 0..<reader.count() where reader.isSound {
      countries.append(Country(code: reader.text(), name: reader.text()))
    }
    var provinces: [Province] = []
    for _ in 0..<reader.count() where reader.isSound {
      provinces.append(Province(reading: &reader))
    }
    let count = reader.count()
    guard reader.isSound, (1...Gazetteer.mostCountries).contains(countries.count),
      provinces.count <= Gazetteer.mostProvinces,
      provinces.allSatisfy({ $0.country < countries.count }),
      (1...Gazetteer.mostCities).contains(count)
    else { throw .damaged }
    // Values beyond a type's range are invalid, too.
    let countryOfCity = (0..<count).map { _ in UInt8(clamping: reader.varying()) }
    let divided = Set(provinces.map(\.country))
    let provinceOfCity = countryOfCity.map {
      divided.contains($0) ? UInt16(clamping: reader.varying()) : 0
    }
    let latitudes = (0..<count).map { _ in Int32(clamping: reader.signed()) }
    let longitudes = (0..<count).map { _ in Int32(clamping: reader.signed()) }
    var population = reader.varying()
    var populations: [Int32] = []
    for _ in 0..<count {
      // Delta-encoded: the difference from the city before.
      let step = populations.isEmpty ? 0 : reader.varying()
      guard population <= Int32.max, step <= population else { throw .damaged }
      population -= step
      populations.append(Int32(population))
    }
    let notable = (0..<reader.count()).map { _ in (city: reader.varying(), why: reader.varying()) }
    let (north, east) = (Int32(90 * Self.stepsPerDegree), Int32(180 * Self.stepsPerDegree))
    guard reader.isSound, countryOfCity.allSatisfy({ $0 < countries.count }),
      provinceOfCity.allSatisfy({ $0 <= provinces.count }),
      latitudes.allSatisfy({ (-north...north).contains($0) }),
      longitudes.allSatisfy({ (-east..<east).contains($0) }),
      notable.allSatisfy({ $0.city < count }),
      let names = NameTable(reading: &reader, cityCount: count), reader.isComplete
    else { throw .damaged }
    (self.names, self.countries, self.countryOfCity) = (names, countries, countryOfCity)
    self.provinces = provinces
    provincialCountries = Set(provinces.filter { !$0.foldedCode.isEmpty }.map(\.country))
    self.provinceOfCity = provinceOfCity
    self.populations = populations
    self.latitudes = latitudes
    self.longitudes = longitudes
    self.notable = Dictionary(
      notable.map { (Int($0.city), Notability(rawValue: $0.why)) }, uniquingKeysWith: { $1 })
    positions = zip(latitudes, longitudes).map { SpherePoint(Gazetteer.coordinate($0, $1)) }
    townCount = populations.count { $0 >= Gazetteer.leastTown }
    reaches = (populations.prefix(townCount) + (0..<Gazetteer.leastTown)).map(Reach.init)
    checksum = DataFile.checksum(content[...])
  }

  /// The same cities and provinces called as in another language, as far as the names are theirs.
  package func named(by names: LocalNames?) -> Gazetteer {
    guard let names else { return self }
    var named = self
    let (cities, provinces) = names.names(of: self)
    named.localNames = cities.filter { 0..<count ~= $0.key }
    for (number, name) in provinces where self.provinces.indices.contains(number) {
      named.provinces[number].localName = name
    }
    return named
  }

  /// The number of cities, at least one.
  public var count: Int { populations.count }

  /// The city with a number below `count`.
  public func city(_ index: Int) -> City {
    City(
      name: localNames[index] ?? usualName(of: index),
      countryCode: countries[Int(countryOfCity[index])].code, coordinate: coordinate(of: index),
      population: Int(populations[index]))
  }

  /// The English name of a city, or the local one, in whatever language it is called otherwise.
  package func usualName(of index: Int) -> String { names.text(names.firstName(of: index)) }

  package var allNames: [[String]] {
    var all = [[String]](repeating: [], count: count)
    for name in 0..<names.count { all[names.city(of: name)].append(names.text(name)) }
    return all
  }

  /// The provinces with the codes of their countries, by number.
  package var allProvinces: [(country: String, name: String)] {
    provinces.map { (countries[Int($0.country)].code, $0.name) }
  }

  func reach(of index: Int) -> Reach {
    reaches[index < townCount ? index : townCount + Int(populations[index])]
  }

  public func coordinate(of index: Int) -> Coordinate {
    Gazetteer.coordinate(latitudes[index], longitudes[index])
  }

  public func countryName(_ code: String) -> String? {
    countries.first { $0.code == code }?.name
  }

  /// The name of a city's province, if known.
  public func provinceName(of index: Int) -> String? {
    let province = provinceOfCity[index]
    return province == 0 ? nil : provinces[Int(province) - 1].shownName
  }

  /// Whether people usually name the province after a city, as where provinces have codes.
  public func isUsuallyNamedWithProvince(_ index: Int) -> Bool {
    provincialCountries.contains(countryOfCity[index])
  }

  /// The most populous cities in a part of the map, in order.
  ///
  /// `x` is in 0...1; a part across the date line needs two calls.
  public func cities(x: ClosedRange<Double>, y: ClosedRange<Double>, limit: Int) -> [Int] {
    func steps(_ degrees: Double) -> Int32 { Int32((degrees * Self.stepsPerDegree).rounded()) }
    func latitude(_ y: Double) -> Int32 {
      steps(Mercator.coordinate(at: WorldPoint(x: 0, y: y)).latitude)
    }
    let (south, north) = (latitude(y.upperBound), latitude(y.lowerBound))
    let (west, east) = (steps(x.lowerBound * 360 - 180), steps(x.upperBound * 360 - 180))
    var found: [Int] = []
    for city in 0..<count
    where found.count < limit && south <= latitudes[city] && latitudes[city] <= north
      && west <= longitudes[city] && longitudes[city] <= east
    {
      found.append(city)
    }
    return found
  }

  /// The capitals and famous cities in a part of the map.
  public func notableCities(x: ClosedRange<Double>, y: ClosedRange<Double>) -> [Int] {
    notable.keys.filter {
      let point = Mercator.project(coordinate(of: $0))
      return x.contains(point.x) && y.contains(point.y)
    }
  }

  public func isCapital(_ index: Int) -> Bool { notable[index]?.contains(.capital) ?? false }

  /// The population of an ordinary city that a map shows at the same zoom.
  public func prominence(_ index: Int) -> Int {
    let population = Int(populations[index])
    guard let notability = notable[index] else { return population }
    return max(population, Gazetteer.leastProminence)
      * (notability.contains(.famous) ? Gazetteer.fameFactor : 1)
      * (notability.contains(.capital) ? Gazetteer.capitalFactor : 1)
  }

  /// The factors by which the population of a famous city, and of a capital, counts more.
  private static let (fameFactor, capitalFactor) = (6, 5)
  /// The least prominence of a notable city, because some capitals are villages.
  private static let leastProminence = 20_000

  private static func coordinate(_ latitude: Int32, _ longitude: Int32) -> Coordinate {
    Coordinate(
      latitude: Double(latitude) / stepsPerDegree, longitude: Double(longitude) / stepsPerDegree)!
  }
}

extension Gazetteer {
  /// Why a city is shown before others of its size.
  package struct Notability: OptionSet, Sendable {
    package let rawValue: UInt64
    package init(rawValue: UInt64) { self.rawValue = rawValue }
    package static let capital = Notability(rawValue: 1)
    package static let famous = Notability(rawValue: 2)
  }

  /// A country that has cities.
  struct Country: Hashable, Sendable {
    let code: String
    let name: String
    let foldedCode: [UInt8]
    let foldedName: [UInt8]

    init(code: String, name: String) {
      self.code = code
      self.name = name
      foldedCode = Folding.folded(code)
      foldedName = Folding.folded(name)
    }
  }

  /// A part of a country, such as a state or a province.
  struct Province: Hashable, Sendable {
    let country: UInt8
    let name: String
    let foldedName: [UInt8]
    /// The name in the user's language, if it is known and differs.
    fileprivate(set) var localName: String?
    /// Its folded code, such as `me` for Maine; empty if none is in use.
    let foldedCode: [UInt8]

    init(reading reader: inout DataReader) {
      country = UInt8(clamping: reader.varying())
      name = reader.text()
      foldedName = Folding.folded(name)
      foldedCode = Folding.folded(reader.text())
    }

    var shownName: String { localName ?? name }
  }
}
