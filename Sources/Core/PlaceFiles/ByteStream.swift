/// The bytes of a file as they are read, in pieces; UTF-16 becomes UTF-8.
final class ByteStream {
  /// Fills a buffer; returns 0 at the end.
  typealias Pull = (UnsafeMutableRawBufferPointer) throws(PlaceFileError) -> Int

  private let pull: Pull
  private var chunk = [UInt8](repeating: 0, count: ByteStream.chunkLength)
  /// What was read and not yet taken.
  private var buffer: [UInt8] = []
  private var place = 0
  private var isAtEnd = false
  private var utf16: UTF16Bytes?

  /// Large enough that reading is not what takes the time.
  private static let chunkLength = 64 << 10

  /// Begins to read.
  init(_ pull: @escaping Pull) throws(PlaceFileError) {
    self.pull = pull
    try fill()
    utf16 = UTF16Bytes(beginningOf: buffer)
    if utf16 != nil { buffer = utf16!.decoded(buffer[...]) }
    if buffer.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
  }

  var isUTF16: Bool { utf16 != nil }

  /// The beginning of the file; less than all of it only where the file is long.
  func beginning() -> ArraySlice<UInt8> { buffer[place...] }

  /// The bytes up to a mark and with it, or `most` bytes where there is none among them; nil at the
  /// end.
  func piece(upTo mark: UInt8, most: Int) throws(PlaceFileError) -> ArraySlice<UInt8>? {
    var searched = 0
    while true {
      let end = min(buffer.count, place + most)
      if let found = buffer[(place + searched)..<end].firstIndex(of: mark) {
        return take(found + 1)
      }
      searched = end - place
      if searched == most { return take(end) }
      guard try fill() else { break }
    }
    return place < buffer.count ? take(buffer.count) : nil
  }

  /// The bytes that are in memory, up to the last mark among them; they are not taken.
  func block(upToLast mark: UInt8) -> ArraySlice<UInt8> {
    let bytes = buffer[place...]
    return bytes.lastIndex(of: mark).map { bytes[...$0] } ?? []
  }

  /// Takes bytes that are in memory.
  func skip(_ count: Int) { place += count }

  /// All that is left; an error where that is more than `most` bytes.
  func rest(most: Int) throws(PlaceFileError) -> [UInt8] {
    while try fill() {
      guard buffer.count - place <= most else { throw .tooLarge }
    }
    return Array(buffer[place...])
  }

  private func take(_ end: Int) -> ArraySlice<UInt8> {
    defer { place = end }
    return buffer[place..<end]
  }

  @discardableResult
  private func fill() throws(PlaceFileError) -> Bool {
    guard !isAtEnd else { return false }
    let pull = pull
    let count = try chunk.withUnsafeMutableBufferPointer { bytes throws(PlaceFileError) in
      try pull(UnsafeMutableRawBufferPointer(bytes))
    }
    isAtEnd = count == 0
    if place > 0 {
      buffer.removeSubrange(..<place)
      place = 0
    }
    if utf16 != nil {
      buffer += isAtEnd ? utf16!.end() : utf16!.decoded(chunk[..<count])
      return !isAtEnd || place < buffer.count
    }
    buffer += chunk[..<count]
    return !isAtEnd
  }
}

/// Bytes of UTF-16 that become UTF-8.
private struct UTF16Bytes {
  private let isBigEndian: Bool
  /// The bytes of a character whose rest has not come.
  private var carried: [UInt8] = []

  /// Recognises UTF-16 by its mark, or by the zeros that Latin letters have in it.
  init?(beginningOf file: [UInt8]) {
    let sample = file.prefix(64)
    let zeros = (0...1).map { parity in
      sample.indices.count { $0 % 2 == parity && sample[$0] == 0 }
    }
    if sample.starts(with: [0xFF, 0xFE]) || (zeros[1] * 4 > sample.count && zeros[0] == 0) {
      isBigEndian = false
    } else if sample.starts(with: [0xFE, 0xFF]) || (zeros[0] * 4 > sample.count && zeros[1] == 0) {
      isBigEndian = true
    } else {
      return nil
    }
  }

  mutating func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    let all = carried + bytes
    var units: [UInt16] = []
    units.reserveCapacity(all.count / 2)
    for place in stride(from: 0, to: all.count - 1, by: 2) {
      let (high, low) = isBigEndian ? (place, place + 1) : (place + 1, place)
      units.append(UInt16(all[high]) << 8 | UInt16(all[low]))
    }
    var used = 2 * units.count
    if let last = units.last, UTF16.isLeadSurrogate(last) {
      units.removeLast()
      used -= 2
    }
    carried = Array(all[used...])
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  /// What is left stands for nothing.
  mutating func end() -> [UInt8] {
    defer { carried = [] }
    return carried.isEmpty ? [] : Array("\u{FFFD}".utf8)
  }
}

/// The text of some bytes: UTF-8, or what older programs write, Windows-1252.
///
/// That is decided for each piece, because a long file may have its first accent at its end.
func text(_ bytes: some Collection<UInt8>) -> String {
  if let text = String(validating: bytes, as: UTF8.self) { return text }
  var scalars = String.UnicodeScalarView()
  for byte in bytes {
    let code = (0x80..<0xA0).contains(byte) ? windows[Int(byte) - 0x80] : UInt16(byte)
    scalars.append(Unicode.Scalar(code) ?? "\u{FFFD}")
  }
  return String(scalars)
}

/// What Windows-1252 has where Latin-1 has control characters.
private let windows: [UInt16] = [
  0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
  0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
  0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
]
