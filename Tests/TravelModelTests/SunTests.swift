import Testing
import TravelModel

struct SunTests {
  /// Noon in Greenwich on days of 2025, in seconds.
  private static let (march, june, september, december) = (
    1_742_472_000.0, 1_750_507_200.0, 1_758_542_400.0, 1_766_318_400.0
  )

  @Test func theSunStandsOverTheTropicsAtTheSolstices() {
    #expect(abs(Sun(at: SunTests.june).declination - 23.436) < 0.01)
    #expect(abs(Sun(at: SunTests.december).declination + 23.437) < 0.01)
    #expect(abs(Sun(at: SunTests.march).declination) < 0.1)
    #expect(abs(Sun(at: SunTests.september).declination) < 0.2)
  }

  @Test func daysAreAsLongAsAlmanacsSay() {
    // Reykjavík at the solstices: 21 h 8 min and 4 h 7 min.
    let iceland = 64.1466
    #expect(abs(Sun(at: SunTests.june).daylight(latitude: iceland).hours - 21.14) < 0.05)
    #expect(abs(Sun(at: SunTests.december).daylight(latitude: iceland).hours - 4.12) < 0.05)
    // The equator at the equinox: twelve hours, and what the air adds.
    #expect(abs(Sun(at: SunTests.march).daylight(latitude: 0).hours - 12.11) < 0.02)
    // Greenwich in December: 7 h 50 min.
    #expect(abs(Sun(at: SunTests.december).daylight(latitude: 51.48).hours - 7.83) < 0.04)
  }

  @Test func farNorthTheSunNeitherRisesNorSets() {
    let tromsø = 69.65
    #expect(Sun(at: SunTests.december).daylight(latitude: tromsø) == .never)
    #expect(Sun(at: SunTests.june).daylight(latitude: tromsø) == .always)
    #expect(Sun(at: SunTests.june).daylight(latitude: 90) == .always)
    #expect(Sun(at: SunTests.december).daylight(latitude: 90) == .never)
    #expect(Sun(at: SunTests.december).daylight(latitude: -90) == .always)
    #expect(Sun(at: SunTests.december).daylight(latitude: -69.65).hours == 24)
  }

  @Test func theSunStandsHighestAtNoon() {
    let sun = Sun(at: SunTests.march)
    #expect(abs(sun.elevation(latitude: 50, hour: 12) - 40) < 0.2)
    #expect(abs(sun.elevation(latitude: 50, hour: 6)) < 0.2)
    #expect(abs(sun.elevation(latitude: 50, hour: 0) + 40) < 0.2)
    #expect(abs(sun.elevation(latitude: sun.declination, hour: 12) - 90) < 1e-5)
  }
}
