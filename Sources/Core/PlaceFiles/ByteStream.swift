/// The bytes of a file as they are read, in pieces, and in UTF-8 whatever they are in the file.
final class ByteStream {
  /// Fills a buffer; returns 0 at the end.
  typealias Pull = (UnsafeMutableRawBufferPointer) throws(PlaceFileError) -> Int

  private let pull: Pull
  /// Is told the lines of an XML file in which characters were mended.
  private let reportLine: (Int) -> Void
  private var chunk = [UInt8](repeating: 0, count: ByteStream.chunkLength)
  /// What was read and is not yet UTF-8.
  private var raw: [UInt8] = []
  /// What is UTF-8 and nobody has got yet begins at `place`.
  private var buffer: [UInt8] = []
  private var place = 0
  private var isAtEnd = false
  /// The line at which `raw` begins.
  private var line = 1
  /// Whether control characters have to be mended.
  private var isXML = false
  /// What the file is converted by, unless it is UTF-8.
  private var converter: TextConverter?
  /// Older programs write Windows-1252, and so do some that call it UTF-8.
  private lazy var windows = TextConverter("WINDOWS-1252")

  /// Large enough that reading is not what takes the time.
  private static let chunkLength = 64 << 10

  /// Begins to read.
  init(
    _ pull: @escaping Pull, reportLine: @escaping (Int) -> Void = { _ in }
  ) throws(PlaceFileError) {
    (self.pull, self.reportLine) = (pull, reportLine)
    try readChunk()
    converter = TextConverter(beginningOf: raw)
    // Space, the marks of UTF-8 and UTF-16, and the zeros of UTF-16.
    let others: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0]
    isXML = raw.first { !others.contains($0) } == UInt8(ascii: "<")
    buffer = decoded()
    if buffer.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
  }

  /// Begins to read what is in memory of another stream.
  init(beginningOf other: ByteStream) {
    (pull, reportLine) = ({ _ in 0 }, { _ in })
    (buffer, isAtEnd) = (Array(other.beginning()), true)
  }

  /// The beginning of the file; less than all of it only where the file is long.
  func beginning() -> ArraySlice<UInt8> { buffer[place...] }

  /// The bytes up to a mark and with it, or `most` bytes where there is none among them; nil at the
  /// end.
  func piece(upTo mark: UInt8, most: Int) throws(PlaceFileError) -> ArraySlice<UInt8>? {
    var searched = 0
    while true {
      let end = min(buffer.count, place + most)
      if let found = buffer[(place + searched)..<end].firstIndex(of: mark) {
        return next(upTo: found + 1)
      }
      searched = end - place
      if searched == most { return next(upTo: end) }
      guard try fill() else { break }
    }
    return place < buffer.count ? next(upTo: buffer.count) : nil
  }

  /// Fills a buffer with what comes next; returns 0 at the end.
  func read(into target: UnsafeMutableRawBufferPointer) throws(PlaceFileError) -> Int {
    while place == buffer.count { guard try fill() else { return 0 } }
    let bytes = next(upTo: min(buffer.count, place + target.count))
    target.copyBytes(from: bytes)
    return bytes.count
  }

  /// All that is left; an error where that is more than `most` bytes.
  func rest(most: Int) throws(PlaceFileError) -> [UInt8] {
    while try fill() {
      guard buffer.count - place <= most else { throw .tooLarge }
    }
    return Array(buffer[place...])
  }

  private func next(upTo end: Int) -> ArraySlice<UInt8> {
    defer { place = end }
    return buffer[place..<end]
  }

  /// Returns false where nothing is left.
  private func fill() throws(PlaceFileError) -> Bool {
    guard !isAtEnd else { return false }
    try readChunk()
    buffer.removeSubrange(..<place)
    place = 0
    buffer += decoded()
    return true
  }

  private func readChunk() throws(PlaceFileError) {
    let pull = pull
    let count = try chunk.withUnsafeMutableBufferPointer { bytes throws(PlaceFileError) in
      try pull(UnsafeMutableRawBufferPointer(bytes))
    }
    isAtEnd = count == 0
    raw += chunk[..<count]
  }

  /// Makes UTF-8 of what was read, but for a character at its end that may go on.
  private func decoded() -> [UInt8] {
    if let converter {
      let (text, used) = converter.utf8(raw[...], isEnd: isAtEnd)
      raw.removeSubrange(..<used)
      return mended(text[...])
    }
    let end = isAtEnd ? nil : raw.suffix(3).lastIndex { $0 >= 0xC0 }
    defer { raw.removeSubrange(..<(end ?? raw.endIndex)) }
    return mended(raw[..<(end ?? raw.endIndex)])
  }

  /// Makes UTF-8 of what is none, and has no control characters in XML, which would end there.
  private func mended(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    if isGood(bytes) {
      line += bytes.count { $0 == 0x0A }
      return Array(bytes)
    }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + 64)
    var rest = bytes
    // Each name or note is judged by itself: a file may hold texts of several programs.
    while !rest.isEmpty {
      let end = rest.firstIndex(where: ByteStream.endsPiece).map { $0 + 1 } ?? rest.endIndex
      var piece = rest[..<end]
      rest = rest[end...]
      if !isGood(piece) {
        if !ByteStream.isUTF8(piece), let windows {
          piece = windows.utf8(piece, isEnd: true).text[...]
        }
        if isXML {
          piece = piece.map { ByteStream.isControl($0) ? 0x20 : $0 }[...]
          reportLine(line)
        }
      }
      text += piece
      if piece.last == 0x0A { line += 1 }
    }
    return text
  }

  private func isGood(_ bytes: ArraySlice<UInt8>) -> Bool {
    ByteStream.isUTF8(bytes)
      && !(isXML && bytes.withUnsafeBytes { $0.contains(where: ByteStream.isControl) })
  }

  private static func isUTF8(_ bytes: ArraySlice<UInt8>) -> Bool {
    // Many files have no other letters than English, which are soon looked through.
    bytes.withUnsafeBytes { $0.reduce(0) { $0 | $1 } } < 0x80
      || String(validating: bytes, as: UTF8.self) != nil
  }

  private static func isControl(_ byte: UInt8) -> Bool {
    byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D
  }

  /// Whether a text ends with a byte, in any format.
  private static func endsPiece(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: ","),
      UInt8(ascii: ";"), UInt8(ascii: "|"), 0x09, 0x0A, 0x0D:
      true
    default: false
    }
  }
}
