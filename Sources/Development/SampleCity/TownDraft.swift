import TestSupport

/// Makes the files of a town with many authors, who describe them in several languages and scripts,
/// by camera names or by sentences, with categories or without.
struct TownDraft {
  private(set) var files: [CityFile] = []
  private(set) var articles: [CityArticle] = []
  private var numbers: SeededNumbers
  private var sights: [Sight] = []

  private struct Sight {
    /// Its names in different languages; its category has the first one.
    let names: [String]
    let east: Double
    let north: Double
  }

  private static let town = "Brnov"
  /// Kinds of sights with their names in several languages.
  private static let kinds = [
    ["Kostel {}", "Church of {}", "{}kirche", "Église {}", "Церковь {}"],
    ["{} most", "{} Bridge", "{}brücke", "Pont {}", "{}橋"],
    ["{} náměstí", "{} Square", "{}platz", "Place {}", "{}広場"],
    ["Palác {}", "Palace {}", "Palais {}", "Palazzo {}", "Дворец {}"],
    ["{} brána", "{} Gate", "{}tor", "Porte {}", "Brama {}"],
    ["Park {}", "{} Gardens", "{}garten", "Jardin {}", "{}公園"],
    ["Vila {}", "Villa {}", "Haus {}", "Maison {}", "Dom {}"],
    ["Ulice {}", "{} Street", "{}straße", "Rue {}", "Улица {}"],
  ]
  private static let names = [
    "Anežka", "Borek", "Cyril", "Dalibor", "Eliška", "František", "Gorazd", "Havel", "Ivana",
    "Jakub", "Karel", "Ludmila", "Metoděj", "Norbert", "Otakar",
  ]
  /// The authors; the first ones have most of the files.
  private static let authors = [
    "Hand A", "J. N.", "Рука Б", "手丙", "D-hand", "E3", "يد", "G. H.", "Iota", "K", "Lambda", "M M",
  ]
  private static let sizes = [(4608, 3456), (3456, 4608), (1024, 768), (5472, 3648), (2048, 1152)]
  /// The files that are not pictures of a place: how many, their titles, and the categories of
  /// some.
  private static let others: [(CityFile.Kind, Int, [String], [String])] = [
    (
      .tram, 140,
      ["Tramvaj Tatra K2 č. 1{}", "Linka 7, vůz 18{}", "Škoda 13T 19{}", "Trolejbus 32{}"],
      ["Tatra K2 in Brnov"]
    ),
    (
      .map, 60,
      ["Plan von Brnov {}", "Mapa města {}", "План города {}", "Floor plan of the palace {}"],
      ["Old maps of Brnov"]
    ),
    (
      .plaque, 80,
      ["Pamětní deska {}", "Stolperstein {}", "Gedenktafel {}", "Coat of arms of Brnov {}"],
      ["Plaques in Brnov", "Stolpersteine in Brnov"]
    ),
    (
      .portrait, 110, ["Řečník {}", "Conference speaker {}", "Starosta {}", "Portrét {}"],
      ["People of Brnov", "Portrait photographs of men"]
    ),
    (
      .scan, 90, ["Dopis {}", "Kronika, strana {}", "Document {}", "Noviny {}"],
      ["Documents of Brnov", "Scans of chronicles"]
    ),
    (
      .species, 40, ["Parus major {}", "Buteo buteo {}", "Sýkora koňadra {}"],
      ["Parus major", "Buteo buteo", "Birds of Moravia"]
    ),
    (.satellite, 20, ["ISS061-E-{}", "Sentinel-2 {}"], ["Brnov from space"]),
  ]

  init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

