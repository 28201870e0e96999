import CGLib
import GLibBridge
import TravelModel

/// Days, written out so that nobody takes a month for a day.
extension Words {
  /// When a photo was taken, as exactly as its source says; other texts are returned as they are.
  package static func taken(_ text: String) -> String {
    guard let date = TakenDate(text) else { return text }
    guard let time = date.time else { return day(of: date) }
    let clock = formatted(date, "%R") ?? "\(time.hour):\(time.minute)"
    return tr("{date}, {time}", ["date": day(of: date), "time": clock])
  }

  /// The day when a photo was taken; nil where its source does not say that.
  static func day(taken text: String) -> String? {
    TakenDate(text).flatMap { $0.day == nil ? nil : day(of: $0) }
  }

  /// When photos were taken, from the first to the last; nil where none of their sources says so.
  package static func days(taken texts: [String]) -> String? {
    let dates = texts.compactMap(TakenDate.init).sorted()
    guard let first = dates.first.map(day), let last = dates.last.map(day) else { return nil }
    return first == last ? first : "\(first) – \(last)"
  }

  /// Today, as short as a postmark.
  package static var postmarkDay: String {
    // Translators: the day, the month and the year, as g_date_time_format() writes them.
    written(g_date_time_new_now_local(), tr("%-d %b %Y")) ?? ""
  }

  /// A day, or as much of it as is known.
  private static func day(of date: TakenDate) -> String {
    let year = String(date.year)
    guard date.month != nil else { return year }
    // Translators: the month and the year, as g_date_time_format() writes them.
    guard date.day != nil else { return formatted(date, tr("%OB %Y")) ?? year }
    // Translators: the day, the month and the year, as g_date_time_format() writes them.
    return formatted(date, tr("%-d %B %Y")) ?? year
  }

  private static func formatted(_ date: TakenDate, _ format: String) -> String? {
    written(
      g_date_time_new_local(
        Int32(date.year), Int32(date.month ?? 1), Int32(date.day ?? 1),
        Int32(date.time?.hour ?? 12), Int32(date.time?.minute ?? 0), 0), format)
  }

  /// A moment as g_date_time_format() writes it; the moment is freed.
  static func written(_ moment: OpaquePointer?, _ format: String) -> String? {
    guard let moment else { return nil }
    defer { g_date_time_unref(moment) }
    return g_date_time_format(moment, format).map { String(adopting: $0) }
  }
}
