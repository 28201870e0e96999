import Glibc

/// The position of the sun at a moment, exact to about 0.01° for some centuries around today.
public struct Sun: Hashable, Sendable {
  /// Degrees north of the equator.
  public let declination: Double
  /// The equation of time: how many hours a sundial is ahead of a steady clock.
  public let lead: Double

  /// The elevation of the sun's centre at sunrise, when refraction lifts its upper edge to the horizon.
  public static let riseElevation = -0.833
  private static let secondsPerDay = 86_400.0

  public init(at time: Double) {
    // After Jean Meeus, Astronomical Algorithms, chapter 25.
    let century = (time / Sun.secondsPerDay + 2_440_587.5 - 2_451_545) / 36_525
    let meanLongitude = fmod(280.46646 + century * (36_000.76983 + century * 0.0003032), 360)
    let anomaly = radians(357.52911 + century * (35_999.05029 - 0.0001537 * century))
    let center =
      sin(anomaly) * (1.914602 - century * (0.004817 + 0.000014 * century))
      + sin(2 * anomaly) * (0.019993 - 0.000101 * century) + sin(3 * anomaly) * 0.000289
    let node = radians(125.04 - 1934.136 * century)
    let longitude = radians(meanLongitude + center - 0.00569 - 0.00478 * sin(node))
    let obliquity = radians(
      23.43929111 - century * (0.0130042 + century * 0.00000016) + 0.00256 * cos(node))
    declination = asin(sin(obliquity) * sin(longitude)) * 180 / .pi
    let ascension = atan2(cos(obliquity) * sin(longitude), cos(longitude)) * 180 / .pi
    lead = remainder(meanLongitude - 0.0057183 - ascension, 360) / 15
  }

  /// The height of the sun above the horizon at a latitude and local solar time, in degrees.
  public func elevation(latitude: Double, hour: Double) -> Double {
    let (place, sun) = (radians(latitude), radians(declination))
    let angle = radians((hour - 12) * 15)
    let sine = sin(place) * sin(sun) + cos(place) * cos(sun) * cos(angle)
    return asin(min(1, max(-1, sine))) * 180 / .pi
  }

  /// How many hours a day the sun is above an elevation, by default from sunrise to sunset; 24 if
  /// it does not set, and 0 if it does not rise.
  public func daylight(latitude: Double, above elevation: Double = riseElevation) -> Double {
    let (place, sun) = (radians(latitude), radians(declination))
    let above = sin(radians(elevation)) - sin(place) * sin(sun)
    let reach = cos(place) * cos(sun)
    if above <= -reach { return 24 }
    return above >= reach ? 0 : acos(above / reach) * 24 / .pi
  }
}

public enum SunTimes: Hashable, Sendable {
  /// At these Unix times.
  case risesAndSets(rise: Double, set: Double)
  /// It does not set.
  case isAlwaysUp
  /// It does not rise.
  case isAlwaysDown

  /// Finds the times for the day whose middle, by the clocks of a place, is at a Unix time.
  public init(at place: Coordinate, midday: Double) {
    let noon = SunTimes.noon(at: place, near: SunTimes.noon(at: place, near: midday))
    let hours = Sun(at: noon).daylight(latitude: place.latitude)
    switch hours {
    case 24: self = .isAlwaysUp
    case 0: self = .isAlwaysDown
    default:
      // The sun moves on meanwhile.
      func half(at time: Double) -> Double {
        let exact = Sun(at: time).daylight(latitude: place.latitude)
        return (exact == 0 || exact == 24 ? hours : exact) * 1800
      }
      self = .risesAndSets(
        rise: noon - half(at: noon - hours * 1800), set: noon + half(at: noon + hours * 1800))
    }
  }

  /// The time of the sun's highest position, at most half a day from a time.
  private static func noon(at place: Coordinate, near time: Double) -> Double {
    let hour = time / 3600 + place.longitude / 15 + Sun(at: time).lead
    return time - remainder(hour - 12, 24) * 3600
  }
}
