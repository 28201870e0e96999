import Atlas
import Foundation

/// The provinces that cities are in, from three sources: the outlines of the states of some large
/// countries; names by the codes of the table of cities (`RegionNames`); and, for all other
/// countries, the table of provinces.
struct CityProvinces {
  struct Province {
    let country: String
    let name: String
    /// The code that people write after a place's name, such as `TX`; empty where none is usual.
    let code: String
  }

  private(set) var all: [Province] = []
  /// The codes of the countries that have provinces.
  private(set) var divided: Set<String> = []
  /// The number of each province in `all`, by its country and its code in the table of cities.
  private var numbers: [[String]: Int] = [:]

  init(_ rows: [GazetteerMaker.Row], sources folder: String) throws {
    let states = try ProvinceFinder(regions: "\(folder)/natural-earth-states50.geojson")
    let provinces = Dictionary(grouping: try ProvinceRow.all(sources: folder), by: \.country)
    let byCountry = Dictionary(grouping: rows, by: \.country)
    for country in byCountry.keys.sorted() {
      let parts = Dictionary(grouping: byCountry[country]!, by: \.region)
      if states.divided.contains(country) {
        add(country, CityProvinces.found(parts, states)) {
          Province(country: country, name: states.all[$0].name, code: states.all[$0].code)
        }
      } else if let names = RegionNames.byCountry[country] {
        for code in parts.keys.sorted() {
          guard let name = names[code] else { continue }
          add(country, [code: 0]) { _ in Province(country: country, name: name, code: "") }
        }
      } else if let own = provinces[country], !RegionNames.undivided.contains(country) {
        add(country, ProvinceJoiner.join(parts.mapValues { $0.map(\.place) }, with: own)) {
          Province(country: country, name: own[$0].name, code: "")
        }
        for (code, name) in (RegionNames.corrections[country] ?? [:]).sorted(by: <) {
          add(country, [code: 0]) { _ in Province(country: country, name: name, code: "") }
        }
      }
    }
    let placed = rows.count { province(of: $0) != nil }
    print("\(all.count) provinces of \(divided.count) countries, \(placed) of \(rows.count) places")
  }

  func province(of row: GazetteerMaker.Row) -> Int? { numbers[[row.country, row.region]] }

  /// Adds provinces of a country; `codes` has the number of each in its source, by its code in the
  /// table of cities.
  private mutating func add(
    _ country: String, _ codes: [String: Int], _ province: (Int) -> Province
  ) {
    guard !codes.isEmpty else { return }
    divided.insert(country)
    var known: [Int: Int] = [:]
    for (code, number) in codes.sorted(by: { $0.key < $1.key }) {
      if known[number] == nil {
        known[number] = all.count
        all.append(province(number))
      }
      numbers[[country, code]] = known[number]
    }
  }

  /// The state of each code: the one with the same code, or else the one that contains most of its
  /// places, because the outlines are coarse.
  private static func found(
    _ parts: [String: [GazetteerMaker.Row]], _ states: ProvinceFinder
  ) -> [String: Int] {
    parts.compactMapValues { rows in
      if let found = states.province(of: rows[0].country, code: rows[0].region) { return found }
      let votes = rows.compactMap { row in
        states.province(
          of: row.country,
          at: Vertex(longitude: row.place.longitude, latitude: row.place.latitude))
      }
      let counts = Dictionary(votes.map { ($0, 1) }, uniquingKeysWith: +)
      return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    }
  }
}

extension GazetteerMaker.Row {
  fileprivate var place: ProvinceJoiner.Place {
    ProvinceJoiner.Place(
      name: name, population: population, latitude: Double(latitude) / Gazetteer.stepsPerDegree,
      longitude: Double(longitude) / Gazetteer.stepsPerDegree)
  }
}
