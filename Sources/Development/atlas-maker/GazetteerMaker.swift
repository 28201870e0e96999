import Atlas
import Foundation

/// Makes `gazetteer.atlas` of the GeoNames tables of cities and of Natural Earth's regions.
enum GazetteerMaker {
  struct Row {
    let name: String
    let country: String
    /// The code of its part of the country in the table.
    let region: String
    let latitude: Int
    let longitude: Int
    let population: Int
    let alternates: [String]
  }

  /// A name of a city, with the city's number.
  private struct Name {
    let key: [UInt8]
    let text: String
    let city: Int
    let isFirst: Bool
  }

  private static let leftOut: Set<String> = [
    // No places: a house, a declared state without people, an abandoned town.
    "13631342", "13405691", "3578069",
    // A suburb of Auckland that stands among mountains, 900 kilometres away.
    "2180221",
    // A ward of Tokyo that stands among fields, 80 kilometres away.
    "11836117",
    // The district of Lhasa's city, and two quarters of Cologne.
    "13527052", "8593855", "8593856",
    // Districts of two countries on the same islands, which both claim.
    "12382279", "11496092", "12166277",
  ]
  private static let longestName = 60

  /// Quarters and towns for which the table gives the population of the city or district around
  /// them.
  private static let overcounted: Set<String> = [
    // Kallakurichi, Budta, Ra's Bayrut, Malingao, New South Memphis, New Kingston, Business Bay
    "12165956", "1723510", "268743", "1978681", "4645421", "3489297", "13118432",
    // A village called Gorakhpur, like the city.
    "1270926",
    // Shinagawa and Minato far from Tokyo, whose wards have the same names.
    "1852139", "1852383",
    // New Mosul and Old Basra, with the people of Mosul and Basra.
    "99071", "388349",
  ]
  private static let leastPopulation = Int(Gazetteer.leastTown)

  /// The least population of a place whose other names in Latin letters are kept.
  private static let knownPopulation = 5_000

  /// Names that people type but the table lacks, by the number of the city in the table.
  private static let furtherNames: [String: [String]] = [
    // Venice, Nuuk, Luzern, Dubrovnik, Cape Town
    "3164603": [
      "Venezia", "Venedig", "Venise", "Venecia", "Veneza", "Venetië", "Wenecja", "Benátky",
      "Венеция", "Венеція", "Βενετία", "البندقية", "ונציה", "वेनिस", "威尼斯", "ヴェネツィア",
      "ベネチア", "베네치아",
    ],
    "3421319": ["Godthåb", "Нуук", "ヌーク"],
    "2659811": ["Lucerne", "Lucerna", "Люцерн"],
    "3201047": ["Ragusa", "Дубровник"],
    "3369157": ["Capetown"],
  ]

  /// Reads the sources in a folder and returns the file's bytes.
  static func make(from folder: String) throws -> [UInt8] {
    // The table of cities has no names of these two countries, which have villages only.
    var countryNames = ["IO": "British Indian Ocean Territory", "TK": "Tokelau"]
    for fields in try table("\(folder)/geonames-cities15000.tsv") {
      countryNames[fields[2]] = fields[3].trimmingCharacters(in: .whitespaces)
    }
    let places = try table("\(folder)/geonames-cities1000.tsv")
      .filter { !leftOut.contains($0[0]) && !isDistrict($0[1]) && !isEstate($0[1]) }
    let rows = joiningQuarters(places).map(row)
      .sorted { ($1.population, $0.name, $0.country) < ($0.population, $1.name, $1.country) }
    let codes = countryNames.keys.sorted()
    let provinces = try CityProvinces(rows, sources: folder)
    let content =
      countries(codes, countryNames) + cities(rows, codes: codes, provinces) + names(rows)
    return Gazetteer.file.encoded(content)
  }

