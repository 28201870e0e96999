/// The bytes of an XML file, in pieces that end with a tag, without what would end libxml2's reading.
///
/// Many programs write names as they are, with a bare `&`, with HTML's `&nbsp;`, or in the wrong
/// encoding. And an XML file may define entities that grow to gigabytes; these are not taken.
struct MendedXML {
  private let bytes: ByteStream
  /// Whether the pieces are UTF-8, whatever the file says; else it says what they are.
  let isUTF8: Bool
  private var section = Section.text
  /// The last two bytes of the piece before in the same section.
  private var tail: ArraySlice<UInt8> = []
  /// Whether something had to be mended in the last piece.
  private(set) var isMended = false
  /// How many of the bytes that come next are known to need mending.
  private var doubtful = 0
  /// Whether the first piece has gone, in which the encoding may be said.
  private var hasBegun = false

  /// Where `&` is an ordinary character.
  private enum Section {
    case text, data, comment

    var end: ArraySlice<UInt8> { Array(self == .data ? "]]>".utf8 : "-->".utf8)[...] }
  }

  /// No tag of a file of places is longer; a longer text comes in several pieces.
  private static let longestPiece = 64 << 10

  init(_ bytes: ByteStream) {
    self.bytes = bytes
    let declaration = bytes.beginning().prefix(200).prefix { $0 != UInt8(ascii: ">") }
    let words = String(decoding: declaration, as: UTF8.self).lowercased()
    let encoding = words.firstRange(of: "encoding").map { words[$0.upperBound...] } ?? ""
    isUTF8 =
      bytes.isUTF16 || !words.hasPrefix("<?xml") || encoding.isEmpty
      || encoding.contains("utf-8") || encoding.contains("utf8") || encoding.contains("ascii")
  }

  /// The next piece; nil at the end.
  mutating func next() throws(PlaceFileError) -> [UInt8]? {
    isMended = false
    // Nearly all bytes are good as they are.
    if section == .text, doubtful <= 0, hasBegun {
      let block = bytes.block(upToLast: UInt8(ascii: ">"))
      if !block.isEmpty, !MendedXML.mayNeedMending(block),
        !isUTF8 || MendedXML.isValid(block)
      {
        tail = []
        let piece = Array(block)
        bytes.skip(block.count)
        return piece
      }
      doubtful = block.count
    }
    hasBegun = true
    guard let piece = try bytes.piece(upTo: UInt8(ascii: ">"), most: MendedXML.longestPiece) else {
      return nil
    }
    var raw = Array(piece)
    // A piece of a long text may end within a character or a word of XML.
    while raw.count < 2 * MendedXML.longestPiece, MendedXML.endsWithin(raw),
      let more = try bytes.piece(upTo: UInt8(ascii: ">"), most: 1)
    {
      raw += more
    }
    doubtful -= raw.count
    if isUTF8, !MendedXML.isValid(raw[...]) {
      raw = Array(text(raw).utf8)
      isMended = true
    }
    if section == .text, !MendedXML.mayNeedMending(raw[...]) {
      tail = []
      return raw
    }
    return try mended(raw)
  }

  /// Whether bytes are UTF-8.
  private static func isValid(_ bytes: ArraySlice<UInt8>) -> Bool {
    // Many files have no other letters than English, which are soon looked through.
    bytes.withUnsafeBytes { $0.reduce(0) { $0 | $1 } } < 0x80
      || String(validating: bytes, as: UTF8.self) != nil
  }

  /// Whether there are wrong references, control characters or sections in bytes that are in none.
  private static func mayNeedMending(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.withUnsafeBufferPointer { buffer in
      for place in buffer.indices {
        // Most bytes are letters and other signs, and all of those are good.
        let byte = buffer[place]
        if byte > UInt8(ascii: "<") { continue }
        switch byte {
        case UInt8(ascii: "&"):
          if Reference(bytes[(bytes.startIndex + place)...]).mended != nil { return true }
        case UInt8(ascii: "<"):
          if place + 1 < buffer.count, buffer[place + 1] == UInt8(ascii: "!") { return true }
        case 0x09, 0x0A, 0x0D: break
        case 0..<0x20: return true
        default: break
        }
      }
      return false
    }
  }

