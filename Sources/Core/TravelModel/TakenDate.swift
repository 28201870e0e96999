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
    var reader = NumberReader(text)
    var (month, day): (Int?, Int?)
    var time: (hour: Int, minute: Int)?
    _ = reader.skipSpaces()
    guard let year = reader.number(digits: 4), year > 0 else { return nil }
    if reader.skip("-") {
      guard let number = reader.number(digits: 2), (1...12).contains(number) else { return nil }
      month = number
    }
    if let month, reader.skip("-") {
      guard let number = reader.number(digits: 2),
        (1...TakenDate.days(in: month, of: year)).contains(number)
      else { return nil }
      day = number
    }
    if reader.skipSpaces(), day != nil, !reader.isAtEnd {
      guard let hour = reader.number(digits: 2), hour < 24, reader.skip(":"),
        let minute = reader.number(digits: 2), minute < 60
      else { return nil }
      if reader.skip(":"), reader.number(digits: 2) == nil { return nil }
      time = (hour, minute)
      _ = reader.skipSpaces()
    }
    guard reader.isAtEnd else { return nil }
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

extension TakenDate: Comparable {
  /// What is known less exactly comes first; the time of day does not count.
  public static func < (one: TakenDate, other: TakenDate) -> Bool {
    (one.year, one.month ?? 0, one.day ?? 0) < (other.year, other.month ?? 0, other.day ?? 0)
  }

  public static func == (one: TakenDate, other: TakenDate) -> Bool {
    (one.year, one.month, one.day) == (other.year, other.month, other.day)
  }
}

/// Reads the numbers of a text, and what stands between them.
///
/// Bytes are many times faster than characters, and albums are chosen from thousands of photos.
private struct NumberReader {
  private var rest: String.UTF8View.Iterator
  private var next: UInt8?

  init(_ text: String) {
    rest = text.utf8.makeIterator()
    next = rest.next()
  }

  var isAtEnd: Bool { next == nil }

  /// Reads a number of exactly so many digits.
  mutating func number(digits: Int) -> Int? {
    var number = 0
    for _ in 0..<digits {
      guard let digit else { return nil }
      number = 10 * number + digit
      next = rest.next()
    }
    return digit == nil ? number : nil
  }

  mutating func skip(_ separator: Unicode.Scalar) -> Bool {
    guard let next, next == UInt8(ascii: separator) else { return false }
    self.next = rest.next()
    return true
  }

  /// Returns whether there was a space.
  mutating func skipSpaces() -> Bool {
    guard skip(" ") else { return false }
    while skip(" ") {}
    return true
  }

  private var digit: Int? {
    guard let next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next) else { return nil }
    return Int(next - UInt8(ascii: "0"))
  }
}
