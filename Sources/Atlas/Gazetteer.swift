import Glibc
public import TravelModel

/// The cities of the world, numbered by population: 0 is the most populous.
public struct Gazetteer: Sendable {
  let names: NameTable
  let countries: [Country]
  let countryOfCity: [UInt8]
  private let latitudes: [Int32]
  private let longitudes: [Int32]
  let populations: [Int32]
  /// The cities' map coordinates.
  private let mapX: [Float]
  private let mapY: [Float]
  let positions: [Position]
  let reaches: [Reach]
  /// The decimal logarithms of the populations.
  let magnitudes: [Float]
  /// The cities that a map shows before others of their size.
  private let notable: [Int: Notability]

  static let file = DataFile(kind: "GAZT", version: 1)
  /// The file's coordinates are in these parts of a degree: eleven metres or less.
  public static let stepsPerDegree = 10_000.0
  /// A file with more is damaged.
  private static let (mostCountries, mostCities) = (256, 1 << 17)

  public init(file path: String) throws(AtlasError) {
    try self.init(content: try Gazetteer.file.content(ofFile: path), path: path)
  }

  init(content: [UInt8], path: String) throws(AtlasError) {
    var reader = DataReader(content)
    var countries: [Country] = []
    for _ in 0..<reader.count() where reader.isSound {
      countries.append(Country(code: reader.text(), name: reader.text()))
    }
    let count = reader.count()
    guard reader.isSound, (1...Gazetteer.mostCountries).contains(countries.count),
      (1...Gazetteer.mostCities).contains(count)
    else { throw .damaged(path: path) }
    let countryOfCity = (0..<count).map { _ in reader.varying() }
    let latitudes = (0..<count).map { _ in reader.signed() }
    let longitudes = (0..<count).map { _ in reader.signed() }
    var population = reader.varying()
    var populations: [Int32] = []
    for _ in 0..<count {
      // Delta-encoded: how much less than the city before.
      let step = populations.isEmpty ? 0 : reader.varying()
      guard population <= Int32.max, step <= population else { throw .damaged(path: path) }
      population -= step
      populations.append(Int32(population))
    }
    let (north, east) = (Int(90 * Gazetteer.stepsPerDegree), Int(180 * Gazetteer.stepsPerDegree))
    guard reader.isSound, countryOfCity.allSatisfy({ $0 < countries.count }),
      latitudes.allSatisfy({ (-north...north).contains($0) }),
      longitudes.allSatisfy({ (-east..<east).contains($0) }),
      let names = NameTable(reading: &reader, cityCount: count), reader.isComplete
    else { throw .damaged(path: path) }
    self.names = names
    self.countries = countries
    self.countryOfCity = countryOfCity.map { UInt8($0) }
    self.populations = populations
    self.latitudes = latitudes.map { Int32($0) }
    self.longitudes = longitudes.map { Int32($0) }
    var mapX: [Float] = []
    var mapY: [Float] = []
    var positions: [Position] = []
    for (latitude, longitude) in zip(latitudes, longitudes) {
      let coordinate = Gazetteer.coordinate(latitude, longitude)
      let point = Mercator.project(coordinate)
      mapX.append(Float(point.x))
      mapY.append(Float(point.y))
      positions.append(Position(coordinate))
    }
    (self.mapX, self.mapY, self.positions) = (mapX, mapY, positions)
    reaches = populations.map { Reach(population: Int($0)) }
    magnitudes = populations.map { log10(Float(max(1, $0))) }
    notable = Gazetteer.notable(names, countries: countries, countryOfCity: self.countryOfCity)
  }

  /// The number of cities, at least one.
  public var count: Int { populations.count }

  /// The city of a number below `count`.
  public func city(_ index: Int) -> City {
    City(
      name: names.text(names.firstName(of: index)),
      countryCode: countries[Int(countryOfCity[index])].code, coordinate: coordinate(of: index),
      population: Int(populations[index]))
  }

  public func coordinate(of index: Int) -> Coordinate {
    Gazetteer.coordinate(Int(latitudes[index]), Int(longitudes[index]))
  }

