import Atlas
import CGLib
import GLibBridge
import TravelModel

/// What cards of a place are drawn from.
final class Scene: Sendable {
  let coordinate: Coordinate
  /// What the place is called in few words: a city, a country, a sea.
  let name: String
  /// What is on the other side of the world.
  let antipodeName: String?
  let outlines: Outlines?
  let gazetteer: Gazetteer?
  /// Whose land it is, in `Outlines.countries`; nil where that is nobody's or disputed.
  let home: Int?
  /// The country as a shape; nil where it has none.
  let homeland: Homeland?
  /// Tells whether the place is known to be at sea.
  let isSea: Bool
  /// The moment, in seconds since the beginning of 1970.
  let now: Double

  /// Gathers what there is about a place; `title` is its name where there is no shorter one.
  init(
    _ coordinate: Coordinate, title: String, outlines: Outlines?, gazetteer: Gazetteer?,
    languages: [String], now: Double
  ) {
    (self.coordinate, self.outlines, self.gazetteer) = (coordinate, outlines, gazetteer)
    self.now = now
    let finding = outlines?.country(at: coordinate)
    isSea = finding == CountryFinding.none
    if case .country(let country)? = finding, let outlines {
      home = country
      homeland = Homeland(of: country, at: coordinate, outlines, languages)
    } else {
      (home, homeland) = (nil, nil)
    }
    func found(at place: Coordinate) -> String? {
      outlines.flatMap { Scene.name(of: place, $0, gazetteer, languages) }
    }
    name = found(at: coordinate) ?? title
    antipodeName = found(
      at: Coordinate(latitude: -coordinate.latitude, longitude: coordinate.longitude + 180)!)
  }

  /// The city, or else the country or the sea; nil where no side is taken.
  private static func name(
    of coordinate: Coordinate, _ outlines: Outlines, _ gazetteer: Gazetteer?, _ languages: [String]
  ) -> String? {
    let region: String?
    let indices: [Int]
    switch outlines.country(at: coordinate) {
    case .country(let index):
      (region, indices) = (outlines.countries[index].name(in: languages), [index])
    case .disputed(let claimants): (region, indices) = (nil, claimants)
    case .none: (region, indices) = (tr(Sea.englishName(at: coordinate)), [])
    }
    let codes = indices.map { outlines.countries[$0].code }.filter { !$0.isEmpty }
    guard let gazetteer,
      case .at(let city) = gazetteer.describe(
        coordinate, countryCodes: codes, isSea: indices.isEmpty)
    else { return region }
    return gazetteer.city(city).name
  }
}

/// Numbers as people read them.
enum Amount {
  /// A distance in whole kilometres, or in tens from 1000 km on, with its thousands apart.
  static func roughly(_ kilometres: Double) -> String {
    let step = kilometres >= 1000 ? 10.0 : 1
    let count = Int((kilometres / step).rounded() * step)
    let thousands = count < 1000 ? "" : "\(count / 1000),"
    let rest = count < 1000 ? "\(count)" : String(String(1000 + count % 1000).dropFirst())
    return tr("{count} km", ["count": thousands + rest])
  }

  /// A date, as `g_date_time_format` writes it.
  static func date(_ time: Double, _ format: String) -> String {
    guard let date = g_date_time_new_from_unix_utc(gint64(time)) else { return "" }
    defer { g_date_time_unref(date) }
    return g_date_time_format(date, format).map { String(adopting: $0) } ?? ""
  }

  /// How many days of its year have passed.
  static func dayOfYear(_ time: Double) -> Double { (Double(date(time, "%j")) ?? 1) - 1 }
}
