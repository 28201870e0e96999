import Glibc

/// The folded forms of all names, to search them.
struct NameIndex: Sendable {
  private let keys: [UInt8]
  private let keyStarts: [UInt32]
  /// The second and later words of names, sorted: 24 bits for the name, 8 for the offset in it.
  private let words: [UInt32]

  /// The result is nil if a name folds to nothing, or if the names are not in order.
  init?(of table: NameTable) {
    guard let folded = NameIndex.folded(table) else { return nil }
    (keys, keyStarts) = folded
    words = NameIndex.words(keys, keyStarts)
  }

  /// The length of a name's folded form, in bytes.
  func keyLength(_ name: Int) -> Int { Int(keyStarts[name + 1] - keyStarts[name]) }

  /// The names whose folded form begins with `prefix`.
  func names(beginning prefix: [UInt8]) -> Range<Int> {
    range(0..<keyStarts.count - 1, prefix) { Int(keyStarts[$0])..<Int(keyStarts[$0 + 1]) }
  }

  /// The indices in `words` that begin with `prefix`.
  func laterWords(beginning prefix: [UInt8]) -> Range<Int> {
    range(words.indices, prefix) { wordKey(words[$0]) }
  }

  func name(ofWord word: Int) -> Int { Int(words[word] >> 8) }

  /// Whether each prefix begins a different word of the name.
  func hasWords(_ name: Int, beginning prefixes: [[UInt8]]) -> Bool {
    keys.withUnsafeBufferPointer { keys in
      let end = Int(keyStarts[name + 1])
      var taken: UInt64 = 0
      for prefix in prefixes {
        var place = Int(keyStarts[name])
        var word: UInt64 = 1
        var isFound = false
        while place < end {
          if taken & word == 0, place + prefix.count <= end,
            memcmp(keys.baseAddress! + place, prefix, prefix.count) == 0
          {
            taken |= word
            isFound = true
            break
          }
          while place < end, keys[place] != 0x20 { place += 1 }
          place += 1
          word <<= 1
        }
        if !isFound { return false }
      }
      return true
    }
  }
}

extension NameIndex {
  private func wordKey(_ word: UInt32) -> Range<Int> {
    let name = Int(word >> 8)
    return Int(keyStarts[name]) + Int(word & 0xFF)..<Int(keyStarts[name + 1])
  }

  /// The range of a sorted list whose keys begin with `prefix`.
  private func range(
    _ list: Range<Int>, _ prefix: [UInt8], key: (Int) -> Range<Int>
  ) -> Range<Int> {
    keys.withUnsafeBufferPointer { keys in
      /// The first index whose key, cut to the prefix's length, is not before the sought place.
      func bound(_ isBefore: (Int32) -> Bool) -> Int {
        var (low, high) = (list.lowerBound, list.upperBound)
        while low < high {
          let middle = (low + high) / 2
          let bytes = key(middle)
          let length = min(bytes.count, prefix.count)
          var order = memcmp(keys.baseAddress! + bytes.lowerBound, prefix, length)
          if order == 0, bytes.count < prefix.count { order = -1 }
          if isBefore(order) { low = middle + 1 } else { high = middle }
        }
        return low
      }
      let start = bound { $0 < 0 }
      return start..<max(start, bound { $0 <= 0 })
    }
  }

  /// The bytes of a folded name that is rather long.
  private static let usualKey = 16

  /// Folds every name; nil if one folds to nothing, or if they are not sorted.
  private static func folded(_ table: NameTable) -> ([UInt8], [UInt32])? {
    var keys: [UInt8] = []
    keys.reserveCapacity(table.count * usualKey)
    var keyStarts: [UInt32] = [0]
    keyStarts.reserveCapacity(table.count + 1)
    var previous = 0
    var isSound = true
    table.visit(0..<table.count) { name in
      let first = keys.count
      Folding.append(name, to: &keys)
      let isOrdered = keys.withUnsafeBufferPointer {
        let (before, length) = (first - previous, $0.count - first)
        let order = memcmp($0.baseAddress! + previous, $0.baseAddress! + first, min(before, length))
        return order < 0 || order == 0 && before <= length
      }
      if !isOrdered || !(1..<256).contains(keys.count - first) { isSound = false }
      previous = first
      keyStarts.append(UInt32(keys.count))
    }
    return isSound ? (keys, keyStarts) : nil
  }

  /// Sorts the second and later words of the folded names.
  private static func words(_ keys: [UInt8], _ starts: [UInt32]) -> [UInt32] {
    var words: [(key: UInt64, word: UInt32)] = []
    for name in 0..<(starts.count - 1) {
      let (start, end) = (Int(starts[name]), Int(starts[name + 1]))
      for place in start..<end where keys[place] == 0x20 {
        var key: UInt64 = 0
        for offset in place + 1..<place + 9 {
          key = key << 8 | UInt64(offset < end ? keys[offset] : 0)
        }
        words.append((key, UInt32(name) << 8 | UInt32(place + 1 - start)))
      }
    }
    keys.withUnsafeBufferPointer { keys in
      func rest(_ word: UInt32) -> (UnsafePointer<UInt8>, Int) {
        let start = Int(starts[Int(word >> 8)]) + Int(word & 0xFF)
        return (keys.baseAddress! + start, Int(starts[Int(word >> 8) + 1]) - start)
      }
      words.sort { left, right in
        // Most words differ in their first eight bytes.
        if left.key != right.key { return left.key < right.key }
        let (leftRest, rightRest) = (rest(left.word), rest(right.word))
        let order = memcmp(leftRest.0, rightRest.0, min(leftRest.1, rightRest.1))
        if order != 0 { return order < 0 }
        return (leftRest.1, left.word) < (rightRest.1, right.word)
      }
    }
    return words.map(\.word)
  }
}
