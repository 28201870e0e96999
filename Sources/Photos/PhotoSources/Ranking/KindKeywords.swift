/// Keywords that show that a file is no picture of a place.
///
/// Words that are common in the names of places are left out, such as "plan", "coin" and "arms".
enum KindKeywords {
  /// Keywords in titles, in the languages of most files.
  private static let words: Set<String> = [
    "map", "maps", "karte", "landkarte", "stadtplan", "carte", "mapa", "mappa", "kaart", "карта",
    "diagram", "chart", "graph", "logo", "logos", "logotype", "flags", "wappen", "blason", "герб",
    "scan", "scans", "scanned", "document", "documents", "manuscript", "plaque", "plaques",
    "gedenktafel", "sign", "signs", "stamp", "stamps", "coins", "poster", "posters", "engraving",
    "portrait", "portraits", "headshot", "selfie", "mugshot", "conference", "mapillary", "landsat",
    "modis", "closeup",
  ]
  /// Pairs of keywords: the second words by the first.
  private static let pairs: [String: Set<String>] = [
    "coat": ["of"], "coats": ["of"], "flag": ["of"], "plan": ["of"], "floor": ["plan"],
    "ground": ["plan"], "site": ["plan"], "sentinel": ["1", "2", "3"],
    "satellite": ["image", "picture", "view"], "close": ["up"], "press": ["photo"],
  ]
  /// Keywords in the names of categories, which contain many files.
  private static let categoryWords: Set<String> = [
    "maps", "diagrams", "charts", "logos", "flags", "coats", "scans", "documents", "manuscripts",
    "plaques", "signs", "stamps", "coins", "posters", "engravings", "portrait", "portraits",
    "selfies",
    "conferences", "mapillary", "landsat", "modis", "satellite", "lepidoptera", "aves", "fauna",
    "flora", "birds", "insects", "butterflies", "beetles", "spiders", "mushrooms", "fungi",
    "orchids",
  ]
  private static let vehicles: Set<String> = [
    "tram", "trams", "streetcar", "straßenbahn", "strassenbahn", "tramwaj", "tramvaj", "трамвай",
    "bus", "autobus", "trolleybus", "автобус", "train", "locomotive", "lokomotive", "škoda",
    "tatra", "combino", "citadis", "airbus", "boeing", "imo",
  ]
  private static let latinEndings = [
    "us", "is", "a", "um", "ii", "ae", "ens", "es", "ix", "or", "er", "on", "os", "ax",
  ]

  /// The numbers of four digits that count as years.
  private static let years = 1850...2050

  static func showNoPlace(_ found: [String], title: String) -> Bool {
    // Photos from the International Space Station have names such as ISS045-E-1234.
    found.contains {
      words.contains($0) || $0.count > 3 && $0.hasPrefix("iss") && isNumber($0.dropFirst(3))
    }
      || zip(found, found.dropFirst()).contains { pairs[$0]?.contains($1) == true }
      || isVehicle(found) || isBookPage(found, title)
  }

  static func categoryShowsNoPlace(_ found: [String]) -> Bool {
    !categoryWords.isDisjoint(with: found)
  }

  static func isLatin(_ word: String) -> Bool {
    word.utf8.count >= 4 && latinEndings.contains(where: word.hasSuffix)
  }

  /// Whether a vehicle is named with its fleet number.
  private static func isVehicle(_ found: [String]) -> Bool {
    !vehicles.isDisjoint(with: found) && found.contains(where: isFleetNumber)
  }

  private static func isFleetNumber(_ word: String) -> Bool {
    guard (3...7).contains(word.utf8.count), let number = Int(word) else { return false }
    return !years.contains(number)
  }

  /// Whether this is a page of a book from the Internet Archive: a year and eleven digits in
  /// brackets.
  private static func isBookPage(_ found: [String], _ title: String) -> Bool {
    found.contains { $0.utf8.count == 11 && Int($0) != nil && title.contains("(\($0))") }
      && found.contains { $0.utf8.count == 4 && Int($0) != nil && title.contains("(\($0))") }
  }
}
