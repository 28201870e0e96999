import Atlas
import Foundation

/// Makes `gazetteer.atlas` of the GeoNames table of cities.
enum GazetteerMaker {
  /// A row of the table.
  private struct Row {
    let name: String
    let country: String
    let latitude: Int
    let longitude: Int
    let population: Int
    let alternates: [String]
  }

  /// A name of a city, by the city's number.
  private struct Name {
    let key: [UInt8]
    let text: String
    let city: Int
    let isFirst: Bool
  }

  /// Entries that are no places: a house, a declared state without people, an abandoned town.
  private static let leftOut: Set<String> = ["13631342", "13405691", "3578069"]
  private static let longestName = 60

  /// Quarters and towns that the table gives the population of the city or district around them.
  private static let overcounted: Set<String> = [
    // Kallakurichi, Budta, Ra's Bayrut, Malingao, New South Memphis, New Kingston
    "12165956", "1723510", "268743", "1978681", "4645421", "3489297",
  ]
  private static let leastPopulation = 15_000

  /// Names that people type and the table lacks, by the table's number of the city.
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

  /// Reads the table and returns the file's bytes.
  static func make(from tsvPath: String) -> [UInt8] {
    guard let table = try? String(contentsOfFile: tsvPath, encoding: .utf8) else {
      fatalError("cannot read \(tsvPath)")
    }
    var countryNames: [String: String] = [:]
    var rows: [Row] = []
    for line in table.split(separator: "\n").dropFirst() {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      precondition(fields.count == 9, "not a row: \(line)")
      if leftOut.contains(fields[0]) || isDistrict(fields[1]) { continue }
      countryNames[fields[2]] = fields[3].trimmingCharacters(in: .whitespaces)
      let steps = Gazetteer.stepsPerDegree
      rows.append(
        Row(
          name: fields[1], country: fields[2],
          latitude: Int((Double(fields[4])! * steps).rounded()),
          longitude: Int((Double(fields[5])! * steps).rounded()),
          population: overcounted.contains(fields[0]) ? leastPopulation : Int(fields[6])!,
          alternates: fields[8].split(separator: "|").map(String.init)
            + furtherNames[fields[0], default: []]))
    }
    rows.sort { ($1.population, $0.name, $0.country) < ($0.population, $1.name, $1.country) }
    let codes = countryNames.keys.sorted()
    let content = cities(rows, codes: codes, countryNames) + names(rows)
    return DataFile(kind: "GAZT", version: 1).encoded(content)
  }

  private static func cities(
    _ rows: [Row], codes: [String], _ countryNames: [String: String]
  ) -> [UInt8] {
    var content: [UInt8] = []
    content.append(varying: UInt64(codes.count))
    for code in codes {
      content.append(text: code)
      content.append(text: countryNames[code]!)
    }
    content.append(varying: UInt64(rows.count))
    for row in rows { content.append(varying: UInt64(codes.firstIndex(of: row.country)!)) }
    for row in rows { content.append(signed: row.latitude) }
    for row in rows { content.append(signed: row.longitude) }
    var population = rows[0].population
    content.append(varying: UInt64(population))
    for row in rows.dropFirst() {
      content.append(varying: UInt64(population - row.population))
      population = row.population
    }
    return content
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
      // Whole scalars are shared, so that what is added is a text again.
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

  /// The names of a city that someone may type, no two of which are folded alike.
  ///
  /// A name that is the first one of a neighbour is left to it: New Delhi is not Delhi.
  private static func names(of row: Row, city: Int, besides places: [[UInt8]: [Row]]) -> [Name] {
    var names = [Name(key: Folding.folded(row.name), text: row.name, city: city, isFirst: true)]
    precondition(!names[0].key.isEmpty && row.name.utf8.count <= longestName, row.name)
    var keys: Set = [names[0].key]
    let initials = Set(([row.name] + row.alternates).map { self.initials(of: $0) })
    // Apostrophes last: other spellings that are folded alike are the usual ones.
    let marked = row.alternates.filter { $0.contains("'") }
    for text in row.alternates.filter({ !$0.contains("'") }) + marked {
      let key = Folding.folded(text)
      guard !key.isEmpty, text.utf8.count <= longestName, !isTransliteration(text),
        !isCode(text) || initials.contains(text), keys.insert(key).inserted,
        !(places[key] ?? []).contains(where: { isNeighbour($0, of: row) })
      else { continue }
      names.append(Name(key: key, text: text, city: city, isFirst: false))
    }
    return names
  }

  /// Tells whether a name is one of a numbered part of a city, as `Paris 07` and `Zürich (Kreis 11)`.
  private static func isDistrict(_ name: String) -> Bool {
    name.contains(/\ \d\d?\b|\(Kreis|Arrondissement/)
  }

  /// Tells whether two cities are less than half a degree apart, which is enough for suburbs.
  private static func isNeighbour(_ other: Row, of row: Row) -> Bool {
    let reach = Int(Gazetteer.stepsPerDegree / 2)
    return abs(other.latitude - row.latitude) < reach
      && abs(other.longitude - row.longitude) < reach
  }

  /// Tells whether a name is one that the table's makers had a program write in small letters.
  private static func isTransliteration(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, ("a"..."z").contains(first) else { return false }
    return !text.contains(where: \.isUppercase)
  }

  /// Tells whether a name is one of an airport or a harbour, like `CDG`.
  private static func isCode(_ text: String) -> Bool {
    (3...5).contains(text.utf8.count) && text.utf8.allSatisfy { (0x41...0x5A).contains($0) }
  }

  /// The great letters that words begin with: those of New York City are `NYC`.
  private static func initials(of text: String) -> String {
    String(text.split(separator: " ").compactMap(\.first))
  }
}
