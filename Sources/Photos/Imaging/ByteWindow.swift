/// Looks at any place of a long run of bytes, of which it holds one block at a time.
///
/// Whatever is asked for, beyond the end too, has an answer: nil, or fewer bytes.
struct ByteWindow {
  /// How many bytes there are.
  let count: Int
  private let load: (_ offset: Int, _ count: Int) -> [UInt8]
  private let blockSize: Int
  private var block: [UInt8] = []
  private var blockStart = 0

  /// Reads bytes through `load`, which may return fewer than it is asked for.
  init(
    count: Int, blockSize: Int = 16 << 10, load: @escaping (_ offset: Int, _ count: Int) -> [UInt8]
  ) {
    self.count = count
    self.blockSize = blockSize
    self.load = load
  }

  /// Looks at bytes in memory.
  init(_ bytes: [UInt8]) {
    self.init(count: bytes.count) { offset, count in Array(bytes[offset...].prefix(count)) }
  }

  mutating func byte(at offset: Int) -> UInt8? {
    guard offset >= 0, offset < count else { return nil }
    if offset < blockStart || offset >= blockStart + block.count {
      block = load(offset, blockSize)
      blockStart = offset
      guard !block.isEmpty else { return nil }
    }
    return block[offset - blockStart]
  }

  /// Up to so many bytes from a place on.
  func bytes(at offset: Int, count wanted: Int) -> [UInt8] {
    guard offset >= 0, offset < count, wanted > 0 else { return [] }
    return load(offset, min(wanted, count - offset))
  }

  /// The number in so many bytes, the first of them the greatest.
  mutating func big(_ length: Int, at offset: Int) -> Int? {
    var value = 0
    for index in 0..<length {
      guard let byte = byte(at: offset + index) else { return nil }
      value = value << 8 | Int(byte)
    }
    return value
  }

  /// The number in so many bytes, the last of them the greatest.
  mutating func little(_ length: Int, at offset: Int) -> Int? {
    var value = 0
    for index in 0..<length {
      guard let byte = byte(at: offset + index) else { return nil }
      value |= Int(byte) << (8 * index)
    }
    return value
  }

  mutating func begins(with bytes: [UInt8], at offset: Int = 0) -> Bool {
    for (index, expected) in bytes.enumerated() where byte(at: offset + index) != expected {
      return false
    }
    return true
  }
}
