public import Atlas
import GLibBridge

/// The name of a place, in parts that are put together in the user's language.
public enum PlaceTitle: Hashable, Sendable {
  /// In a city.
  case at(city: String, country: String?)
  /// Some way off a city.
  case near(city: String, country: String?, kilometres: Int, direction: CompassPoint)
  /// On a sea, and how far from the nearest city.
  case sea(String, nearest: String, kilometres: Int)
  /// In a country, far from every city.
  case remote(country: String?, nearest: String, kilometres: Int, direction: CompassPoint)
}

extension PlaceTitle {
  /// The name in the user's language.
  var text: String {
    switch self {
    case .at(let city, let country):
      return PlaceTitle.place(city, country)
    case .near(let city, let country, let kilometres, let direction):
      return PlaceTitle.away(
        kilometres, direction, from: PlaceTitle.place(city, country))
    case .sea(let sea, let nearest, let kilometres):
      return tr(
        "{sea}, {distance} from {place}",
        ["sea": tr(sea), "distance": PlaceTitle.distance(kilometres), "place": nearest])
    case .remote(let country, let nearest, let kilometres, let direction):
      let way = PlaceTitle.away(kilometres, direction, from: nearest)
      return country.map { tr("{country}, {way}", ["country": $0, "way": way]) } ?? way
    }
  }

  private static func place(_ city: String, _ country: String?) -> String {
    country.map { tr("{city}, {country}", ["city": city, "country": $0]) } ?? city
  }

  private static func away(
    _ kilometres: Int, _ direction: CompassPoint, from place: String
  ) -> String {
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
    let text =
      kilometres < 1000
      ? String(kilometres) : "\(kilometres / 1000),\(String(1000 + kilometres % 1000).dropFirst())"
    return tr("{count} km", ["count": text])
  }
}
