/// What comes by chance: the same for the same seed, at the same step.
///
/// Each step has numbers of its own, so that what one step found on the screen changes none of those
/// that come after it.
struct Chance: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64, step: Int) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(step) &* 0xD1B5_4A32_D192_ED03
  }

  /// SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

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
