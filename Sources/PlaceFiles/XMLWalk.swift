import CXML

/// A walk through the elements of an XML file, of which no more than the current one is in memory.
///
/// libxml2 opens no other files for it, and its own bounds on depth and lengths hold.
final class XMLWalk {
  private let harvest: Harvest
  private var pieces: MendedXML
  /// A piece that did not fit into libxml2's buffer.
  private var left: ArraySlice<UInt8> = []
  private var failure: PlaceFileError?
  private var reader: xmlTextReaderPtr?
  /// The line that libxml2 could not read.
  private var brokenLine: Int?
  /// Whether the current element has ended with its beginning.
  private var endsAtOnce = false
  /// The lines of the pieces that libxml2 has got.
  private var line = 1

  /// The local names of the current element and those around it.
  private(set) var path: [String] = []
  /// The text of the current element behind the last tag.
  private(set) var text = ""

  enum Event { case start, end }

  /// More text than anything but a damaged file has between two tags.
  private static let longestText = 16 << 20
  private static let isReady: Void = xmlInitParser()

  init(_ bytes: ByteStream, _ harvest: Harvest) throws(PlaceFileError) {
    XMLWalk.isReady
    self.harvest = harvest
    pieces = MendedXML(bytes)
    let options =
      XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue
      | XML_PARSE_NOWARNING.rawValue | (pieces.encoding == nil ? 0 : XML_PARSE_IGNORE_ENC.rawValue)
    let context = Unmanaged.passUnretained(self).toOpaque()
    reader = xmlReaderForIO(
      { context, buffer, length in
        let walk = Unmanaged<XMLWalk>.fromOpaque(context!).takeUnretainedValue()
        return walk.fill(UnsafeMutableRawBufferPointer(start: buffer, count: Int(length)))
      }, nil, context, nil, pieces.encoding, Int32(options))
    guard let reader else { throw failure ?? .damaged }
    xmlTextReaderSetStructuredErrorHandler(
      reader,
      { context, error in
        guard let context, let error, error.pointee.level.rawValue >= XML_ERR_ERROR.rawValue else {
          return
        }
        let walk = Unmanaged<XMLWalk>.fromOpaque(context).takeUnretainedValue()
        if walk.brokenLine == nil { walk.brokenLine = Int(error.pointee.line) }
      }, context)
  }

  deinit { xmlFreeTextReader(reader) }

  /// Where the walk is.
  var currentLine: Int { Int(xmlTextReaderGetParserLineNumber(reader)) }

  /// Goes to the next beginning or end of an element; nil at the end of what can be read.
  func next() throws(PlaceFileError) -> Event? {
    if endsAtOnce {
      endsAtOnce = false
      return .end
    }
    while true {
      let code = xmlTextReaderRead(reader)
      if let failure { throw failure }
      guard code == 1 else {
        if code != 0 { harvest.report(.brokenOff, line: brokenLine ?? max(1, currentLine)) }
        return nil
      }
      let depth = Int(xmlTextReaderDepth(reader))
      switch xmlReaderTypes(UInt32(xmlTextReaderNodeType(reader))) {
      case XML_READER_TYPE_ELEMENT:
        path.removeSubrange(min(depth, path.count)...)
        path.append(XMLWalk.string(xmlTextReaderConstLocalName(reader)) ?? "")
        text = ""
        endsAtOnce = xmlTextReaderIsEmptyElement(reader) == 1
        return .start
      case XML_READER_TYPE_END_ELEMENT:
        path.removeSubrange(min(depth + 1, path.count)...)
        return .end
      case XML_READER_TYPE_TEXT, XML_READER_TYPE_CDATA, XML_READER_TYPE_SIGNIFICANT_WHITESPACE:
        if text.utf8.count < XMLWalk.longestText {
          text += XMLWalk.string(xmlTextReaderConstValue(reader)) ?? ""
        }
      case XML_READER_TYPE_DOCUMENT_TYPE:
        let type = xmlTextReaderCurrentNode(reader).map { UnsafeRawPointer($0) }
        if type?.assumingMemoryBound(to: xmlDtd.self).pointee.entities != nil { throw .harmful }
      default: break
      }
    }
  }

  /// An attribute of the element that has just begun.
  func attribute(_ name: String) -> String? {
    guard xmlTextReaderMoveToAttribute(reader, name) == 1 else { return nil }
    defer { xmlTextReaderMoveToElement(reader) }
    return XMLWalk.string(xmlTextReaderConstValue(reader))
  }

  /// Forgets the text, because what follows the end of an element belongs to the one around it.
  func dropText() { text = "" }

  private static func string(_ text: UnsafePointer<xmlChar>?) -> String? {
    text.map { String(cString: $0) }
  }

  /// Gives libxml2 a piece that ends with a tag, so that it has read all before what is wrong.
  private func fill(_ buffer: UnsafeMutableRawBufferPointer) -> Int32 {
    if left.isEmpty {
      do throws(PlaceFileError) {
        guard let piece = try pieces.next() else { return 0 }
        left = piece[...]
      } catch {
        failure = error
        return -1
      }
      line += left.count { $0 == 0x0A }
      if pieces.isMended { harvest.report(.badCharacters, line: line) }
    }
    let count = min(buffer.count, left.count)
    left.prefix(count).withUnsafeBytes { buffer.copyMemory(from: $0) }
    left = left.dropFirst(count)
    return Int32(count)
  }
}
