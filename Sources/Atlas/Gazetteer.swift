import Glibc
public import Travels

/// The cities of the world, by number: the most populous is 0.
public struct Gazetteer: Sendable {
  let names: NameTable
  let countries: [Country]
  let countryOfCity: [UInt8]
  private let latitudes: [Int32]
  private let longitudes: [Int32]
  let populations: [Int32]
  /// Where each city is on the map.
  private let mapX: [Float]
  private let mapY: [Float]
  /// Where each city is from the Earth's centre, in radii.
  let positions: [Position]
  /// How far each city's name reaches.
  let reaches: [Reach]
  /// The powers of ten of the populations.
  let magnitudes: [Float]

  /// The file's envelope.
  static let file = DataFile(kind: "GAZT", version: 1)
  /// Steps of a degree in the file: eleven metres or less.
  public static let stepsPerDegree = 10_000.0
  /// More countries or cities than these are damage.
  private static let (mostCountries, mostCities) = (256, 1 << 17)

  /// Reads the gazetteer from a file.
  public init(file path: String) throws(AtlasError) {
    try self.init(content: try Gazetteer.file.content(ofFile: path), path: path)
  }

  /// Reads the gazetteer from a file's decoded content.
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
      // The others are written as how many fewer they are than the one before.
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
  }

  /// How many cities there are: at least one.
  public var count: Int { populations.count }

  /// The city of a number below `count`.
  public func city(_ index: Int) -> City {
    City(
      name: names.text(names.firstName(of: index)),
      countryCode: countries[Int(countryOfCity[index])].code, coordinate: coordinate(of: index),
      population: Int(populations[index]))
  }

  /// Where a city is.
  public func coordinate(of index: Int) -> Coordinate {
    Gazetteer.coordinate(Int(latitudes[index]), Int(longitudes[index]))
  }

  /// The English name of a country that has a city, by the two letters of its code.
  public func countryName(_ code: String) -> String? {
    countries.first { $0.code == code }?.name
  }

  /// The most populous cities in a part of the map, the greatest first.
  ///
  /// `x` lies in 0...1: of a part that the date line cuts, ask for each side.
  public func cities(x: ClosedRange<Double>, y: ClosedRange<Double>, limit: Int) -> [Int] {
    guard limit > 0 else { return [] }
    let (west, east) = (Float(x.lowerBound), Float(x.upperBound))
    let (north, south) = (Float(y.lowerBound), Float(y.upperBound))
    var found: [Int] = []
    mapX.withUnsafeBufferPointer { mapX in
      mapY.withUnsafeBufferPointer { mapY in
        // All cities one after another take 30 microseconds: no index is worth its lines.
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

  private static func coordinate(_ latitude: Int, _ longitude: Int) -> Coordinate {
    Coordinate(
      latitude: Double(latitude) / stepsPerDegree, longitude: Double(longitude) / stepsPerDegree)!
  }
}

extension Gazetteer {
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

  /// A point of the Earth's surface, seen from its centre, in radii.
  ///
  /// Poles and date line are ordinary places here, and four bytes a part are exact to a metre.
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

    /// The square of the straight distance to another point, which orders as the distance does.
    @inline(__always)
    func squaredChord(to other: Position) -> Float {
      let (x, y, z) = (self.x - other.x, self.y - other.y, self.z - other.z)
      return x * x + y * y + z * z
    }
  }
}
