import Atlas
import CGLib
import Cartography
import GLibBridge
import Travels

/// What cards of a place are drawn from.
struct Scene: Sendable {
  let coordinate: Coordinate
  /// What the place is called, in full.
  let title: String
  /// What it is called in few words.
  let name: String
  /// What the other side of the world is called there.
  let antipodeTitle: String
  let outlines: Outlines?
  let gazetteer: Gazetteer?
  let languages: [String]
  /// Whose land it is, in `Outlines.countries`; nil where that is nobody's or disputed.
  let home: Int?
  /// The country, or the sea; nil where no side is taken.
  let region: String?
  /// The moment, in seconds since the beginning of 1970.
  let now: Double

  /// Gathers what there is about a place.
  init(
    _ coordinate: Coordinate, title: String, antipodeTitle: String, outlines: Outlines?,
    gazetteer: Gazetteer?, languages: [String], now: Double
  ) {
    self.coordinate = coordinate
    self.title = title
    self.antipodeTitle = antipodeTitle
    self.outlines = outlines
    self.gazetteer = gazetteer
    self.languages = languages
    self.now = now
    var (home, region): (Int?, String?) = (nil, nil)
    var (codes, isSea) = ([String](), false)
    switch outlines?.country(at: coordinate) {
    case .country(let index)?:
      home = index
      region = outlines?.countries[index].name(in: languages)
      codes = [outlines?.countries[index].code ?? ""].filter { !$0.isEmpty }
    case .disputed(let indices)?:
      codes = indices.compactMap { outlines?.countries[$0].code }.filter { !$0.isEmpty }
    case CountryFinding.none?:
      isSea = true
      region = tr(Sea.sea(at: coordinate).englishName)
    case nil: break
    }
    (self.home, self.region) = (home, region)
    var name = title
    if let gazetteer {
      switch gazetteer.describe(coordinate, countryCodes: codes, isSea: isSea) {
      case .at(let city): name = gazetteer.city(city).name
      case .sea: name = region ?? title
      case .near, .remote: break
      }
    }
    self.name = name
  }

  var sun: Sun { Sun(at: now) }

  /// The other side of the world.
  var antipode: Coordinate { Scene.antipode(of: coordinate) }

  static func antipode(of coordinate: Coordinate) -> Coordinate {
    Coordinate(latitude: -coordinate.latitude, longitude: coordinate.longitude + 180)!
  }

  /// What stands under the name: the region, unless the name says it.
  var subtitle: String? { region == name ? nil : region }
}

/// Numbers as people read them.
enum Amount {
  /// Facts side by side, each in the direction of its own script.
  static func facts(_ facts: String?...) -> String {
    facts.compactMap { $0 }.map { "\u{2068}\($0)\u{2069}" }.joined(separator: "  ·  ")
  }

  /// A distance, with its thousands apart.
  static func kilometres(_ kilometres: Double) -> String {
    tr("{count} km", ["count": grouped(Int(kilometres.rounded()))])
  }

  /// A distance in hundreds or tens, where more would be pretence.
  static func roughly(_ kilometres: Double) -> String {
    let step = kilometres >= 1000 ? 10.0 : 1
    return self.kilometres((kilometres / step).rounded() * step)
  }

  private static func grouped(_ count: Int) -> String {
    count < 1000
      ? String(count) : "\(grouped(count / 1000)),\(String(1000 + count % 1000).dropFirst())"
  }

  /// An hour of the day: 07:42.
  static func hour(_ hour: Double) -> String {
    let minutes = ((Int((hour * 60).rounded()) % 1440) + 1440) % 1440
    return "\(two(minutes / 60)):\(two(minutes % 60))"
  }

  /// A length of time: 8 h 15 min.
  static func duration(_ hours: Double) -> String {
    let minutes = Int((hours * 60).rounded())
    return tr(
      "{hours} h {minutes} min",
      ["hours": String(minutes / 60), "minutes": String(minutes % 60)])
  }

  /// An angle in whole degrees.
  static func degrees(_ angle: Double) -> String {
    let whole = Int(angle.rounded())
    return whole < 0 ? "−\(-whole)°" : "\(whole)°"
  }

  /// A latitude with its minutes: 48°51′ N.
  static func latitude(_ latitude: Double) -> String {
    angle(latitude, latitude < 0 ? tr("S") : tr("N"))
  }

  /// A longitude with its minutes: 2°17′ E.
  static func longitude(_ longitude: Double) -> String {
    angle(longitude, longitude < 0 ? tr("W") : tr("E"))
  }

  static func coordinate(_ coordinate: Coordinate) -> String {
    "\(latitude(coordinate.latitude))  \(longitude(coordinate.longitude))"
  }

  private static func angle(_ angle: Double, _ letter: String) -> String {
    let minutes = Int((angle.magnitude * 60).rounded())
    return "\(minutes / 60)°\(two(minutes % 60))′ \(letter)"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }

  /// A day, such as 21 November.
  static func day(_ time: Double) -> String { formatted(time, tr("%-d %B")) }

  /// A month's short name, 0 for January.
  static func month(_ month: Int) -> String {
    formatted((Double(month) * 30.44 + 15) * 86_400, "%b")
  }

  private static func formatted(_ time: Double, _ format: String) -> String {
    guard let date = g_date_time_new_from_unix_utc(gint64(time)) else { return "" }
    defer { g_date_time_unref(date) }
    guard let text = g_date_time_format(date, format) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }
}
