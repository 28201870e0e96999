import Glibc

/// Names in their folded forms, which a search scans one by one: a million take some milliseconds.
struct FoldedNames: Sendable {
  enum Match {
    case whole, beginning
    /// Each word is the beginning of a different word of the name.
    case words
  }

  private var keys: [UInt8] = []
  private var starts: [UInt32] = [0]

  mutating func append(_ name: String) {
    Folding.append(name, to: &keys)
    starts.append(UInt32(keys.count))
  }

  /// Visits the names that match words, by their numbers.
  func visit(_ words: [[UInt8]], _ body: (_ name: Int, _ match: Match) -> Void) {
    let whole = Array(words.joined(separator: [0x20]))
    // The longest words match the fewest names.
    let words = words.sorted { $0.count > $1.count }
    keys.withUnsafeBufferPointer { keys in
      for name in 0..<starts.count - 1 {
        let key = UnsafeBufferPointer(rebasing: keys[Int(starts[name])..<Int(starts[name + 1])])
        if FoldedNames.begins(key, at: 0, with: whole) {
          body(name, key.count == whole.count ? .whole : .beginning)
        } else if FoldedNames.has(words, in: key) {
          body(name, .words)
        }
      }
    }
  }

  private static func has(_ words: [[UInt8]], in key: UnsafeBufferPointer<UInt8>) -> Bool {
    var taken: UInt64 = 0
    return words.allSatisfy { word in
      var place = 0
      var bit: UInt64 = 1
      while place < key.count {
        if taken & bit == 0, begins(key, at: place, with: word) {
          taken |= bit
          return true
        }
        while place < key.count, key[place] != 0x20 { place += 1 }
        place += 1
        bit <<= 1
      }
      return false
    }
  }

  @inline(__always)
  private static func begins(
    _ key: UnsafeBufferPointer<UInt8>, at place: Int, with word: [UInt8]
  ) -> Bool {
    place + word.count <= key.count && key[place] == word[0]
      && memcmp(key.baseAddress! + place, word, word.count) == 0
  }
}