  private static func row(_ fields: [String]) -> Row {
    let steps = Gazetteer.stepsPerDegree
    return Row(
      name: fields[1], country: fields[2], region: fields[3],
      latitude: Int((Double(fields[4])! * steps).rounded()),
      longitude: Int((Double(fields[5])! * steps).rounded()),
      population: overcounted.contains(fields[0]) ? leastPopulation : Int(fields[6])!,
      alternates: fields[8].split(separator: "|").map(String.init)
        + furtherNames[fields[0], default: []])
  }

  private static func countries(_ codes: [String], _ names: [String: String]) -> [UInt8] {
    var content: [UInt8] = []
    content.append(varying: UInt64(codes.count))
    for code in codes {
      content.append(text: code)
      content.append(text: names[code]!)
    }
    return content
  }

  private static func cities(
    _ rows: [Row], codes: [String], _ provinces: CityProvinces
  ) -> [UInt8] {
    var content: [UInt8] = []
    content.append(varying: UInt64(provinces.all.count))
    for province in provinces.all {
      content.append(varying: UInt64(codes.firstIndex(of: province.country)!))
      content.append(text: province.name)
      content.append(text: province.code)
    }
    content.append(varying: UInt64(rows.count))
    for row in rows { content.append(varying: UInt64(codes.firstIndex(of: row.country)!)) }
    for row in rows where provinces.divided.contains(row.country) {
      content.append(varying: UInt64(provinces.province(of: row).map { $0 + 1 } ?? 0))
    }
    for row in rows { content.append(signed: row.latitude) }
    for row in rows { content.append(signed: row.longitude) }
    var population = rows[0].population
    content.append(varying: UInt64(population))
    for row in rows.dropFirst() {
      content.append(varying: UInt64(population - row.population))
      population = row.population
    }
    let notable = notable(rows)
    content.append(varying: UInt64(notable.count))
    for (city, why) in notable {
      content.append(varying: UInt64(city))
      content.append(varying: why.rawValue)
    }
    return content
  }

