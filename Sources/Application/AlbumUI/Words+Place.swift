import CGLib
import ExportUI
import GLibBridge
import Places
import TravelModel
import Widgets

/// Texts about the place of a pin.
extension Words {
  /// The time at a Unix time, `offset` seconds ahead of Greenwich.
  static func clockTime(_ time: Double, offset: Int) -> String {
    formatted(time, offset, usesTwelveHours ? twelveHours : "%H:%M")
  }

  /// The local time of a place, with the weekday if it differs from here.
  static func localTime(_ time: Double, offset: Int, here: Int) -> String {
    let clock = clockTime(time, offset: offset)
    func day(_ offset: Int) -> Double { ((time + Double(offset)) / 86_400).rounded(.down) }
    guard day(offset) != day(here) else { return clock }
    // Translators: {time} has 12 hours where clocks do.
    return tr("{weekday}, {time}", ["weekday": formatted(time, offset, "%A"), "time": clock])
  }

  /// How far the clocks of a place are ahead of those here; empty if they agree.
  static func timeDifference(_ offset: Int, here: Int) -> String {
    let minutes = abs(offset - here) / 60
    guard minutes > 0 else { return "" }
    let values = ["hours": String(minutes / 60), "minutes": String(minutes % 60)]
    return switch (offset > here, minutes % 60) {
    // Translators: so are the clocks of a place.
    case (true, _) where minutes < 60: tr("{minutes} min ahead of you", values)
    // Translators: so are the clocks of a place.
    case (false, _) where minutes < 60: tr("{minutes} min behind you", values)
    // Translators: so are the clocks of a place.
    case (true, 0): tr("{hours} h ahead of you", values)
    // Translators: so are the clocks of a place.
    case (false, 0): tr("{hours} h behind you", values)
    // Translators: so are the clocks of a place; hours and minutes, in short.
    case (true, _): tr("{hours} h {minutes} min ahead of you", values)
    // Translators: so are the clocks of a place; hours and minutes, in short.
    case (false, _): tr("{hours} h {minutes} min behind you", values)
    }
  }

  static func sun(_ times: SunTimes, offset: (Double) -> Int) -> String {
    switch times {
    case .risesAndSets(let rise, let set):
      tr(
        // Translators: the sun.
        "Rises at {rise}, sets at {set}",
        [
          "rise": clockTime(rise, offset: offset(rise)), "set": clockTime(set, offset: offset(set)),
        ])
    case .isAlwaysUp: trc("sun", "Does not set today")
    case .isAlwaysDown: trc("sun", "Does not rise today")
    }
  }

  static func away(_ metres: Double) -> String {
    tr("{distance} away", ["distance": distance(metres: metres)])
  }

  /// How far away a landmark is, whose outline is only known roughly.
  static func away(_ near: NearbyLandmark) -> String {
    switch near.distance {
    case 0:
      // Translators: instead of how far away a sight is.
      tr("here")
    case ..<1000: tr("less than {distance} away", ["distance": distance(metres: 1000)])
    default: away(near.distance)
    }
  }

  /// Where a text comes from, in markup with links.
  static func credit(of text: PlaceText) -> String {
    // No line break within the licence's name.
    let licence = PlaceText.license.name.replacing(" ", with: "\u{A0}")
      .replacing("-", with: "-\u{2060}")
    return credit(of: text, licence: licence) { name, address in
      let name = markup(name)
      guard let address = address.flatMap(WebAddress.page) else { return name }
      return "<a href=\"\(markup(address))\">\(name)</a>"
    }
  }

  // Translators: the time up to twelve o’clock, as g_date_time_format() writes it.
  private static let twelveHours = tr("%-I:%M %p")

  /// Whether the user's locale counts hours up to twelve.
  private static let usesTwelveHours = !formatted(13 * 3600, 0, "%X").contains("13")

  private static func formatted(_ time: Double, _ offset: Int, _ format: String) -> String {
    written(g_date_time_new_from_unix_utc(gint64(time) + gint64(offset)), format) ?? ""
  }
}
