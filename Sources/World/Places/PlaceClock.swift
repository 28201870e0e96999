public import Atlas
import CGLib

/// The clocks of a place.
public struct PlaceClock: Hashable, Sendable {
  private let zone: PlaceZone

  public init(_ zone: PlaceZone) { self.zone = zone }

  /// How many seconds the clocks are ahead of Greenwich at a Unix time; nil for a rule that cannot be
  /// read.
  public func offset(at time: Double) -> Int? {
    // The system's rules may be newer than the carried ones, but not every system has some.
    let known = zone.name.isEmpty ? nil : g_time_zone_new_identifier(zone.name)
    return (known ?? g_time_zone_new_identifier(zone.rule)).flatMap { PlaceClock.offset($0, time) }
  }

  /// How many seconds the clocks here are ahead of Greenwich at a Unix time.
  public static func here(at time: Double) -> Int {
    offset(g_time_zone_new_local()!, time) ?? 0
  }

  /// The offset that some rules, which are released, have at a Unix time.
  private static func offset(_ rules: OpaquePointer, _ time: Double) -> Int? {
    defer { g_time_zone_unref(rules) }
    let interval = g_time_zone_find_interval(rules, G_TIME_TYPE_UNIVERSAL, gint64(time))
    return interval < 0 ? nil : Int(g_time_zone_get_offset(rules, interval))
  }

  /// The Unix time at which the clocks show noon, on the day that they show at a Unix time.
  public func midday(at time: Double) -> Double? {
    offset(at: time).map { offset in
      let days = ((time + Double(offset)) / 86_400).rounded(.down)
      return days * 86_400 + 43_200 - Double(offset)
    }
  }
}