  /// The English name of a country that has a city.
  public func countryName(_ code: String) -> String? {
    countries.first { $0.code == code }?.name
  }

  /// The most populous cities in a part of the map, in order.
  ///
  /// `x` lies in 0...1; a part across the date line needs two calls.
  public func cities(x: ClosedRange<Double>, y: ClosedRange<Double>, limit: Int) -> [Int] {
    guard limit > 0 else { return [] }
    let (west, east) = (Float(x.lowerBound), Float(x.upperBound))
    let (north, south) = (Float(y.lowerBound), Float(y.upperBound))
    var found: [Int] = []
    mapX.withUnsafeBufferPointer { mapX in
      mapY.withUnsafeBufferPointer { mapY in
        // A scan of all cities takes 30 microseconds, so there is no index.
        for index in mapX.indices
        where mapX[index] >= west && mapX[index] <= east
          && mapY[index] >= north && mapY[index] <= south
        {
          found.append(index)
          if found.count == limit { return }
        }
      }
    }
    return found
  }

  /// The capitals and famous cities in a part of the map.
  public func notableCities(x: ClosedRange<Double>, y: ClosedRange<Double>) -> [Int] {
    notable.keys.filter {
      x.contains(Double(mapX[$0])) && y.contains(Double(mapY[$0]))
    }
  }

  /// Whether a city is a capital.
  public func isCapital(_ index: Int) -> Bool { notable[index]?.isCapital ?? false }

  /// The population of an ordinary city that a map shows as soon as this one.
  public func prominence(_ index: Int) -> Int {
    let notability = notable[index]
    return max(Int(populations[index]), Gazetteer.leastProminence)
      * (notability?.isFamous == true ? Gazetteer.fameFactor : 1)
      * (notability?.isCapital == true ? Gazetteer.capitalFactor : 1)
  }

  /// How many times as populous as it is a city counts that is famous, or a capital.
  private static let (fameFactor, capitalFactor) = (6, 3)
  /// Some capitals are villages.
  private static let leastProminence = 20_000

  private static func notable(
    _ names: NameTable, countries: [Country], countryOfCity: [UInt8]
  ) -> [Int: Notability] {
    var notable: [Int: Notability] = [:]
    func find(_ name: String, _ code: String, _ mark: (inout Notability) -> Void) {
      let found = names.names(beginning: Folding.folded(name)).lazy
        .filter { names.isFirst($0) && names.text($0) == name }.map(names.city(of:))
      guard let city = found.first(where: { countries[Int(countryOfCity[$0])].code == code })
      else { return }
      mark(&notable[city, default: Notability()])
    }
    for (code, name) in NotableCities.capitals { find(name, code) { $0.isCapital = true } }
    for (code, cities) in NotableCities.famous {
      for name in cities { find(name, code) { $0.isFamous = true } }
    }
    return notable
  }

  private static func coordinate(_ latitude: Int, _ longitude: Int) -> Coordinate {
    Coordinate(
      latitude: Double(latitude) / stepsPerDegree, longitude: Double(longitude) / stepsPerDegree)!
  }
}

extension Gazetteer {
  /// Why a city is shown before others of its size.
  struct Notability: Hashable, Sendable {
    var isCapital = false
    var isFamous = false
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

  /// A point on the unit sphere, without special cases at the poles and the date line.
  ///
  /// Single precision is exact to a metre.
  struct Position: Hashable, Sendable {
    let x, y, z: Float

    init(_ coordinate: Coordinate) {
      let (latitude, longitude) = (
        coordinate.latitude * .pi / 180, coordinate.longitude * .pi / 180
      )
      x = Float(cos(latitude) * cos(longitude))
      y = Float(cos(latitude) * sin(longitude))
      z = Float(sin(latitude))
    }

    /// The square of the straight-line distance, which sorts like the distance.
    @inline(__always)
    func squaredChord(to other: Position) -> Float {
      let (x, y, z) = (self.x - other.x, self.y - other.y, self.z - other.z)
      return x * x + y * y + z * z
    }
  }
}
