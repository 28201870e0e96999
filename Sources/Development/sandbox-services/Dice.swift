/// Random numbers that are the same at every run, because they depend only on the numbers passed
/// in.
enum Dice {
  /// Mixes numbers into one that looks random.
  static func roll(_ numbers: UInt64...) -> UInt64 {
    var state: UInt64 = 0
    for number in numbers {
      state = state &* 0x5851_f42d_4c95_7f2d &+ number &+ 0x9e37_79b9_7f4a_7c15
      state = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
      state = (state ^ (state >> 27)) &* 0x94d0_49bb_1331_11eb
      state ^= state >> 31
    }
    return state
  }

  /// Makes a number of a text; it is the same at every run.
  static func number(of text: String) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
  }

  /// Turns a rolled number into a share of at least 0 and less than 1.
  static func share(_ rolled: UInt64) -> Double { Double(rolled >> 11) / Double(1 << 53) }
}
