import CZlib
import Glibc

/// Why a file of the offline map cannot be used.
public enum AtlasError: Error, Hashable, Sendable {
  /// The file is not there or cannot be read.
  case unreadable(path: String)
  /// The file is not what it should be: cut short, changed, or of another kind.
  case damaged(path: String)
  /// The file is of another version than this program reads.
  case otherVersion(path: String)
}

/// A file of the offline map: a compressed content in an envelope that shows damage.
///
/// The envelope is 24 bytes, integers with the least byte first: four letters that name the kind,
/// the kind's version, the content's length and the compressed content's length (32 bits each), the
/// CRC-32 of the compressed content, and the CRC-32 of the 20 bytes before it. The compressed content
/// follows as a zlib stream, which checks the content itself, and nothing follows it.
public struct DataFile: Hashable, Sendable {
  /// Four letters that name the kind of the content.
  public let kind: String
  /// The version of the kind's layout.
  public let version: UInt32

  /// No file of ours is longer than this, in bytes; a length beyond it is damage.
  private static let longestContent = 256 << 20
  private static let headerLength = 24

  /// Names a kind of file by four ASCII letters and a version.
  public init(kind: String, version: UInt32) {
    precondition(kind.utf8.count == 4)
    self.kind = kind
    self.version = version
  }

  /// Puts a content into its envelope.
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

  /// Reads a file and returns its content, or throws without having trusted any of it.
  public func content(ofFile path: String) throws(AtlasError) -> [UInt8] {
    try content(of: try DataFile.read(path), path: path)
  }

  /// Takes a content out of its envelope.
  public func content(of file: [UInt8], path: String = "") throws(AtlasError) -> [UInt8] {
    guard file.count >= DataFile.headerLength, file.starts(with: kind.utf8),
      file.integer(at: 20) == DataFile.checksum(file[..<20])
    else { throw .damaged(path: path) }
    guard file.integer(at: 4) == version else { throw .otherVersion(path: path) }
    let (length, compressedLength) = (Int(file.integer(at: 8)), Int(file.integer(at: 12)))
    guard length <= DataFile.longestContent,
      file.count == DataFile.headerLength + compressedLength,
      file.integer(at: 16) == DataFile.checksum(file[DataFile.headerLength...])
    else { throw .damaged(path: path) }
    // One byte more: room for a content that is longer than it says, which then is damage.
    var content = [UInt8](repeating: 0, count: length + 1)
    var actual = uLongf(content.count)
    let code = file.withUnsafeBufferPointer {
      uncompress(
        &content, &actual, $0.baseAddress! + DataFile.headerLength, uLong(compressedLength))
    }
    guard code == Z_OK, Int(actual) == length else { throw .damaged(path: path) }
    content.removeLast()
    return content
  }

  private static func read(_ path: String) throws(AtlasError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unreadable(path: path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= longestContent
    else { throw .unreadable(path: path) }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var filled = 0
    while filled < bytes.count {
      let count = bytes.withUnsafeMutableBytes {
        Glibc.read(descriptor, $0.baseAddress! + filled, $0.count - filled)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .unreadable(path: path) }
      filled += count
    }
    return bytes
  }

  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.withUnsafeBufferPointer {
      UInt32(truncatingIfNeeded: crc32(0, $0.baseAddress, uInt($0.count)))
    }
  }
}

extension [UInt8] {
  /// Appends an integer, least byte first.
  public mutating func append(littleEndian number: UInt32) {
    for shift in stride(from: 0, to: 32, by: 8) {
      append(UInt8(truncatingIfNeeded: number >> UInt32(shift)))
    }
  }

  /// Appends an integer in as few bytes as it needs: seven bits each, the least first.
  public mutating func append(varying number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }

  /// Appends a signed integer, small ones of either sign in few bytes.
  public mutating func append(signed number: Int) {
    append(varying: UInt64(bitPattern: Int64(number << 1 ^ number >> (Int.bitWidth - 1))))
  }

  /// Appends a text with its length before it.
  public mutating func append(text: String) {
    append(varying: UInt64(text.utf8.count))
    append(contentsOf: text.utf8)
  }

  fileprivate func integer(at place: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(self[place + $1]) << UInt32(8 * $1) }
  }
}

/// Reads what `append` wrote, from a content that may be wrong in any way.
///
/// A reader that has met something impossible answers zeros and empty texts from then on, and says
/// so in `isSound`: look there at the end, and once in every loop whose count was read.
public struct DataReader: ~Copyable {
  private let bytes: [UInt8]
  private var place = 0
  /// Tells whether all that was read so far could be read.
  public private(set) var isSound = true

  /// Reads a content from its beginning.
  public init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Tells whether everything was read, and nothing was wrong.
  public var isComplete: Bool { isSound && place == bytes.count }

  /// How many bytes are left: no count of things can honestly be greater.
  public var remaining: Int { bytes.count - place }

  /// Reads an integer of varying length.
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

  /// Reads a signed integer of varying length.
  public mutating func signed() -> Int {
    let number = varying()
    return Int(truncatingIfNeeded: Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1))
  }

  /// Reads a count of things that take at least one byte each.
  public mutating func count() -> Int {
    let number = varying()
    return number <= UInt64(remaining) ? Int(number) : fail(0)
  }

  /// Reads a text.
  public mutating func text() -> String {
    let length = count()
    defer { place += length }
    return String(decoding: bytes[place..<(place + length)], as: UTF8.self)
  }

  private mutating func fail<Value>(_ value: Value) -> Value {
    isSound = false
    place = bytes.count
    return value
  }
}
