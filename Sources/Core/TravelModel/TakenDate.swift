/// When a photo was taken, if the source's text is a date.
public struct TakenDate: Sendable {
  public let year: Int
  /// From 1; nil where the text has only a year.
  public let month: Int?
  /// nil where the text has no day.
  public let day: Int?
  /// nil where the text has no time.
  public let time: (hour: Int, minute: Int)?

  /// Reads "2009", "2009-03", "2009-03-17" or "2015-09-12 13:47:48"; returns nil for other texts.
  public init?(_ text: String) {
    let form = /([0-9]{4})(?:-([0-9]{2})(?:-([0-9]{2})(?: ([0-9]{2}):([0-9]{2})(?::[0-9]{2})?)?)?)?/
    guard let parts = text.wholeMatch(of: form)?.output, let year = Int(parts.1), year > 0 else {
      return nil
    }
    (self.year, month, day) = (year, parts.2.flatMap { Int($0) }, parts.3.flatMap { Int($0) })
    if let month, !(1...12).contains(month) { return nil }
    if let month, let day, !(1...TakenDate.days(in: month, of: year)).contains(day) { return nil }
    guard let hour = parts.4.flatMap({ Int($0) }), let minute = parts.5.flatMap({ Int($0) }) else {
      time = nil
      return
    }
    guard hour < 24, minute < 60 else { return nil }
    time = (hour, minute)
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension TakenDate: Comparable {
  /// What is known less exactly comes first; the time of day does not count.
  public static func < (one: TakenDate, other: TakenDate) -> Bool {
    (one.year, one.month ?? 0, one.day ?? 0) < (other.year, other.month ?? 0, other.day ?? 0)
  }

  public static func == (one: TakenDate, other: TakenDate) -> Bool {
    (one.year, one.month, one.day) == (other.year, other.month, other.day)
  }
}
