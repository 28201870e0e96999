import CXML
import Glibc

/// A walk through the elements of an XML file, of which no more than the current one is in memory.
///
/// libxml2 reads the file and calls for each element, so that all before what is wrong has been met.
/// It makes no tree of them, which would take as long again, and opens no other files. Where only
/// characters are wrong it goes on: many programs write names as they are, with a bare `&` or with
/// HTML's `&nbsp;`.
final class XMLWalk {
  private let harvest: Harvest
  /// The file in UTF-8; libxml2 has got what is before `place`.
  private let file: [UInt8]
  private var place = 0
  private var failure: PlaceFileError?
  private var parser: xmlParserCtxtPtr?
  /// Is told that the last element of the path begins or ends; with an empty path, that the file
  /// ends.
  private var visit: ((Event) -> Void)?
  /// The line at which libxml2 gave up.
  private var brokenLine: Int?
  /// The attributes of the element that has just begun, as libxml2 hands them over: five pointers
  /// for each.
  private var attributes: UnsafeMutableBufferPointer<UnsafePointer<xmlChar>?>?
  // No other code runs while these two change, and Swift's checks of that would take time at each
  // element.
  @exclusivity(unchecked) private var bytes: [UInt8] = []
  /// The local names of the current element and those around it.
  @exclusivity(unchecked) private(set) var path: [String] = []
  /// The text of the current element behind the last tag.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  enum Event { case start, end }

  /// More text than anything but a damaged file has between two tags.
  private static let longestText = 16 << 20
  private static let isReady: Void = xmlInitParser()

  init(_ file: [UInt8], _ harvest: Harvest) {
    XMLWalk.isReady
    (self.file, self.harvest) = (file, harvest)
  }

  /// The line that libxml2 has come to.
  var currentLine: Int { Int(xmlSAX2GetLineNumber(parser)) }

  /// Walks to the end of what can be read, or until the harvest is full.
  func read() throws(PlaceFileError) {
    var calls = XMLWalk.calls()
    parser = xmlCreateIOParserCtxt(
      &calls, Unmanaged.passUnretained(self).toOpaque(),
      { walk, buffer, count in XMLWalk.of(walk).fill(buffer, Int(count)) }, nil,
      Unmanaged.passUnretained(self).toOpaque(), XML_CHAR_ENCODING_UTF8)
    guard let parser else { throw .damaged }
    defer {
      xmlFreeDoc(parser.pointee.myDoc)
      xmlFreeParserCtxt(parser)
      (self.parser, visit) = (nil, nil)
    }
    // IGNORE_ENC, because the text is UTF-8, whatever it declares; OLDSAX, so that `getEntity` is
    // called even for `&amp;`.
    let options = [XML_PARSE_RECOVER, XML_PARSE_NONET, XML_PARSE_IGNORE_ENC, XML_PARSE_OLDSAX]
    xmlCtxtUseOptions(parser, Int32(options.reduce(0) { $0 | $1.rawValue }))
    xmlParseDocument(parser)
    if let failure { throw failure }
    if let brokenLine, !harvest.isFull { harvest.report(.brokenOff, line: brokenLine) }
    guard let visit else { throw .damaged }
    path = []
    visit(.end)
  }

  /// An attribute of the element that has just begun, by its local name.
  func attribute(_ name: StaticString) -> String? {
    guard let attributes else { return nil }
    for place in stride(from: 0, to: attributes.count, by: 5) {
      guard let known = attributes[place],
        strcmp(known, name.utf8Start) == 0, let start = attributes[place + 3],
        let end = attributes[place + 4]
      else { continue }
      return String(decoding: UnsafeBufferPointer(start: start, count: end - start), as: UTF8.self)
    }
    return nil
  }
}

/// The functions that libxml2 calls while it parses.
extension XMLWalk {
  private static func calls() -> xmlSAXHandler {
    var calls = xmlSAXHandler()
    calls.initialized = UInt32(XML_SAX2_MAGIC)
    calls.startElementNs = { walk, name, _, _, _, _, count, _, attributes in
      XMLWalk.of(walk).begin(name, attributes, Int(count))
    }
    calls.endElementNs = { walk, _, _, _ in XMLWalk.of(walk).end() }
    calls.characters = { walk, text, count in XMLWalk.of(walk).add(text, Int(count)) }
    calls.ignorableWhitespace = calls.characters
    // Files of places have no need of entities of their own, which may grow to gigabytes.
    calls.entityDecl = { walk, _, _, _, _, _ in XMLWalk.of(walk).failure = .harmful }
    calls.getEntity = { walk, name in
      XMLWalk.of(walk).forgetErrors()
      return xmlGetPredefinedEntity(name)
    }
    calls.serror = { walk, error in
      guard let walk, let error else { return }
      XMLWalk.of(walk).meet(error.pointee)
    }
    return calls
  }

