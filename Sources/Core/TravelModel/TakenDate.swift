/// When a photo was taken, if its source says it as a date.
public struct TakenDate: Sendable {
  public let year: Int
  /// From 1 to 12; nil if the text has only a year.
  public let month: Int?
  /// From 1 to 31; nil if the text has no day.
  public let day: Int?
  /// The time of day; nil if the text has none.
  public let time: (hour: Int, minute: Int)?

  /// Reads "2009", "2009-03", "2009-03-17" or "2015-09-12 13:47:48"; returns nil for other texts.
  public init?(_ text: String) {
    let words = text.utf8.split(separator: UInt8(ascii: " "))
    guard (1...2).contains(words.count),
      let date = TakenDate.numbers(in: words[0], between: "-", digits: [4, 2, 2]), date[0] > 0
    else { return nil }
    (year, month, day) = (date[0], date.dropFirst().first, date.dropFirst(2).first)
    if let month, !(1...12).contains(month) { return nil }
    if let month, let day, !(1...TakenDate.days(in: month, of: year)).contains(day) { return nil }
    guard words.count == 2 else {
      time = nil
      return
    }
    guard day != nil,
      let clock = TakenDate.numbers(in: words[1], between: ":", digits: [2, 2, 2]), clock.count > 1,
      clock[0] < 24, clock[1] < 60
    else { return nil }
    time = (clock[0], clock[1])
  }

  /// The numbers in a text, if they have exactly these counts of digits; nil otherwise.
  ///
  /// It works on bytes, which is many times faster than on characters: albums are chosen from
  /// thousands of photos.
  private static func numbers(
    in text: Substring.UTF8View, between mark: Unicode.Scalar, digits: [Int]
  ) -> [Int]? {
    let parts = text.split(separator: UInt8(ascii: mark), omittingEmptySubsequences: false)
    let numbers = zip(parts, digits).compactMap { part, count in
      part.count == count && part.allSatisfy { (0x30...0x39).contains($0) }
        ? Int(Substring(part)) : nil
    }
    return numbers.count == parts.count ? numbers : nil
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
