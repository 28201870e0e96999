import Atlas
import Foundation
import TravelModel

/// Makes files such as `names-de.atlas` from Natural Earth's names and, for cities, also from the
/// gazetteer's names in other scripts.
struct NamesMaker {
  static let languages = NameRow.languages

  private let landmarks: Landmarks
  private let gazetteer: Gazetteer
  /// The rows of landmarks and provinces by the keys of their names.
  private let index: [String: [NameRow]]
  private let cities: [String: [Int: String]]

  /// How far a city may be from its place in the table, in kilometres: both tables round
  /// coordinates.
  private static let cityReach = 50.0
  /// How far a peak or province may be from its place in the table, in widths of the world.
  private static let landmarkReach = 0.005
  /// Zooms are carried in tenths.
  private static let zoomStep = 0.06

  /// Reads the table of names from the folder of sources, and the features that it names from the
  /// files made before.
  init(sources folder: String, made atlas: String) throws {
    landmarks = try Landmarks(file: "\(atlas)/landmarks.atlas")
    gazetteer = try Gazetteer(file: "\(atlas)/gazetteer.atlas")
    let rows = try NameRow.all(sources: folder)
    var index: [String: [NameRow]] = [:]
    for row in rows where row.kind != "city" {
      for key in Set(NamesMaker.keys(of: row.kind, row.names)) {
        index[key, default: []].append(row)
      }
    }
    self.index = index
    cities = NamesMaker.cities(rows.filter { $0.kind == "city" }, gazetteer)
  }

  func content(in language: String) -> [UInt8] {
    var names: [Int: String] = [:]
    var counts: [String: (found: Int, of: Int)] = [:]
    for (number, landmark) in landmarks.all.enumerated() {
      let name = NamesMaker.commonest(rows(of: landmark).compactMap { $0.text(in: language) })
      counts["\(landmark.kind)", default: (0, 0)].of += 1
      guard let name else { continue }
      counts["\(landmark.kind)"]!.found += 1
      if name != landmark.name(in: [language]) { names[number] = name }
    }
    let cities = self.cities[language]!
    let others = cities.filter { $1 != gazetteer.usualName(of: $0) }
    let provinces = provinces(in: language)
    for (kind, count) in counts.sorted(by: { $0.key < $1.key }) {
      print("\(language): \(count.found) of \(count.of) landmarks of the kind \(kind)")
    }
    print(
      "\(language): \(cities.count) cities, of which \(others.count) differ,",
      "\(names.count) landmarks and \(provinces.count) provinces that differ")
    return LocalNames(
      language: language, landmarks: names, of: landmarks, cities: others, provinces: provinces,
      of: gazetteer
    ).content
  }
}

/// Landmarks and provinces.
extension NamesMaker {
  /// The rows that may name a landmark: of those with its name, the ones of equal importance, or
  /// the nearest.
  private func rows(of landmark: Landmark) -> [NameRow] {
    let names = [landmark.names["und"], landmark.names["en"]].compactMap { $0 }
    for key in NamesMaker.keys(of: "\(landmark.kind)", names) {
      // Only provinces have a country.
      let found = (index[key] ?? []).filter { $0.country == landmark.countryCode }
      let near = found.filter { $0.coordinate != nil }
        .map { (row: $0, distance: NamesMaker.distance($0, landmark)) }
        .min { $0.distance < $1.distance }
      if let near {
        if near.distance < NamesMaker.landmarkReach { return [near.row] }
      } else if !found.isEmpty {
        let alike = found.filter {
          abs(($0.zoom ?? .infinity) - landmark.minimumZoom) < NamesMaker.zoomStep
        }
        return alike.isEmpty ? found : alike
      }
    }
    return []
  }

  private static func distance(_ row: NameRow, _ landmark: Landmark) -> Double {
    let place = Mercator.project(row.coordinate!)
    return hypot(place.x - landmark.label.x, place.y - landmark.label.y)
  }

  private func provinces(in language: String) -> [Int: String] {
    var names: [Int: String] = [:]
    for (number, province) in gazetteer.allProvinces.enumerated() {
      let key = NamesMaker.keys(of: "province", [province.name]).first ?? ""
      let rows = (index[key] ?? []).filter { $0.country == province.country }
      let name = NamesMaker.commonest(rows.compactMap { $0.text(in: language) })
      if let name, name != province.name { names[number] = name }
    }
    return names
  }

  /// The text that makes up more than half of some texts; nil if there is none.
  private static func commonest(_ texts: [String]) -> String? {
    Dictionary(texts.map { ($0, 1) }, uniquingKeysWith: +).first { 2 * $1 > texts.count }?.key
  }

  /// The keys by which a feature's names are compared, because the sources write them differently:
  /// first the whole names, and then the names without words such as “Range”, within one group of
  /// kinds.
  private static func keys(of kind: String, _ names: [String]) -> [String] {
    let names = names.map { folded($0) }.filter { !$0.isEmpty }
    let group = groups[kind] ?? "region"
    return names.map { "\(group): \($0)" }
      + names.map { name in
        let proper = name.split(separator: " ").filter { !generics.contains(String($0)) }
        return "\(kind) alone: \(proper.isEmpty ? name : proper.joined(separator: " "))"
      }
  }

