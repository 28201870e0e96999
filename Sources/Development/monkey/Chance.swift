import TestSupport

/// Random choices that are the same for the same seed and step.
///
/// Each step has its own random numbers, so that what a step finds on the screen does not change
/// later steps.
struct Chance: RandomNumberGenerator {
  private var numbers: SeededNumbers

  init(seed: UInt64, step: Int) {
    numbers = SeededNumbers(
      seed: seed &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(step) &* 0xD1B5_4A32_D192_ED03)
  }

  mutating func next() -> UInt64 { numbers.next() }

  /// A share of at least 0 and less than 1.
  mutating func share() -> Double { Double.random(in: 0..<1, using: &self) }

  /// One of some values, all with the same probability.
  mutating func one<Value>(of values: [Value]) -> Value { values.randomElement(using: &self)! }

  /// One of some values, with probabilities by their weights.
  mutating func one<Value>(of weighted: [(weight: Int, value: Value)]) -> Value {
    var rest = Int.random(in: 0..<weighted.reduce(0) { $0 + $1.weight }, using: &self)
    return weighted.first {
      rest -= $0.weight
      return rest < 0
    }!.value
  }
}
