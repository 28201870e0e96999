import Atlas
import CGLib
import GLibBridge
import Synchronization
import TravelModel

/// What cards of a place are drawn from.
final class Scene: Sendable {
  let coordinate: Coordinate
  /// What the place is called in few words: a city, a country, a sea.
  let name: String
  let outlines: Outlines?
  let gazetteer: Gazetteer?
  let languages: [String]
  /// Whose land it is, in `Outlines.countries`; nil where that is nobody's or disputed.
  let home: Int?
  /// Tells whether the place is known to be at sea.
  let isSea: Bool
  /// The moment, in seconds since the beginning of 1970.
  let now: Double
  private let foundHomeland = Mutex<Homeland??>(nil)

  /// Gathers what there is about a place; `title` is its name where there is no shorter one.
  init(
    _ coordinate: Coordinate, title: String, outlines: Outlines?, gazetteer: Gazetteer?,
    languages: [String], now: Double
  ) {
    (self.coordinate, self.outlines, self.gazetteer) = (coordinate, outlines, gazetteer)
    self.languages = languages
    self.now = now
    let finding = outlines?.country(at: coordinate)
    if case .country(let index)? = finding { home = index } else { home = nil }
    isSea = finding == CountryFinding.none
    name = Scene.name(of: coordinate, outlines, gazetteer, languages) ?? title
  }

  var sun: Sun { Sun(at: now) }

  /// The country as a shape, found when it is first asked for; nil where it has none.
  var homeland: Homeland? {
    foundHomeland.withLock { found in
      if let found { return found }
      let homeland = Homeland(self)
      found = .some(homeland)
      return homeland
    }
  }

  /// The other side of the world.
  var antipode: Coordinate {
    Coordinate(latitude: -coordinate.latitude, longitude: coordinate.longitude + 180)!
  }

  var antipodeName: String? { Scene.name(of: antipode, outlines, gazetteer, languages) }

  /// The city, or else the country or the sea; nil where no side is taken.
  private static func name(
    of coordinate: Coordinate, _ outlines: Outlines?, _ gazetteer: Gazetteer?, _ languages: [String]
  ) -> String? {
    guard let outlines else { return nil }
    let region: String?
    let indices: [Int]
    switch outlines.country(at: coordinate) {
    case .country(let index):
      (region, indices) = (outlines.countries[index].name(in: languages), [index])
    case .disputed(let claimants): (region, indices) = (nil, claimants)
    case .none: (region, indices) = (tr(Sea.sea(at: coordinate).englishName), [])
    }
    let codes = indices.map { outlines.countries[$0].code }.filter { !$0.isEmpty }
    let description = gazetteer?.describe(
      coordinate, countryCodes: codes, isSea: indices.isEmpty)
    if let gazetteer, case .at(let city)? = description { return gazetteer.city(city).name }
    return region
  }
}

/// Numbers as people read them.
enum Amount {
  /// A distance, with its thousands apart.
  static func kilometres(_ kilometres: Double) -> String {
    tr("{count} km", ["count": grouped(Int(kilometres.rounded()))])
  }

  /// A distance in whole kilometres, or in tens from 1000 km on.
  static func roughly(_ kilometres: Double) -> String {
    let step = kilometres >= 1000 ? 10.0 : 1
    return self.kilometres((kilometres / step).rounded() * step)
  }

  private static func grouped(_ count: Int) -> String {
    count < 1000
      ? String(count) : "\(grouped(count / 1000)),\(String(1000 + count % 1000).dropFirst())"
  }

  /// A day, such as 21 November.
  static func day(_ time: Double) -> String { formatted(time, tr("%-d %B")) }

  /// A month's short name.
  static func month(_ time: Double) -> String { formatted(time, "%b") }

  private static func formatted(_ time: Double, _ format: String) -> String {
    guard let date = g_date_time_new_from_unix_utc(gint64(time)) else { return "" }
    defer { g_date_time_unref(date) }
    guard let text = g_date_time_format(date, format) else { return "" }
    defer { g_free(text) }
    return String(cString: text)
  }
}