  /// Capitals and famous cities: of the cities in the country with the name, the most populous.
  private static func notable(_ rows: [Row]) -> [(city: Int, why: Gazetteer.Notability)] {
    var notable: [Int: Gazetteer.Notability] = [:]
    let wanted: [(cities: [(country: String, name: String)], why: Gazetteer.Notability)] = [
      (NotableCities.capitals, .capital), (NotableCities.famous, .famous),
    ]
    for (cities, why) in wanted {
      for (country, name) in cities {
        if let city = rows.firstIndex(where: { $0.country == country && $0.name == name }) {
          notable[city, default: []].insert(why)
        } else {
          print("not in the table: \(name), \(country)")
        }
      }
    }
    return notable.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private static func names(_ rows: [Row]) -> [UInt8] {
    var places: [[UInt8]: [Row]] = [:]
    for row in rows { places[Folding.folded(row.name), default: []].append(row) }
    let sorted = rows.enumerated().flatMap { names(of: $1, city: $0, besides: places) }.sorted {
      $0.key == $1.key
        ? ($0.city, $0.text) < ($1.city, $1.text) : $0.key.lexicographicallyPrecedes($1.key)
    }
    var (shared, added, cities): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
    var (text, previous, city) = ("", "", -1)
    for name in sorted {
      // Names share whole scalars, so that the rest is a valid text.
      let common = zip(previous.unicodeScalars, name.text.unicodeScalars)
        .prefix { $0.0 == $0.1 }.count
      let rest = String(String.UnicodeScalarView(name.text.unicodeScalars.dropFirst(common)))
      shared.append(varying: UInt64(name.text.utf8.count - rest.utf8.count))
      added.append(varying: UInt64(rest.utf8.count))
      cities.append(
        varying: UInt64(name.city == city ? 0 : name.city + 1) << 1 | (name.isFirst ? 1 : 0))
      text.unicodeScalars.append(contentsOf: rest.unicodeScalars)
      (previous, city) = (name.text, name.city)
    }
    var content: [UInt8] = []
    content.append(varying: UInt64(sorted.count))
    content += shared + added + cities
    content.append(text: text)
    return content
  }

  /// The names of a city that someone may type, each with another folded form.
  ///
  /// A name that is the main name of a neighbour is left out: New Delhi is not Delhi. Of small
  /// places, other names are kept only in other scripts.
  private static func names(of row: Row, city: Int, besides places: [[UInt8]: [Row]]) -> [Name] {
    var names = [Name(key: Folding.folded(row.name), text: row.name, city: city, isFirst: true)]
    precondition(!names[0].key.isEmpty, row.name)
    var keys: Set = [names[0].key]
    let initials = Set(([row.name] + row.alternates).map { self.initials(of: $0) })
    // Names with apostrophes come last: of two that fold to the same, the one without is more
    // usual.
    let marked = row.alternates.filter { $0.contains("'") }
    for text in row.alternates.filter({ !$0.contains("'") }) + marked {
      let key = Folding.folded(text)
      guard !key.isEmpty, text.utf8.count <= longestName, !isTransliteration(text),
        !isCode(text) || initials.contains(text),
        row.population >= knownPopulation || !isLatin(text),
        keys.insert(key).inserted,
        !(places[key] ?? []).contains(where: { isNeighbour($0, of: row) })
      else { continue }
      names.append(Name(key: key, text: text, city: city, isFirst: false))
    }
    return names
  }

  /// Tells whether a name is that of a numbered part of a city, as `Paris 07` and `Zürich (Kreis
  /// 11)`.
  private static func isDistrict(_ name: String) -> Bool {
    name.contains(/\ \d\d?\b|\(Kreis|Arrondissement|Circoi?scrizione/)
  }

  /// Leaves out the quarters of Swiss towns, as `Horgen / Allmend`; where the table lacks the town,
  /// its most populous quarter, which comes first, gets the town's name.
  private static func joiningQuarters(_ places: [[String]]) -> [[String]] {
    func isQuarter(_ place: [String]) -> Bool { place[2] == "CH" && place[1].contains(" / ") }
    var towns = places.filter { $0[2] == "CH" && !isQuarter($0) }.map { $0[1] }
    return places.compactMap { place in
      guard isQuarter(place) else { return place }
      let town = String(place[1].split(separator: " / ")[0])
      guard !towns.contains(where: { $0 == town || $0.hasPrefix("\(town) ") }) else { return nil }
      towns.append(town)
      return place[..<1] + [town] + place[2...]
    }
  }

  /// Tells whether a name is that of a housing estate or a prison: these are long, or have
  /// brackets.
  private static func isEstate(_ name: String) -> Bool {
    name.utf8.count > longestName || name.contains("[")
  }

  /// Tells whether two cities are less than half a degree apart, which is enough for suburbs.
  private static func isNeighbour(_ other: Row, of row: Row) -> Bool {
    let reach = Int(Gazetteer.stepsPerDegree / 2)
    return abs(other.latitude - row.latitude) < reach
      && abs(other.longitude - row.longitude) < reach
  }

  private static func isLatin(_ text: String) -> Bool {
    // Latin letters are before those of all other scripts, and in the block Latin Extended
    // Additional.
    text.unicodeScalars.allSatisfy { $0.value < 0x370 || 0x1E00..<0x1F00 ~= $0.value }
  }

  /// Tells whether a name was transliterated by a program of the table's makers: these are in small
  /// letters.
  private static func isTransliteration(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, ("a"..."z").contains(first) else { return false }
    return !text.contains(where: \.isUppercase)
  }

  /// Tells whether a name is the code of an airport or a harbour, like `CDG`.
  private static func isCode(_ text: String) -> Bool {
    (3...5).contains(text.utf8.count) && text.utf8.allSatisfy { (0x41...0x5A).contains($0) }
  }

  /// The initials of a name, such as `NYC` of New York City.
  private static func initials(of text: String) -> String {
    String(text.split(separator: " ").compactMap(\.first))
  }
}
