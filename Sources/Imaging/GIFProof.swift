import Travels

/// Makes sure that a GIF is whole: all pixels of its first frame, and all blocks to its end.
func proveGIF(_ file: RegularFile) throws(PhotoFailure) {
  var window = file.window(blockSize: 64 << 10)
  var reader = GIFReader()
  guard reader.readsToTheEnd(&window) else { throw .damaged }
}

private struct GIFReader {
  private var position = 13  // behind the header
  private var hasFrame = false

  mutating func readsToTheEnd(_ window: inout ByteWindow) -> Bool {
    guard let flags = window.byte(at: 10) else { return false }
    skipColors(flags)
    while let introducer = window.byte(at: position) {
      position += 1
      switch introducer {
      case 0x21:
        position += 1
        guard skipBlocks(&window) else { return false }
      case 0x2C:
        guard readsFrame(&window) else { return false }
      case 0x3B: return hasFrame
      default: return false
      }
    }
    return false
  }

  private mutating func skipColors(_ flags: UInt8) {
    if flags & 0x80 != 0 { position += 3 << (Int(flags & 7) + 1) }
  }

  private mutating func skipBlocks(_ window: inout ByteWindow) -> Bool {
    while let length = window.byte(at: position) {
      position += 1 + Int(length)
      if length == 0 { return true }
    }
    return false
  }

  private mutating func readsFrame(_ window: inout ByteWindow) -> Bool {
    guard let width = window.little(2, at: position + 4),
      let height = window.little(2, at: position + 6), let flags = window.byte(at: position + 8)
    else { return false }
    position += 9
    skipColors(flags)
    guard let bits = window.byte(at: position), (1...11).contains(bits) else { return false }
    position += 1
    // Only the first frame is ever shown: what is wrong in a later one harms nobody.
    guard !hasFrame else { return skipBlocks(&window) }
    hasFrame = true
    var counter = PixelCounter(bits: Int(bits), expected: width * height)
    guard counter.expected > 0 else { return false }
    while let length = window.byte(at: position) {
      for offset in 0..<Int(length) where !counter.hasEnded {
        guard let byte = window.byte(at: position + 1 + offset), counter.reads(byte) else {
          return false
        }
      }
      position += 1 + Int(length)
      if length == 0 { return counter.isWhole }
    }
    return false
  }
}

/// Counts the pixels in the codes of a GIF without making them: it is enough to know how many
/// pixels each code stands for.
private struct PixelCounter {
  let expected: Int
  private(set) var hasEnded = false

  private let bits: Int
  private let clear: Int
  private var width: Int
  private var lengths: [Int]
  private var previous: Int?
  private var pixels = 0
  private var pending = 0
  private var pendingBits = 0

  private static let longestCode = 12

  init(bits: Int, expected: Int) {
    self.bits = bits
    self.expected = expected
    clear = 1 << bits
    width = bits + 1
    lengths = Array(repeating: 1, count: clear + 2)
    lengths.reserveCapacity(1 << PixelCounter.longestCode)
  }

  /// Tells whether all pixels were there.
  var isWhole: Bool { pixels >= expected }

  /// Takes the next byte; false means that it cannot follow those before.
  mutating func reads(_ byte: UInt8) -> Bool {
    pending |= Int(byte) << pendingBits
    pendingBits += 8
    while pendingBits >= width, !hasEnded {
      let code = pending & (1 << width - 1)
      pending >>= width
      pendingBits -= width
      guard takes(code) else { return false }
    }
    return true
  }

  private mutating func takes(_ code: Int) -> Bool {
    if code == clear {
      lengths.removeSubrange((clear + 2)...)
      width = bits + 1
      previous = nil
      return true
    }
    if code == clear + 1 {
      hasEnded = true
      return true
    }
    if let previous {
      guard code <= lengths.count else { return false }
      if lengths.count < 1 << PixelCounter.longestCode {
        lengths.append(lengths[previous] + 1)
        if lengths.count == 1 << width, width < PixelCounter.longestCode { width += 1 }
      }
    }
    guard code < lengths.count, previous != nil || code < clear else { return false }
    pixels += lengths[code]
    previous = code
    hasEnded = isWhole
    return true
  }
}
