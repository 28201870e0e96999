import TestSupport

struct CityDraft {
  private(set) var files: [CityFile] = []
  private(set) var articles: [CityArticle] = []
  private var numbers: SeededNumbers
  private var sights: [Sight] = []

  private struct Sight {
    let name: String
    let east: Double
    let north: Double
  }

  /// Ten authors, of whom the first has half of all files.
  private static let authors = [
    "Ada Busy", "Bilal", "Chiyo", "Dörte", "Emeka", "Farah", "Goran", "Hana", "Ilya", "Jun",
  ]
  private static let adjectives = [
    "Old", "New", "Upper", "Lower", "Royal", "White", "Green", "Long", "Saint Mary’s", "Great",
    "Little", "Northern", "Southern", "Crooked", "Golden",
  ]
  private static let buildings = [
    "Bridge", "Church", "Market", "Tower", "Gate", "Theatre", "Library", "Garden", "Castle",
    "Fountain", "Square", "Mill", "Harbour", "Synagogue", "Mosque",
  ]
  private static let sizes = [(4000, 3000), (3000, 4000), (6000, 4000), (1600, 1200), (800, 600)]

  init(seed: UInt64) { numbers = SeededNumbers(seed: seed) }

  mutating func draw() {
    drawSights()
    drawBurst(at: (3, 4), of: 60, called: "Doorway")
    for _ in 1...9 {
      let sight = sights[numbers.below(sights.count)]
      drawBurst(at: (sight.east, sight.north), of: 20, called: sight.name)
    }
    for number in 1...200 { drawTram(number) }
    for number in 1...100 { drawOther(.scan, "Scan of page \(number)", "Scans of letters") }
    for number in 1...60 { drawOther(.portrait, "Portrait of a mayor \(number)", "Mayors") }
    for number in 1...40 {
      drawOther(.portrait, "Jun Kim \(number)", "Portrait photographs of men")
    }
    for number in 1...60 { drawOther(.map, "Map of the city \(number)", "Maps of the city") }
    for number in 1...60 { drawOther(.plaque, "Plaque \(number)", "Plaques in the city") }
    for number in 1...20 { drawOther(.satellite, "ISS04\(number % 10)-E-\(number)", "City") }
    for number in 1...30 { drawOther(.species, "Parus major \(number)", "Parus major") }
    for number in 1...30 {
      drawOther(.book, "A history of towns (1885) (1459048\(1000 + number))", "Books")
    }
    for _ in 1...40 { drawView(old: true) }
    while files.count < City.size { drawView(old: false) }
    assess()
    drawArticles()
  }

  /// Adds the files of a village; the list is in another order than distance.
  mutating func drawVillage() {
    drawSights()
    for draw in [0, 1, 2, 3, 4].shuffled(using: &numbers) {
      switch draw {
      case 0, 1: drawView(old: false)
      case 2: drawView(old: true)
      case 3: drawOther(.plaque, "Plaque 1", "Plaques in the village")
      default: drawOther(.portrait, "Portrait of a mayor 1", "Mayors")
      }
    }
  }

  /// Adds the files of a place at sea; the list is in another order than distance.
  mutating func drawSea() {
    let views = [
      "Waves", "Sunset over the sea", "Lighthouse", "Islands", "Storm", "A quiet morning",
    ]
    let numbersOfFiles = Array(0..<40).shuffled(using: &numbers)
    for number in numbersOfFiles {
      switch number {
      case 0..<6:
        let (east, north) = numbers.spot()
        add(
          .view, "\(views[number]) \(100 + number)", subject: views[number], by: author(), at: east,
          north, taken: time(2000 + number, second: numbers.below(30_000)), categories: ["Sea"])
      case 6..<18: drawOther(.satellite, "ISS0\(number + 20)-E-\(number)", "Sea")
      case 18..<30: drawOther(.ship, "Cargo ship at sea IMO 92\(10_000 + number)", "Ships")
      case 30..<36: drawOther(.species, "Larus argentatus \(number)", "Larus argentatus")
      default: drawOther(.map, "Map of the sea floor \(number)", "Maps of the sea")
      }
    }
  }

