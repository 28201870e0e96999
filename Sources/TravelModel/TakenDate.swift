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
    // Bytes are many times faster than characters, and albums are chosen from thousands of photos.
    let parts = text.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: true)
    guard (1...2).contains(parts.count) else { return nil }
    let date = parts[0].split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard (1...3).contains(date.count), let year = number(date[0], digits: 4), year > 0 else {
      return nil
    }
    var month: Int?
    var day: Int?
    if date.count > 1 {
      month = number(date[1], digits: 2)
      guard let month, (1...12).contains(month) else { return nil }
    }
    if date.count > 2 {
      day = number(date[2], digits: 2)
      guard let month, let day, (1...TakenDate.days(in: month, of: year)).contains(day) else {
        return nil
      }
    }
    var time: (hour: Int, minute: Int)?
    if parts.count == 2 {
      let clock = parts[1].split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      guard day != nil, (2...3).contains(clock.count),
        clock.allSatisfy({ number($0, digits: 2) != nil }),
        let hour = number(clock[0], digits: 2), hour < 24,
        let minute = number(clock[1], digits: 2), minute < 60
      else { return nil }
      time = (hour, minute)
    }
    (self.year, self.month, self.day, self.time) = (year, month, day, time)
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

private func number(_ text: Substring.UTF8View, digits: Int) -> Int? {
  guard text.count == digits,
    text.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
  else { return nil }
  return text.reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) }
}
