/// Random numbers that are the same in every run (SplitMix64).
public struct SeededNumbers: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension SeededNumbers {
  /// One of some contents, changed by chance in a few places.
  public mutating func changed(_ contents: [[UInt8]]) -> [UInt8] {
    var bytes = contents.randomElement(using: &self)!
    for _ in 0..<Int.random(in: 1...6, using: &self) {
      let from = Int.random(in: 0...bytes.count, using: &self)
      let to = min(bytes.count, from + Int.random(in: 0...8, using: &self))
      switch next() % 6 {
      case 0: bytes.removeSubrange(from..<to)
      case 1: bytes.insert(contentsOf: bytes[from..<to], at: from)
      case 2: bytes.replaceSubrange(from..<to, with: [.random(in: 0...255, using: &self)])
      case 3:
        let other = contents.randomElement(using: &self)!
        bytes.insert(contentsOf: other.prefix(Int.random(in: 0...64, using: &self)), at: from)
      case 4:
        let marks = ["<", ">", "&", "\"", "{", "[", "(", ",", " ", "-", "9", "\0", "\u{301}", "é"]
        bytes.insert(contentsOf: marks.randomElement(using: &self)!.utf8, at: from)
      default: bytes.insert(contentsOf: [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F], at: from)
      }
    }
    return bytes
  }
}
