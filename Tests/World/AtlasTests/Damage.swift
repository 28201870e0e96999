import TestSupport

/// Content as a disk or a download may leave it.
enum Damage {
  /// The content with each of its bits changed in turn.
  static func bits(of content: [UInt8]) -> some Sequence<[UInt8]> {
    content.indices.lazy.flatMap { place in
      (0..<8).lazy.map { bit in
        var changed = content
        changed[place] ^= 1 << bit
        return changed
      }
    }
  }

  /// The content with some of its bytes changed, taken away, or others put between them.
  static func bytes(of content: [UInt8], count: Int, seed: UInt64) -> [[UInt8]] {
    var random = SeededNumbers(seed: seed)
    return (0..<count).map { _ in
      var changed = content
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = changed.indices.randomElement(using: &random)!
        switch Int.random(in: 0..<4, using: &random) {
        case 0: changed[place] = 0xFF
        case 1: changed.insert(contentsOf: [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F], at: place)
        case 2 where changed.count > 1: changed.remove(at: place)
        default: changed[place] = .random(in: 0...255, using: &random)
        }
      }
      return changed
    }
  }
}
