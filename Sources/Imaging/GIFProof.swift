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
    guard let left = window.little(2, at: position), let top = window.little(2, at: position + 2),
      let width = window.little(2, at: position + 4),
      let height = window.little(2, at: position + 6), let flags = window.byte(at: position + 8),
      let screenWidth = window.little(2, at: 6), let screenHeight = window.little(2, at: 8)
    else { return false }
    // The screen's size is what was found small enough to decode; a decoder takes each frame's.
    guard left + width <= screenWidth, top + height <= screenHeight else { return false }
    position += 9
    skipColors(flags)
    guard let bits = window.byte(at: position), (1...11).contains(bits) else { return false }
    position += 1
    // Only the first frame is ever shown: what is wrong in a later one harms nobody.
    guard !hasFrame else { return skipBlocks(&window) }
    hasFrame = true
    guard width * height > 0 else { return false }
    return withUnsafeTemporaryAllocation(of: Int.self, capacity: PixelCounter.mostCodes) {
      var counter = PixelCounter(bits: Int(bits), expected: width * height, lengths: $0)
      return readsPixels(&window, &counter)
    }
  }

  private mutating func readsPixels(
    _ window: inout ByteWindow, _ counter: inout PixelCounter
  ) -> Bool {
    while let length = window.byte(at: position) {
      position += 1
      guard length > 0 else { return counter.isWhole }
      let areRead = window.lend(Int(length), at: position) { counter.reads($0, count: $1) }
      guard areRead ?? false else { return false }
      position += Int(length)
    }
    return false
  }
}

/// Counts the pixels in the codes of a GIF without making them: it is enough to know how many
/// pixels each code stands for.
///
/// Every code of a GIF comes by here. So this works on bare memory, which is several times as fast,
/// and in a program for tests, which nothing optimizes, a hundred times.
private struct PixelCounter {
  /// Codes have twelve bits at most.
  static let mostCodes = 1 << longestCode
  private static let longestCode = 12

  private let expected: Int
  private let bits: Int
  private let clear: Int
  /// How many pixels each of the known codes stands for.
  private let lengths: UnsafeMutablePointer<Int>
  private var known: Int
  private var width: Int
  /// The code before, or -1.
  private var previous = -1
  private var pixels = 0
  private var pending = 0
  private var pendingBits = 0
  private var hasEnded = false

  init(bits: Int, expected: Int, lengths: UnsafeMutableBufferPointer<Int>) {
    self.bits = bits
    self.expected = expected
    clear = 1 << bits
    known = clear + 2
    width = bits + 1
    lengths.initialize(repeating: 1)
    self.lengths = lengths.baseAddress!
  }

  /// Tells whether all pixels were there.
  var isWhole: Bool { pixels >= expected }

  /// Takes the next bytes; false means that they cannot follow those before.
  mutating func reads(_ bytes: UnsafePointer<UInt8>, count: Int) -> Bool {
    var next = 0
    while next < count, !hasEnded {
      pending |= Int(bytes[next]) &<< pendingBits
      pendingBits += 8
      next += 1
      while pendingBits >= width, !hasEnded {
        let code = pending & (1 &<< width - 1)
        pending = pending &>> width
        pendingBits -= width
        guard takes(code) else { return false }
      }
    }
    return true
  }

  private mutating func takes(_ code: Int) -> Bool {
    if code == clear {
      known = clear + 2
      width = bits + 1
      previous = -1
      return true
    }
    if code == clear + 1 {
      hasEnded = true
      return true
    }
    if previous >= 0 {
      guard code <= known else { return false }
      if known < PixelCounter.mostCodes {
        lengths[known] = lengths[previous] + 1
        known += 1
        if known == 1 &<< width, width < PixelCounter.longestCode { width += 1 }
      }
    }
    guard code < known, previous >= 0 || code < clear else { return false }
    pixels += lengths[code]
    previous = code
    hasEnded = pixels >= expected
    return true
  }
}