  private static func of(_ walk: UnsafeMutableRawPointer?) -> XMLWalk {
    Unmanaged<XMLWalk>.fromOpaque(walk!).takeUnretainedValue()
  }

  private var isEnded: Bool { failure != nil || brokenLine != nil || harvest.isFull }

  private func fill(_ buffer: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int32 {
    // To give no more bytes ends the file. If libxml2 were stopped within a call, it would free
    // what it is about to read.
    guard !isEnded else { return 0 }
    let bytes = file[place...].prefix(count)
    UnsafeMutableRawBufferPointer(start: buffer, count: count).copyBytes(from: bytes)
    place += bytes.count
    return Int32(bytes.count)
  }

  private func begin(
    _ name: UnsafePointer<xmlChar>?,
    _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, _ count: Int
  ) {
    guard !isEnded, let name else { return }
    forgetErrors()
    path.append(String(cString: name))
    bytes.removeAll(keepingCapacity: true)
    if visit == nil {
      switch path[0].lowercased() {
      case "gpx": visit = GPXReader(self, harvest).meet
      case "kml", "document", "folder", "placemark": visit = KMLReader(self, harvest).meet
      // A tag that is cut off tells no kind.
      default: failure = parser?.pointee.input?.pointee.cur?.pointee == 0 ? .damaged : .unknownKind
      }
    }
    self.attributes = UnsafeMutableBufferPointer(start: attributes, count: 5 * count)
    visit?(.start)
    self.attributes = nil
  }

  private func end() {
    guard !isEnded else { return }
    visit?(.end)
    path.removeLast()
    // Text behind an end tag belongs to the element around it.
    bytes.removeAll(keepingCapacity: true)
  }

  private func add(_ text: UnsafePointer<xmlChar>?, _ count: Int) {
    guard !isEnded, bytes.count < XMLWalk.longestText else { return }
    forgetErrors()
    bytes.append(contentsOf: UnsafeBufferPointer(start: text, count: count))
  }

  /// Calls the document well-formed again: after an error, libxml2 leaves out all entities, and after
  /// a hundred it reports no more of them.
  private func forgetErrors() { parser?.pointee.wellFormed = 1 }

  /// Adds the text that wrong characters stand for, or breaks off.
  private func meet(_ error: xmlError) {
    guard !isEnded else { return }
    let reference = lastReference
    switch xmlParserErrors(UInt32(bitPattern: error.code)) {
    case XML_ERR_NAME_REQUIRED where reference != nil, XML_ERR_ENTITYREF_SEMICOL_MISSING,
      XML_ERR_UNDECLARED_ENTITY, XML_WAR_UNDECLARED_ENTITY:
      let entity = htmlEntityLookup(error.str1)?.pointee.value
      let text = entity.flatMap { Unicode.Scalar($0) }.map { String($0) } ?? reference ?? ""
      bytes += text.utf8
    case XML_ERR_INVALID_CHAR: if reference?.hasPrefix("&#") == true { bytes += "\u{FFFD}".utf8 }
    // XML_ERR_RESERVED_XML_NAME is an XML declaration that is not at the beginning.
    case XML_ERR_INVALID_DEC_CHARREF, XML_ERR_INVALID_HEX_CHARREF, XML_ERR_RESERVED_XML_NAME: break
    // After 10,000 unknown entities libxml2 suspects a loop; no file has one, as none may define
    // entities.
    case XML_ERR_ENTITY_LOOP: return
    default:
      if error.level == XML_ERR_FATAL { brokenLine = max(1, Int(error.line)) }
      return
    }
    harvest.report(.badCharacters, line: Int(error.line))
  }

  /// The reference that libxml2 has just read, as it stands in the file.
  private var lastReference: String? {
    guard let input = parser?.pointee.input?.pointee, let end = input.cur, let base = input.base
    else { return nil }
    var start = end
    while start > base {
      start -= 1
      if start.pointee == UInt8(ascii: "&") {
        return String(
          decoding: UnsafeBufferPointer(start: start, count: end - start), as: UTF8.self)
      }
      if start.pointee <= 0x20 || "<>".utf8.contains(start.pointee) { break }
    }
    return nil
  }
}
