import Glibc

/// A point on the Earth, always a real one: finite, latitude within ±90, longitude in -180..<180.
///
/// The date line is an ordinary place: a longitude beyond it comes back on the other side.
public struct Coordinate: Hashable, Sendable {
  /// Degrees north of the equator.
  public let latitude: Double
  /// Degrees east of Greenwich.
  public let longitude: Double

  /// Makes a coordinate of two finite numbers, clamping the latitude and wrapping the longitude.
  public init?(latitude: Double, longitude: Double) {
    guard latitude.isFinite, longitude.isFinite else { return nil }
    self.init(clampedLatitude: latitude, wrappedLongitude: longitude)
  }

  init(clampedLatitude latitude: Double, wrappedLongitude longitude: Double) {
    self.latitude = min(90, max(-90, latitude))
    self.longitude = Coordinate.wrapped(longitude)
  }

  /// Where the prime meridian crosses the equator.
  public static let origin = Coordinate(clampedLatitude: 0, wrappedLongitude: 0)

  /// A longitude, or a difference of two, in -180..<180.
  static func wrapped(_ longitude: Double) -> Double {
    // A longitude in range is returned untouched, so that it survives to the last bit.
    if longitude >= -180, longitude < 180 { return longitude }
    let turned = fmod(longitude + 180, 360)
    let result = (turned < 0 ? turned + 360 : turned) - 180
    return result < 180 ? result : -180
  }

  /// The coordinate as people write it: `48.85840° N, 2.29450° E`.
  ///
  /// Five decimals are about a metre, as exact as a pin dropped by hand can be.
  public var readable: String {
    let northing = "\(decimals(abs(latitude)))° \(latitude < 0 ? "S" : "N")"
    let easting = "\(decimals(abs(longitude)))° \(longitude < 0 ? "W" : "E")"
    return "\(northing), \(easting)"
  }

  /// The coordinate in a form that other programs read: `48.85840, 2.29450`.
  public var decimal: String { "\(decimalParts.latitude), \(decimalParts.longitude)" }

  /// The address by which other programs open the place, after RFC 5870.
  public var link: String { "geo:\(decimalParts.latitude),\(decimalParts.longitude)" }

  /// The address by which any browser shows the place on a map.
  public var webAddress: String {
    let (latitude, longitude) = decimalParts
    return "https://www.openstreetmap.org/?mlat=\(latitude)&mlon=\(longitude)&zoom=15"
  }

  /// The two numbers in a form that other programs read, with a point and without an exponent.
  public var decimalParts: (latitude: String, longitude: String) {
    (decimals(latitude), decimals(longitude))
  }
}

/// Formats a number with five decimals and a point, whatever the user's locale.
package func decimals(_ value: Double) -> String {
  let scaled = Int((value.magnitude * 100_000).rounded())
  let fraction = String(scaled % 100_000)
  let sign = value < 0 && scaled != 0 ? "-" : ""
  return
    "\(sign)\(scaled / 100_000).\(String(repeating: "0", count: 5 - fraction.count))\(fraction)"
}
