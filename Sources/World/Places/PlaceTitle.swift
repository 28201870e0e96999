import Atlas
import GLibBridge

/// The names of places, in the user's language.
enum PlaceTitle {
  /// A city, with its country if that is to be named.
  static func city(_ city: String, in country: String?) -> String {
    // Translators: a pin is called so.
    country.map { tr("{city}, {country}", ["city": city, "country": $0]) } ?? city
  }

  /// A place at sea, and its distance from a city.
  static func sea(_ sea: String, _ kilometres: Int, from city: String) -> String {
    tr(
      // Translators: a pin is called so.
      "{sea}, {distance} from {place}",
      ["sea": tr(sea), "distance": distance(kilometres), "place": city])
  }

  /// A place in a country, if that is to be named, whose nearest city is far away or abroad.
  static func inCountry(
    _ country: String?, _ kilometres: Int, _ direction: CompassPoint, from city: String
  ) -> String {
    let way = way(kilometres, direction, from: city)
    return country.map { tr("{country}, {way}", ["country": $0, "way": way]) } ?? way
  }

  static func way(_ kilometres: Int, _ direction: CompassPoint, from place: String) -> String {
    let values = ["distance": distance(kilometres), "place": place]
    return switch direction {
    case .north: tr("{distance} north of {place}", values)
    case .northEast: tr("{distance} north-east of {place}", values)
    case .east: tr("{distance} east of {place}", values)
    case .southEast: tr("{distance} south-east of {place}", values)
    case .south: tr("{distance} south of {place}", values)
    case .southWest: tr("{distance} south-west of {place}", values)
    case .west: tr("{distance} west of {place}", values)
    case .northWest: tr("{distance} north-west of {place}", values)
    }
  }

  private static func distance(_ kilometres: Int) -> String {
    let miles = Double(kilometres) / kilometresInAMile
    let count = measuresInMiles ? max(1, Int(miles.rounded())) : kilometres
    let text = ["count": grouped(count)]
    return measuresInMiles ? tr("{count} mi", text) : tr("{count} km", text)
  }
}
