import CGLib
import GLibBridge
package import TravelModel
import TravelStore

/// Texts about trips.
extension Words {
  /// What was done to a trip.
  static func changed(_ change: TripChange) -> String {
    let name = (change.after ?? change.before)?.details.name ?? ""
    if change.before == nil { return tr("Made the trip “{name}”", ["name": name]) }
    if change.after == nil { return tr("Removed the trip “{name}”", ["name": name]) }
    return tr("Changed the trip “{name}”", ["name": name])
  }

  /// What an undo has done to a trip.
  static func undone(_ change: TripChange) -> String {
    let name = (change.after ?? change.before)?.details.name ?? ""
    return change.after == nil
      ? tr("Removed the trip “{name}” again", ["name": name])
      : tr("Restored the trip “{name}”", ["name": name])
  }

  /// What is said of a trip below its name.
  package static func detail(of trip: Trip, pins: Int, length: Double) -> String {
    [
      days(of: trip.details),
      tr("{number} place", plural: "{number} places", count: pins, ["number": number(pins)]),
      pins > 1 ? distance(metres: length) : nil,
    ].compactMap { $0 }.joined(separator: " · ")
  }

  /// When a trip is; nil where that is not said.
  package static func days(of details: TripDetails) -> String? {
    switch (details.firstDay, details.lastDay) {
    case (let first?, let last?) where first != last: "\(day(first)) – \(day(last))"
    case (let first?, _): day(first)
    case (nil, let last?): tr("until {day}", ["day": day(last)])
    case (nil, nil): nil
    }
  }

  /// A day as the user writes it.
  package static func day(_ day: CalendarDay) -> String {
    let noon = g_date_time_new_local(gint(day.year), gint(day.month), gint(day.day), 12, 0, 0)
    return written(noon, "%x") ?? day.text
  }

  package static func tripsCounted(_ count: Int) -> String {
    tr("{number} trip", plural: "{number} trips", count: count, ["number": number(count)])
  }

  /// How far a stop is from the one before it.
  package static func stop(distance metres: Double?) -> String {
    guard let metres else { return tr("Start") }
    return tr("{distance} from the stop before", ["distance": distance(metres: metres)])
  }
}
