import TestSupport

/// What comes by chance: the same for the same seed, at the same step.
///
/// Each step has numbers of its own, so that what one step found on the screen changes none of those
/// that come after it.
struct Chance: RandomNumberGenerator {
  private var numbers: SeededNumbers

  init(seed: UInt64, step: Int) {
    numbers = SeededNumbers(
      seed: seed &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(step) &* 0xD1B5_4A32_D192_ED03)
  }

  mutating func next() -> UInt64 { numbers.next() }

  /// A number from 0 up to 1.
  mutating func share() -> Double { Double.random(in: 0..<1, using: &self) }

  /// One of some, each as likely as the others.
  mutating func one<Value>(of values: [Value]) -> Value { values.randomElement(using: &self)! }

  /// One of some, by their weights.
  mutating func one<Value>(of weighted: [(weight: Int, value: Value)]) -> Value {
    var rest = Int.random(in: 0..<weighted.reduce(0) { $0 + $1.weight }, using: &self)
    return weighted.first {
      rest -= $0.weight
      return rest < 0
    }!.value
  }
}
