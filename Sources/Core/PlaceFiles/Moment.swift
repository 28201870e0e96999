/// A second of the calendar, as files tell it: `2023-05-01T12:00:00Z`.
public struct Moment: Hashable, Sendable {
  /// Seconds since the beginning of 1970, UTC.
  public let seconds: Int

  /// The first and the last second that have four digits for their year.
  private static let range = -62_135_596_800...253_402_300_799

  /// Takes a second of the years 1 to 9999.
  public init?(seconds: Int) {
    guard Moment.range.contains(seconds) else { return nil }
    self.seconds = seconds
  }

  /// Reads a date and time of ISO 8601, or a date alone, which begins at midnight; without a time
  /// zone it is UTC.
  public init?(_ text: String) {
    var text = text
    guard let seconds = text.withUTF8({ Moment.seconds($0[...]) }) else { return nil }
    self.init(seconds: seconds)
  }

  private static func seconds(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
    var rest = text.drop { $0 <= 0x20 }
    while let last = rest.last, last <= 0x20 { rest.removeLast() }
    guard rest.count <= 40, let year = rest.takeNumber(4), rest.take("-"),
      let month = rest.takeNumber(2), (1...12).contains(month), rest.take("-"),
      let day = rest.takeNumber(2), (1...31).contains(day)
    else { return nil }
    var seconds = 86_400 * Moment.days(toYear: year, month: month, day: day)
    guard rest.isEmpty || rest.take("T") || rest.take("t") || rest.take(" ") else { return nil }
    if !rest.isEmpty {
      guard let hour = rest.takeNumber(2), hour < 24, rest.take(":"),
        let minute = rest.takeNumber(2), minute < 60
      else { return nil }
      seconds += 3600 * hour + 60 * minute
      if rest.take(":") {
        guard let second = rest.takeNumber(2), second <= 60 else { return nil }
        seconds += min(second, 59)
        if rest.take(".") || rest.take(",") {
          rest = rest.drop { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
      }
      guard let offset = rest.takeOffset() else { return nil }
      seconds -= offset
    }
    return rest.isEmpty ? seconds : nil
  }

  /// The moment in ISO 8601, in UTC.
  public var text: String {
    let days = seconds >= 0 ? seconds / 86_400 : -((86_399 - seconds) / 86_400)
    let time = seconds - 86_400 * days
    // Years are counted from March, so that the leap day is their last.
    let sinceEra = days + 719_468
    let era = (sinceEra >= 0 ? sinceEra : sinceEra - 146_096) / 146_097
    let dayOfEra = sinceEra - 146_097 * era
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let fromMarch = (5 * dayOfYear + 2) / 153
    let month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
    let year = yearOfEra + 400 * era + (month <= 2 ? 1 : 0)
    let day = dayOfYear - (153 * fromMarch + 2) / 5 + 1
    func digits(_ number: Int, _ count: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))T"
      + "\(digits(time / 3600, 2)):\(digits(time / 60 % 60, 2)):\(digits(time % 60, 2))Z"
  }

  private static func days(toYear year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - 400 * era
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return 146_097 * era + 365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
  fileprivate mutating func take(_ mark: Unicode.Scalar) -> Bool {
    guard first == UInt8(ascii: mark) else { return false }
    removeFirst()
    return true
  }

  fileprivate mutating func takeNumber(_ digits: Int) -> Int? {
    guard count >= digits else { return nil }
    var number = 0
    for byte in prefix(digits) {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      number = 10 * number + Int(byte - UInt8(ascii: "0"))
    }
    removeFirst(digits)
    return number
  }

  /// Takes `Z`, `+02:00`, `+0200`, `+02` or nothing; returns seconds.
  fileprivate mutating func takeOffset() -> Int? {
    if isEmpty || take("Z") || take("z") { return 0 }
    let isWest = take("-")
    guard isWest || take("+"), let hours = takeNumber(2), hours < 24 else { return nil }
    _ = take(":")
    let minutes = isEmpty ? 0 : takeNumber(2)
    guard let minutes, minutes < 60 else { return nil }
    return (isWest ? -60 : 60) * (60 * hours + minutes)
  }
}