  private mutating func drawSights() {
    for adjective in CityDraft.adjectives {
      for building in CityDraft.buildings {
        let (east, north) = numbers.spot()
        sights.append(Sight(name: "\(adjective) \(building)", east: east, north: north))
      }
    }
  }

  private mutating func author() -> String {
    numbers.below(2) == 0
      ? CityDraft.authors[0] : CityDraft.authors[1 + numbers.below(CityDraft.authors.count - 1)]
  }

  private mutating func time(_ year: Int, second: Int) -> String {
    "\(numbers.day(of: year)) \(clock(10 * 3600 + second))"
  }

  private mutating func add(
    _ kind: CityFile.Kind, _ name: String, subject: String, by author: String, at east: Double,
    _ north: Double, taken: String, categories: [String]
  ) {
    let size = CityDraft.sizes[numbers.below(CityDraft.sizes.count)]
    files.append(
      CityFile(
        index: files.count, kind: kind, name: name, subject: subject, author: author, east: east,
        north: north, taken: taken, width: size.0, height: size.1,
        categories: categories + ["CC-BY-SA-4.0", "Self-published work"]))
  }

  /// Adds many photos of one subject by one author, taken one after the other.
  private mutating func drawBurst(at place: (Double, Double), of count: Int, called name: String) {
    let author = name == "Doorway" ? CityDraft.authors[0] : author()
    let day = String(time(2012 + numbers.below(10), second: 0).prefix(10))
    for number in 1...count {
      add(
        .view, "\(name) \(author.prefix(3)) \(number)", subject: name, by: author,
        at: place.0 + numbers.share() * 4, place.1 + numbers.share() * 4,
        taken: "\(day) \(clock(43_200 + number * 3))", categories: [name])
    }
  }

  private mutating func drawTram(_ number: Int) {
    let (east, north) = numbers.spot()
    let taken = time(2015, second: number * 20)
    add(
      .tram, "Tram \(4000 + number) at a corner", subject: "Trams", by: CityDraft.authors[0],
      at: east * 0.3, north * 0.3, taken: taken, categories: ["Trams of the city"])
  }

  private mutating func drawOther(_ kind: CityFile.Kind, _ name: String, _ category: String) {
    let (east, north) = numbers.spot()
    let taken = time(2010 + numbers.below(10), second: numbers.below(30_000))
    add(
      kind, name, subject: "\(kind)", by: author(), at: east * 0.5, north * 0.5, taken: taken,
      categories: [category])
  }

  private mutating func drawView(old isOld: Bool) {
    let sight = sights[numbers.below(sights.count)]
    let number = files.count
    let year = isOld ? 1880 + numbers.below(90) : 1991 + numbers.below(35)
    let taken =
      isOld && number % 2 == 0
      ? "circa \(year)" : time(year, second: numbers.below(30_000))
    let views = ["", " from the west", " at night", " in winter"]
    let view = views[numbers.below(views.count)]
    add(
      isOld ? .old : .view, "\(sight.name)\(view) \(number)", subject: sight.name, by: author(),
      at: sight.east + numbers.share() * 60 - 30, sight.north + numbers.share() * 60 - 30,
      taken: taken, categories: [sight.name, "City in \(year)"])
  }

  /// Gives some files, of any kind, the assessments of the community.
  private mutating func assess() {
    for (word, count) in [("quality", 80), ("valued", 15), ("featured", 15), ("potd", 3)] {
      for _ in 1...count {
        let index = numbers.below(files.count)
        guard !files[index].assessments.contains(word) else { continue }
        files[index].assessments.append(word)
        files[index].categories.append(word == "quality" ? "Quality images of the city" : "Prized")
      }
    }
  }

  private mutating func drawArticles() {
    for _ in 1...15 {
      let sight = sights[numbers.below(sights.count)]
      guard !articles.contains(where: { $0.title == sight.name }),
        let lead = files.first(where: { $0.kind == .view && $0.subject == sight.name })
      else { continue }
      articles.append(
        CityArticle(title: sight.name, east: sight.east, north: sight.north, lead: lead.index))
    }
    // There are articles about people and companies in cities, too.
    for kind in [CityFile.Kind.portrait, .map] {
      guard let lead = files.first(where: { $0.kind == kind }) else { continue }
      articles.append(CityArticle(title: "The \(kind)", east: 10, north: 10, lead: lead.index))
    }
  }
}