  /// The group of each kind: the sources distinguish the kinds of a group differently.
  private static let groups = [
    "ocean": "sea", "sea": "sea", "bay": "sea", "strait": "sea", "lake": "lake", "river": "river",
    "peak": "peak", "province": "province",
  ]
  private static let generics: Set = [
    "mountains", "mountain", "mts", "range", "ranges", "plateau", "desert", "island", "islands",
    "isla", "islas", "is", "archipelago", "peninsula", "lake", "river", "gulf", "bay", "sea", "the",
    "of", "de",
  ]

  private static func folded(_ name: String) -> String {
    String(decoding: Folding.folded(name), as: UTF8.self)
  }
}

/// Cities.
extension NamesMaker {
  /// The names of cities in each language: those of the table, and then those recognised by their
  /// script.
  private static func cities(_ rows: [NameRow], _ gazetteer: Gazetteer) -> [String: [Int: String]] {
    let names = gazetteer.allNames
    var numbers: [String: [Int]] = [:]
    for (number, names) in names.enumerated() {
      for name in Set(names.map(folded)) { numbers[name, default: []].append(number) }
    }
    var cities = Dictionary(uniqueKeysWithValues: languages.map { ($0, [Int: String]()) })
    for row in rows {
      guard let place = row.coordinate else { continue }
      let found = row.names.flatMap { numbers[folded($0)] ?? [] }
        .filter { gazetteer.kilometres(from: $0, to: place) < cityReach }.min()
      // Some rows have the names of another city.
      guard let found, names[found].map(folded).contains(folded(row.english)) else { continue }
      for language in languages where cities[language]![found] == nil {
        cities[language]![found] = row.text(in: language)
      }
    }
    let ranks = (0..<gazetteer.count)
      .sorted { (-gazetteer.prominence($0), $0) < (-gazetteer.prominence($1), $1) }
    for (rank, number) in ranks.enumerated() {
      let country = gazetteer.city(number).countryCode
      for language in languages where cities[language]![number] == nil {
        guard rank < greatest || ScriptNames.homes[language]?.contains(country) == true
        else { continue }
        cities[language]![number] = ScriptNames.name(
          in: language, of: names[number], country: country)
      }
    }
    return cities
  }

  /// How many of the greatest cities are named by script; in the countries of a language, all are.
  private static let greatest = 10_000
}

private struct NameRow {
  /// What it is: a sea, lake, river, peak, province or city, or a kind of region.
  let kind: String
  /// Its names in the source and in English.
  let names: [String]
  let english: String
  /// The code of a province's or a city's country.
  let country: String
  /// The lowest zoom of its name; nil if the source has none.
  let zoom: Double?
  let coordinate: Coordinate?
  private let texts: [String]

  /// The languages of the last columns, in their order.
  static let languages = ["de", "fr", "es", "ja", "zh", "ar"]

  /// Rows that the table lacks.
  private static let further = [
    [
      "peninsula", "Balkan Peninsula", "", "", "", "", "", "", "Balkanhalbinsel",
      "Péninsule balkanique", "Península balcánica", "バルカン半島", "巴尔干半岛", "شبه جزيرة البلقان",
    ],
    [
      "lake", "Aral Sea", "", "", "", "", "", "", "Aralsee", "Mer d’Aral", "Mar de Aral", "アラル海",
      "咸海", "بحر آرال",
    ],
    [
      "lake", "Lake Maggiore", "", "", "", "", "", "", "Lago Maggiore", "Lac Majeur", "Lago Mayor",
      "マッジョーレ湖", "马焦雷湖", "بحيرة ماجوري",
    ],
  ]

  static func all(sources folder: String) throws -> [NameRow] {
    try (further + table("\(folder)/natural-earth-names.tsv")).map { fields in
      let others = fields[2].split(separator: "|").map(String.init)
      let names = [fields[1]] + others + (fields[3].isEmpty ? [] : [fields[3]])
      let place = Double(fields[6]).flatMap { latitude in
        Double(fields[7]).flatMap { Coordinate(latitude: latitude, longitude: $0) }
      }
      return NameRow(
        kind: fields[0], names: names, english: fields[3].isEmpty ? fields[1] : fields[3],
        country: ["province", "city"].contains(fields[0]) ? fields[4] : "",
        zoom: Double(fields[5]), coordinate: place, texts: Array(fields[8...]))
    }
  }

  /// Its name in a language as a map shows it; nil if the source has none.
  func text(in language: String) -> String? {
    var text = texts[NameRow.languages.firstIndex(of: language)!]
    text.unicodeScalars.removeAll { $0.properties.generalCategory == .format }
    // Remove what distinguishes it from others: “Victoria (Seychelles)” and “Victoria, Seychelles”.
    let ends = "(（،" + (english.contains(",") ? "" : ",")
    text = String(text.prefix { !ends.contains($0) }).trimmingCharacters(in: .whitespaces)
    guard !text.isEmpty, ScriptNames.isWritten(text, in: language) else { return nil }
    // French and Spanish write generic words in small letters, but a name on a map begins with a
    // capital.
    return text.prefix(1).uppercased() + text.dropFirst()
  }
}
