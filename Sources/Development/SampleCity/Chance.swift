import TestSupport

extension SeededNumbers {
  /// A whole number of at least 0 and less than a bound.
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// A share of at least 0 and less than 1.
  mutating func share() -> Double { Double(next() >> 11) / Double(1 << 53) }

  mutating func one<Value>(of values: [Value]) -> Value { values[below(values.count)] }

  /// A spot in the circle of a city, in metres from its middle, near which spots are more frequent.
  mutating func spot() -> (east: Double, north: Double) {
    while true {
      let (x, y) = (share() * 2 - 1, share() * 2 - 1)
      let length = (x * x + y * y).squareRoot()
      if length < 0.95 { return (x * length * City.radius, y * length * City.radius) }
    }
  }

  /// A day of a year, as Commons writes it.
  mutating func day(of year: Int) -> String {
    "\(year)-\(twoDigits(1 + below(12)))-\(twoDigits(1 + below(28)))"
  }
}

/// A time of day, as Commons writes it.
func clock(_ second: Int) -> String {
  [second / 3600 % 24, second / 60 % 60, second % 60].map(twoDigits).joined(separator: ":")
}

func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