  /// Whether a character, a reference or the beginning of a section may go on behind the bytes.
  private static func endsWithin(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= longestPiece, bytes.last != UInt8(ascii: ">") else { return false }
    let missing = bytes.suffix(3).reversed().enumerated().contains { distance, byte in
      byte >= 0xC0 && (~byte).leadingZeroBitCount > distance + 1
    }
    let word = bytes.suffix(12).reversed().prefix { $0 > 0x20 && $0 != UInt8(ascii: ";") }
    return missing || word.contains { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "<") }
  }

  private mutating func mended(_ raw: [UInt8]) throws(PlaceFileError) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(raw.count + 16)
    var place = 0
    // Where the content of the section begins.
    var start = -tail.count
    while place < raw.count {
      let byte = raw[place]
      if section == .text, byte == UInt8(ascii: "<") {
        if raw.has("<!--", at: place) { (section, start) = (.comment, place + 4) }
        if raw.has("<![CDATA[", at: place) { (section, start) = (.data, place + 9) }
        if raw.has("<!ENTITY", at: place) { throw .harmful }
      } else if section == .text, byte == UInt8(ascii: "&") {
        let reference = Reference(raw[place...])
        if let text = reference.mended {
          result += text.utf8
          place += reference.length
          isMended = true
          continue
        }
      } else if byte < 0x20, ![0x09, 0x0A, 0x0D].contains(byte) {
        // XML has no such characters.
        result.append(0x20)
        place += 1
        isMended = true
        continue
      }
      result.append(byte)
      place += 1
    }
    let isLong = section != .text && raw.count - start >= 3
    if isLong, (tail + raw.suffix(3)).suffix(3) == section.end { section = .text }
    tail = section == .text ? [] : (tail + raw.suffix(3)).suffix(2)
    return result
  }
}

/// What begins with `&`.
private struct Reference {
  /// What to write in its place; nil where it is good as it is.
  var mended: String?
  /// How many bytes `mended` replaces.
  var length = 1

  init(_ bytes: ArraySlice<UInt8>) {
    let name = bytes.dropFirst().prefix(12).prefix {
      $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: "&") && $0 > 0x20
    }
    guard name.endIndex < bytes.endIndex, bytes[name.endIndex] == UInt8(ascii: ";") else {
      mended = "&amp;"
      return
    }
    length = name.count + 2
    let text = String(decoding: name, as: UTF8.self)
    if text.hasPrefix("#") {
      if !Reference.isCharacter(text.dropFirst()) { mended = "\u{FFFD}" }
    } else if !["amp", "lt", "gt", "quot", "apos"].contains(text) {
      mended = Reference.characters[text] ?? "&amp;\(text);"
    }
  }

  /// Whether XML has the character of a number.
  private static func isCharacter(_ digits: Substring) -> Bool {
    let code =
      digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
    guard digits.utf8.allSatisfy({ $0 != 0x2B && $0 != 0x2D }), let code,
      let scalar = Unicode.Scalar(code)
    else { return false }
    return scalar.isXML
  }

  /// Those of HTML's that stand in names most often.
  private static let characters = [
    "nbsp": "\u{A0}", "ndash": "–", "mdash": "—", "hellip": "…", "deg": "°", "rsquo": "’",
    "lsquo": "‘", "rdquo": "”", "ldquo": "“", "laquo": "«", "raquo": "»", "middot": "·",
    "auml": "ä", "ouml": "ö", "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "szlig": "ß",
    "eacute": "é", "egrave": "è", "agrave": "à", "ccedil": "ç", "ecirc": "ê", "Eacute": "É",
  ]
}

extension Unicode.Scalar {
  /// Whether XML 1.0 can have the character at all.
  var isXML: Bool {
    switch value {
    case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }
}

extension [UInt8] {
  fileprivate func has(_ word: StaticString, at place: Int) -> Bool {
    guard count - place >= word.utf8CodeUnitCount else { return false }
    return (0..<word.utf8CodeUnitCount).allSatisfy { self[place + $0] == word.utf8Start[$0] }
  }
}
