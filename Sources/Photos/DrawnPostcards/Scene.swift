import Atlas
import CGLib
import GLibBridge
import TravelModel

/// The facts that cards of a place are drawn from.
final class Scene: Sendable {
  let coordinate: Coordinate
  /// A short name of the place: a city, a country, a sea.
  let name: String
  let antipodeName: String?
  let outlines: Outlines?
  let gazetteer: Gazetteer?
  /// The index of the place's country in `Outlines.countries`; nil if there is none or it is
  /// disputed.
  let home: Int?
  /// The shape of the country; nil if it has none.
  let homeland: Homeland?
  /// Whether the place is known to be at sea.
  let isSea: Bool
  /// The moment, in seconds since the beginning of 1970.
  let now: Double

  /// Gathers the facts about a place; `title` is its name if there is no shorter one.
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

  /// The city, or else the country or the sea; nil if the country is disputed.
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

/// Formats numbers for people.
enum Amount {
  /// A distance in whole kilometres or miles, or in tens from 1000 on, with a thousands separator.
  static func roughly(_ kilometres: Double) -> String {
    let length = measuresInMiles ? kilometres / kilometresInAMile : kilometres
    let step = length >= 1000 ? 10.0 : 1
    let count = Int((length / step).rounded() * step)
    let text = ["count": grouped(count)]
    return measuresInMiles ? tr("{count} mi", text) : tr("{count} km", text)
  }

  /// A date, formatted by `g_date_time_format`.
  static func date(_ time: Double, _ format: String) -> String {
    guard let date = g_date_time_new_from_unix_utc(gint64(time)) else { return "" }
    defer { g_date_time_unref(date) }
    return g_date_time_format(date, format).map { String(adopting: $0) } ?? ""
  }

  /// The day of the year, counted from 0.
  static func dayOfYear(_ time: Double) -> Double { (Double(date(time, "%j")) ?? 1) - 1 }
}
