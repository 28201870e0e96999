/// A year of the calendar.
struct Year {
  /// When it begins, in seconds since the beginning of 1970.
  let start: Double
  /// How many days it has.
  let days: Int
  /// The day of the moment that was asked for, 0 for the first of January.
  let today: Double
  /// On which day each month begins, and the year ends.
  let months: [Int]

  /// Finds the year of a moment.
  init(of time: Double) {
    var year = 1970 + Int((time / 86_400 / 365.2425).rounded(.down))
    func start(_ year: Int) -> Int {
      let past = year - 1
      return year * 365 - 1970 * 365 + past / 4 - past / 100 + past / 400 - 477
    }
    while Double(start(year + 1)) * 86_400 <= time { year += 1 }
    while Double(start(year)) * 86_400 > time { year -= 1 }
    self.start = Double(start(year)) * 86_400
    days = start(year + 1) - start(year)
    today = (time - self.start) / 86_400
    let lengths = [31, days - 337, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    months = lengths.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
  }
}
