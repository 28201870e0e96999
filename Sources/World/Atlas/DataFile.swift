import CZlib
import Files

/// Why a file of the offline map cannot be used.
public enum AtlasError: Error, Hashable, Sendable {
  /// The file is missing or cannot be read.
  case unreadable
  /// The file is truncated, changed, or of another kind.
  case damaged
  /// The file has another version than this program reads.
  case otherVersion
}

/// The content of a file of the offline map.
package protocol AtlasContent: Sendable {
  static var file: DataFile { get }
  /// Decodes untrusted content.
  init(content: [UInt8]) throws(AtlasError)
}

extension AtlasContent {
  package init(file path: String) throws(AtlasError) {
    try self.init(content: try Self.file.content(ofFile: path))
  }
}

/// A file of the offline map: compressed content after a header with checksums.
///
/// The header is 24 bytes, integers in little endian: four letters that name the kind, the kind's
/// version, the content's length and the compressed content's length (32 bits each), the CRC-32 of
/// the compressed content, and the CRC-32 of the 20 bytes before it. The compressed content follows
/// as a zlib stream, and nothing follows it.
public struct DataFile: Hashable, Sendable {
  /// Four letters that name the kind of the content.
  public let kind: String
  public let version: UInt32

  /// The longest content accepted, in bytes.
  private static let longestContent = 256 << 20
  private static let headerLength = 24

  /// Names a kind of file by four ASCII letters and a version.
  public init(kind: String, version: UInt32) {
    precondition(kind.utf8.count == 4)
    self.kind = kind
    self.version = version
  }

  /// Compresses content and adds the header.
  public func encoded(_ content: [UInt8]) -> [UInt8] {
    var compressed = [UInt8](repeating: 0, count: Int(compressBound(uLong(content.count))))
    var length = uLongf(compressed.count)
    let code = compress2(&compressed, &length, content, uLong(content.count), 9)
    precondition(code == Z_OK)
    compressed.removeSubrange(Int(length)...)
    var file = Array(kind.utf8)
    let checksum = DataFile.checksum(compressed[...])
    for number in [version, UInt32(content.count), UInt32(length), checksum] {
      file.append(littleEndian: number)
    }
    file.append(littleEndian: DataFile.checksum(file[...]))
    return file + compressed
  }

  /// Reads and checks a file, and returns its content.
  public func content(ofFile path: String) throws(AtlasError) -> [UInt8] {
    guard let file = try? OpenFile(path), file.size <= DataFile.longestContent,
      let bytes = file.content()
    else { throw .unreadable }
    return try content(of: bytes)
  }

  /// Checks the header, and returns the decompressed content.
  public func content(of file: [UInt8]) throws(AtlasError) -> [UInt8] {
    guard file.count >= DataFile.headerLength, file.starts(with: kind.utf8),
      file.integer(at: 20) == DataFile.checksum(file[..<20])
    else { throw .damaged }
    guard file.integer(at: 4) == version else { throw .otherVersion }
    let (length, compressedLength) = (Int(file.integer(at: 8)), Int(file.integer(at: 12)))
    guard length <= DataFile.longestContent,
      file.count == DataFile.headerLength + compressedLength,
      file.integer(at: 16) == DataFile.checksum(file[DataFile.headerLength...])
    else { throw .damaged }
    // One byte more, to notice content that is longer than the header says.
    var content = [UInt8](repeating: 0, count: length + 1)
    var actual = uLongf(content.count)
    let code = file.withUnsafeBufferPointer {
      uncompress(
        &content, &actual, $0.baseAddress! + DataFile.headerLength, uLong(compressedLength))
    }
    guard code == Z_OK, Int(actual) == length else { throw .damaged }
    content.removeLast()
    return content
  }

  /// The CRC-32 of some bytes.
  static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.withUnsafeBufferPointer {
      UInt32(truncatingIfNeeded: crc32(0, $0.baseAddress, uInt($0.count)))
    }
  }
}

extension [UInt8] {
  public mutating func append(littleEndian number: UInt32) {
    for shift in stride(from: 0, to: 32, by: 8) {
      append(UInt8(truncatingIfNeeded: number >> UInt32(shift)))
    }
  }

  /// Appends a LEB128 integer: seven bits per byte, the least significant first.
  public mutating func append(varying number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }

  /// Appends a signed integer, zigzag-encoded so that small ones of either sign are short.
  public mutating func append(signed number: Int) {
    append(varying: UInt64(bitPattern: Int64(number << 1 ^ number >> (Int.bitWidth - 1))))
  }

  /// Appends a text with its length before it.
  public mutating func append(text: String) {
    append(varying: UInt64(text.utf8.count))
    append(contentsOf: text.utf8)
  }

  fileprivate func integer(at place: Int) -> UInt32 {
    withUnsafeBytes {
      UInt32(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: UInt32.self))
    }
  }
}

/// Reads what `append` wrote, from untrusted bytes.
///
/// After the first error it returns zeros and empty texts, and `isSound` is false: check it at the
/// end, and in every loop whose count was read.
public struct DataReader: ~Copyable {
  private let bytes: [UInt8]
  private var place = 0
  public private(set) var isSound = true

  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  public var isComplete: Bool { isSound && place == bytes.count }

  /// The bytes left, which bound every count.
  public var remaining: Int { bytes.count - place }

  /// Reads four bytes in little endian.
  public mutating func word() -> UInt32 {
    guard remaining >= 4 else { return fail(0) }
    defer { place += 4 }
    return bytes.integer(at: place)
  }

  /// Reads a LEB128 integer.
  public mutating func varying() -> UInt64 {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while place < bytes.count, shift < 64 {
      let byte = bytes[place]
      place += 1
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
    return fail(0)
  }

  /// Reads a zigzag-encoded integer.
  public mutating func signed() -> Int {
    let number = varying()
    return Int(truncatingIfNeeded: Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1))
  }

  /// Reads a count of items that take at least one byte each.
  public mutating func count() -> Int {
    let number = varying()
    return number <= UInt64(remaining) ? Int(number) : fail(0)
  }

  mutating func number(below limit: Int) -> Int {
    let number = varying()
    return number < UInt64(limit) ? Int(number) : fail(0)
  }

  /// Reads a fraction, stored as a number of 2^`bits` parts.
  mutating func part(of bits: Int) -> Double {
    Double(number(below: (1 << bits) + 1)) / Double(1 << bits)
  }

  /// Reads a name for each language; an empty one means none.
  mutating func names(in languages: [String]) -> [String: String] {
    var names: [String: String] = [:]
    for language in languages {
      let name = text()
      if !name.isEmpty { names[language] = name }
    }
    return names
  }

  public mutating func text() -> String { String(decoding: bytesOfText(), as: UTF8.self) }

  /// Reads the bytes of a text, which may be invalid.
  public mutating func bytesOfText() -> ArraySlice<UInt8> {
    let length = count()
    defer { place += length }
    return bytes[place..<(place + length)]
  }

  mutating func refuse() { fail(()) }

  private mutating func fail<Value>(_ value: Value) -> Value {
    isSound = false
    place = bytes.count
    return value
  }
}
