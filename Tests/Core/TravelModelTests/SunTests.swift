import Testing
import TravelModel

struct SunTests {
  /// Noon in Greenwich on days of 2025, in seconds.
  private static let (march, june, september, december) = (
    1_742_472_000.0, 1_750_507_200.0, 1_758_542_400.0, 1_766_318_400.0
  )

  @Test func `the sun stands over the tropics at the solstices`() {
    #expect(abs(Sun(at: SunTests.june).declination - 23.436) < 0.01)
    #expect(abs(Sun(at: SunTests.december).declination + 23.437) < 0.01)
    #expect(abs(Sun(at: SunTests.march).declination) < 0.1)
    #expect(abs(Sun(at: SunTests.september).declination) < 0.2)
  }

  @Test func `days are as long as almanacs say`() {
    // Reykjavík at the solstices: 21 h 8 min and 4 h 7 min.
    let iceland = 64.1466
    #expect(abs(Sun(at: SunTests.june).daylight(latitude: iceland) - 21.14) < 0.05)
    #expect(abs(Sun(at: SunTests.december).daylight(latitude: iceland) - 4.12) < 0.05)
    // The equator at the equinox: twelve hours, and what the air adds.
    #expect(abs(Sun(at: SunTests.march).daylight(latitude: 0) - 12.11) < 0.02)
    // Greenwich in December: 7 h 50 min.
    #expect(abs(Sun(at: SunTests.december).daylight(latitude: 51.48) - 7.83) < 0.04)
  }

  @Test func `far north the sun neither rises nor sets`() {
    let tromsø = 69.65
    #expect(Sun(at: SunTests.december).daylight(latitude: tromsø) == 0)
    #expect(Sun(at: SunTests.june).daylight(latitude: tromsø) == 24)
    #expect(Sun(at: SunTests.june).daylight(latitude: 90) == 24)
    #expect(Sun(at: SunTests.december).daylight(latitude: 90) == 0)
    #expect(Sun(at: SunTests.december).daylight(latitude: -90) == 24)
    #expect(Sun(at: SunTests.december).daylight(latitude: -69.65) == 24)
  }

  @Test func `the sun stands highest at noon`() {
    let sun = Sun(at: SunTests.march)
    #expect(abs(sun.elevation(latitude: 50, hour: 12) - 40) < 0.2)
    #expect(abs(sun.elevation(latitude: 50, hour: 6)) < 0.2)
    #expect(abs(sun.elevation(latitude: 50, hour: 0) + 40) < 0.2)
    #expect(abs(sun.elevation(latitude: sun.declination, hour: 12) - 90) < 1e-5)
  }

  @Test func `the sundial is ahead and behind as almanacs say`() {
    // 11 February and 3 November 2025: 14.2 minutes behind and 16.5 minutes ahead.
    #expect(abs(Sun(at: 1_739_275_200).lead * 60 + 14.2) < 0.2)
    #expect(abs(Sun(at: 1_762_171_200).lead * 60 - 16.45) < 0.2)
  }

  /// When almanacs let the sun rise and set, in minutes of the day by the clocks there.
  @Test(arguments: [
    // Paris on 20 June 2025 (UTC+2), Sydney on 21 December 2025 (UTC+11), Kashgar by Peking's clocks
    // on 20 March 2025 (UTC+8), Suva on 20 March 2025 (UTC+12).
    (48.8566, 2.3522, 1_750_413_600.0, 2, 5 * 60 + 47, 21 * 60 + 58),
    (-33.8688, 151.2093, 1_766_278_800, 11, 5 * 60 + 41, 20 * 60 + 6),
    (39.47, 75.99, 1_742_443_200, 8, 8 * 60 + 59, 21 * 60 + 8),
    (-18.1248, 178.4501, 1_742_428_800, 12, 6 * 60 + 10, 18 * 60 + 17),
  ])
  func `the sun rises and sets as almanacs say`(
    latitude: Double, longitude: Double, midday: Double, hours: Int, rise: Int, set: Int
  ) throws {
    let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
    guard case .risesAndSets(let up, let down) = SunTimes(at: place, midday: midday) else {
      throw WrongSun()
    }
    let midnight = midday - 43_200
    #expect(abs((up - midnight) / 60 - Double(rise)) < 3)
    #expect(abs((down - midnight) / 60 - Double(set)) < 3)
  }

  private struct WrongSun: Error {}

  @Test func `in polar nights and days there is neither rise nor set`() {
    let north = Coordinate(latitude: 78.2, longitude: 15.6)!
    #expect(SunTimes(at: north, midday: SunTests.june) == .isAlwaysUp)
    #expect(SunTimes(at: north, midday: SunTests.december) == .isAlwaysDown)
    for latitude in stride(from: -90.0, through: 90, by: 7.5) {
      for longitude in [-180.0, -91, 0, 45, 179.9] {
        let place = Coordinate(latitude: latitude, longitude: longitude)!
        if case .risesAndSets(let up, let down) = SunTimes(at: place, midday: SunTests.march) {
          #expect(up < down && down - up < 86_400, "\(latitude)")
        }
      }
    }
  }
}
