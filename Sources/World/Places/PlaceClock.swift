public import Atlas
import CGLib

public struct PlaceClock: Hashable, Sendable {
  private let zone: PlaceZone

  public init(_ zone: PlaceZone) { self.zone = zone }

  /// The offset of local time from Greenwich at a Unix time, in seconds; nil if the rule cannot be
  /// read.
  public func offset(at time: Double) -> Int? {
    // The system's rules may be newer than the program's, but not every system has them.
    let known = zone.name.isEmpty ? nil : g_time_zone_new_identifier(zone.name)
    return (known ?? g_time_zone_new_identifier(zone.rule)).flatMap { PlaceClock.offset($0, time) }
  }

  /// The offset of the user's own time zone from Greenwich at a Unix time, in seconds.
  public static func here(at time: Double) -> Int {
    offset(g_time_zone_new_local()!, time) ?? 0
  }

  /// The offset of a GTimeZone at a Unix time; releases the GTimeZone.
  private static func offset(_ rules: OpaquePointer, _ time: Double) -> Int? {
    defer { g_time_zone_unref(rules) }
    let interval = g_time_zone_find_interval(rules, G_TIME_TYPE_UNIVERSAL, gint64(time))
    return interval < 0 ? nil : Int(g_time_zone_get_offset(rules, interval))
  }

  /// The Unix time of noon on the day that the clocks show at a Unix time.
  public func midday(at time: Double) -> Double? {
    offset(at: time).map { offset in
      let days = ((time + Double(offset)) / 86_400).rounded(.down)
      return days * 86_400 + 43_200 - Double(offset)
    }
  }
}
