import CGLib

/// Converts the text of a file to UTF-8, from whatever encoding it has.
///
/// Bytes that are no UTF-8 are read as Windows-1252, one by one: older programs write it, some call it
/// UTF-8, and a file may have texts of several programs. In XML, where a parser would stop at them, control
/// characters become spaces, and `report` gets the line of all that was mended.
func utf8Text(of file: [UInt8], report: (_ line: Int) -> Void) -> [UInt8] {
  var file = encoding(of: file).flatMap { converted(file[...], from: $0) } ?? file
  if file.starts(with: [0xEF, 0xBB, 0xBF]) { file.removeFirst(3) }
  let isXML = file.first { !isSpace($0) } == UInt8(ascii: "<")
  let isGood = firstWrongByte(in: file[...]) == nil && !(isXML && file.contains(where: isControl))
  if isGood { return file }
  var text: [UInt8] = []
  text.reserveCapacity(file.count + 64)
  var lines = LineCounter()
  func mend(_ letter: [UInt8]) {
    text += letter
    if isXML { report(lines.line(ofByte: text.count, in: text)) }
  }
  var place = 0
  while place < file.count {
    let end = firstWrongByte(in: file[place...]) ?? file.count
    for byte in file[place..<end] {
      if isXML, isControl(byte) { mend([0x20]) } else { text.append(byte) }
    }
    if end < file.count { mend(windowsLetters[Int(file[end]) & 0x7F]) }
    place = end + 1
  }
  return text
}

/// Whether a byte is white space between what files say.
func isSpace(_ byte: UInt8) -> Bool {
  switch byte {
  case 0x20, 0x09, 0x0A, 0x0D: true
  default: false
  }
}

/// Tells in which line a byte is; to be asked for bytes in ascending order.
struct LineCounter {
  private var (line, counted) = (1, 0)

  mutating func line(ofByte place: Int, in bytes: [UInt8]) -> Int {
    let end = max(counted, min(place, bytes.count))
    line += bytes[counted..<end].count { $0 == 0x0A }
    counted = end
    return line
  }
}

private func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && !isSpace(byte) }

/// The letters that Windows-1252 has for the bytes from 0x80 on.
private let windowsLetters = (0x80...0xFF).map {
  converted([$0], from: "WINDOWS-1252") ?? Array("\u{FFFD}".utf8)
}

/// The place of the first byte that is no UTF-8; nil where all are.
private func firstWrongByte(in bytes: ArraySlice<UInt8>) -> Int? {
  do throws(UTF8.ValidationError) {
    _ = try UTF8Span(validating: bytes.span)
    return nil
  } catch {
    return bytes.startIndex + error.byteOffsets.lowerBound
  }
}

/// The encoding of a file, by its beginning; nil where it is UTF-8, or nothing that is known.
///
/// UTF-16 is recognised by its mark, or by the zeros that Latin letters have in it. Of other
/// encodings, XML says which.
private func encoding(of file: [UInt8]) -> String? {
  let sample = file.prefix(64)
  let zeros = (0...1).map { parity in
    sample.indices.count { $0 % 2 == parity && sample[$0] == 0 }
  }
  if sample.starts(with: [0xFF, 0xFE]) || (zeros[1] * 4 > sample.count && zeros[0] == 0) {
    return "UTF-16LE"
  }
  if sample.starts(with: [0xFE, 0xFF]) || (zeros[0] * 4 > sample.count && zeros[1] == 0) {
    return "UTF-16BE"
  }
  let declaration = file.prefix(200).prefix { $0 != UInt8(ascii: ">") }
  let words = String(decoding: declaration, as: UTF8.self).lowercased()
    .split { $0.isWhitespace || "=\"'?".contains($0) }
  guard words.first == "<", words.dropFirst().first == "xml",
    let name = words.drop(while: { $0 != "encoding" }).dropFirst().first.map({ String($0) }),
    !["utf-8", "utf8", "us-ascii", "ascii"].contains(name),
    // Some files claim UTF-16, but have one byte for each letter.
    converted(declaration, from: name)?.starts(with: "<?xml".utf8) == true
  else { return nil }
  return name
}

/// Converts bytes, with U+FFFD for those that are no character; nil if the C library does not know
/// the encoding.
private func converted(_ bytes: ArraySlice<UInt8>, from encoding: String) -> [UInt8]? {
  let converter = g_iconv_open("UTF-8", encoding)
  guard let converter, converter != GIConv(bitPattern: -1) else { return nil }
  defer { g_iconv_close(converter) }
  /// Converts bytes, and counts them; if one is no character, there is no text, and the count is of
  /// those before it.
  func convert(_ bytes: ArraySlice<UInt8>) -> (text: [UInt8]?, count: Int) {
    var (read, written) = (gsize(), gsize())
    let text = bytes.withUnsafeBytes {
      g_convert_with_iconv(
        $0.baseAddress?.assumingMemoryBound(to: CChar.self), gssize($0.count), converter, &read,
        &written, nil)
    }
    defer { g_free(text) }
    return (text.map { Array(UnsafeRawBufferPointer(start: $0, count: Int(written))) }, Int(read))
  }
  var (text, rest) = ([UInt8](), bytes)
  while !rest.isEmpty {
    let (whole, count) = convert(rest)
    text += whole ?? convert(rest.prefix(count)).text ?? []
    // The last letter may be cut off.
    if count < rest.count { text += "\u{FFFD}".utf8 }
    rest = rest.dropFirst(count + (encoding.hasPrefix("UTF-16") ? 2 : 1))
  }
  return text
}