  mutating func draw() {
    for kind in TownDraft.kinds {
      for name in TownDraft.names {
        let (east, north) = numbers.spot()
        let names = kind.map { $0.replacing("{}", with: name) }
        sights.append(Sight(names: names, east: east, north: north))
      }
    }
    for (event, count) in [("Masopust", 90), ("Půlmaraton", 120), ("Vánoční trhy", 60)] {
      drawEvent(event, of: count)
    }
    for (kind, count, titles, categories) in TownDraft.others {
      for number in 10..<10 + count {
        add(
          kind, numbers.one(of: titles).replacing("{}", with: "\(number)"), subject: "\(kind)",
          by: author(), at: numbers.spot(), taken: time(2005 + numbers.below(20)),
          categories: numbers.below(3) == 0 ? [] : [numbers.one(of: categories)])
      }
    }
    while files.count < City.size { drawVisit() }
    for (word, count) in [("quality", 70), ("valued", 10), ("featured", 8)] {
      for _ in 1...count { files[numbers.below(files.count)].assessments.append(word) }
    }
    for _ in 1...12 {
      let sight = numbers.one(of: sights)
      guard let lead = files.first(where: { $0.kind == .view && $0.subject == sight.names[0] })
      else { continue }
      articles.append(
        CityArticle(
          title: sight.names[0], east: sight.east, north: sight.north, lead: lead.index))
    }
  }

  /// Adds the photos of an event: one subject by one author, all over the town.
  private mutating func drawEvent(_ name: String, of count: Int) {
    let (author, year) = (author(), 2005 + numbers.below(20))
    for number in 1...count {
      add(
        .view, "\(name) \(year) (\(number))", subject: name, by: author, at: numbers.spot(),
        taken: time(year),
        categories: numbers.below(3) == 0
          ? [] : ["\(name) v Brnově \(year)", "\(year) in \(TownDraft.town)"])
    }
  }

  /// Adds one photo of a sight, or several by one author, taken one after the other.
  private mutating func drawVisit() {
    // Some sights are in every visitor's album.
    let sight = numbers.below(3) == 0 ? sights[numbers.below(8)] : numbers.one(of: sights)
    let (author, habit, name) = (author(), numbers.below(7), numbers.one(of: sight.names))
    let year = numbers.below(12) == 0 ? 1890 + numbers.below(90) : 2003 + numbers.below(22)
    let isOld = year < 1990
    let (day, start) = (numbers.day(of: year), 3600 * (8 + numbers.below(12)))
    let (east, north) = (sight.east + numbers.share() * 120, sight.north + numbers.share() * 120)
    for step in 0..<(isOld ? 1 : numbers.one(of: [1, 1, 2, 3, 6])) where files.count < City.size {
      let number = files.count
      let title =
        switch habit {
        case 0: "\(TownDraft.town), \(name) \(twoDigits(number % 30))"
        case 1: "\(name) (\(day)) \(step + 1)"
        case 2: "\(name), \(TownDraft.town), Czechia - panoramio (\(number % 90))"
        case 3: numbers.one(of: ["DSC0\(1000 + number)", "IMG \(year) \(number)", "P10\(number)"])
        case 4: "View of the \(name) from the other side on a rainy day \(step)"
        case 5: "\(day.filter { $0 != "-" }) \(name)"
        default: step > 0 ? "\(name) \(step)" : name
        }
      let categories =
        switch numbers.below(5) {
        case 0: [String]()
        case 1: ["\(TownDraft.town) in \(year)"]
        case 2: ["Buildings in \(TownDraft.town)", "Photographs by \(author)"]
        default: [sight.names[0], "\(TownDraft.town) in \(year)"]
        }
      add(
        isOld ? .old : .view, title, subject: sight.names[0], by: author,
        at: (east + numbers.share() * 20, north + numbers.share() * 20),
        taken: isOld && numbers.below(2) == 0 ? "\(year)" : "\(day) \(clock(start + step * 25))",
        categories: categories)
    }
  }

  private mutating func add(
    _ kind: CityFile.Kind, _ name: String, subject: String, by author: String,
    at spot: (east: Double, north: Double), taken: String, categories: [String]
  ) {
    let size = numbers.one(of: TownDraft.sizes)
    files.append(
      CityFile(
        index: files.count, kind: kind, name: name, subject: subject, author: author,
        east: spot.east, north: spot.north, taken: taken, width: size.0, height: size.1,
        categories: categories + ["Self-published work"]))
  }

  private mutating func author() -> String {
    let count = TownDraft.authors.count
    return TownDraft.authors[min(numbers.below(count), numbers.below(count))]
  }

  private mutating func time(_ year: Int) -> String {
    "\(numbers.day(of: year)) \(clock(8 * 3600 + numbers.below(40_000)))"
  }
}
