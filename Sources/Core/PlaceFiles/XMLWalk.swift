import CXML
import Glibc

/// What meets the elements of an XML file.
protocol XMLVisitor: AnyObject {
  /// Meets the beginning or the end of the element that ends the walk's path.
  func meet(_ event: XMLWalk.Event)
  /// Comes to the end of what can be read.
  func end()
}

extension XMLVisitor {
  func end() {}
}

/// A walk through the elements of an XML file, of which no more than the current one is in memory.
///
/// libxml2 reads the pieces of the file and calls for each element, so that all before what is wrong has
/// been met. It makes no tree of them, which would take as long again, and opens no other files.
final class XMLWalk {
  private let harvest: Harvest
  private var pieces: MendedXML
  private var failure: PlaceFileError?
  private var parser: xmlParserCtxtPtr?
  /// Makes what meets the elements, by the name of the outermost one; nil where that is unknown.
  private var choose: (String) -> (any XMLVisitor)? = { _ in nil }
  private var visitor: (any XMLVisitor)?
  /// The line that libxml2 could not read.
  private var brokenLine: Int?
  /// The attributes of the element that has just begun: of each five pointers, as libxml2 has them.
  private var attributes: UnsafeMutableBufferPointer<UnsafePointer<xmlChar>?>?
  // Nothing is called while these two change: to prove that anew for each element takes its time.
  @exclusivity(unchecked) private var bytes: [UInt8] = []
  /// The local names of the current element and those around it.
  @exclusivity(unchecked) private(set) var path: [String] = []
  /// The text of the current element behind the last tag.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  enum Event { case start, end }

  /// More text than anything but a damaged file has between two tags.
  private static let longestText = 16 << 20
  /// Elements within each other; files of places have a dozen.
  private static let deepest = 256
  private static let isReady: Void = xmlInitParser()

  init(_ bytes: ByteStream, _ harvest: Harvest) throws(PlaceFileError) {
    XMLWalk.isReady
    self.harvest = harvest
    pieces = MendedXML(bytes)
    var calls = XMLWalk.calls()
    parser = xmlCreatePushParserCtxt(
      &calls, Unmanaged.passUnretained(self).toOpaque(), nil, 0, nil)
    guard let parser else { throw .damaged }
    let options =
      XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue
      | XML_PARSE_NOWARNING.rawValue
    xmlCtxtUseOptions(
      parser, Int32(options | (pieces.isUTF8 ? XML_PARSE_IGNORE_ENC.rawValue : 0)))
  }

  deinit {
    guard let parser else { return }
    xmlFreeDoc(parser.pointee.myDoc)
    xmlFreeParserCtxt(parser)
  }

  /// Where the walk is.
  var currentLine: Int { Int(xmlSAX2GetLineNumber(parser)) }

  /// Walks to the end of what can be read, or until the harvest is full.
  func follow(_ choose: @escaping (String) -> (any XMLVisitor)?) throws(PlaceFileError) {
    self.choose = choose
    defer {
      self.choose = { _ in nil }
      visitor = nil
    }
    while !harvest.isFull, brokenLine == nil, let piece = try pieces.next() {
      if pieces.isMended {
        harvest.report(.badCharacters, line: currentLine + piece.count { $0 == 0x0A })
      }
      piece.withUnsafeBytes {
        _ = xmlParseChunk(
          parser, $0.baseAddress?.assumingMemoryBound(to: CChar.self),
          Int32($0.count), 0)
      }
      if let failure { throw failure }
    }
    if !harvest.isFull, brokenLine == nil {
      xmlParseChunk(parser, nil, 0, 1)
      if let failure { throw failure }
    }
    if let brokenLine, !harvest.isFull { harvest.report(.brokenOff, line: brokenLine) }
    guard let visitor else { throw .damaged }
    visitor.end()
  }

  /// An attribute of the element that has just begun.
  func attribute(_ name: StaticString, prefix: String? = nil) -> String? {
    guard let attributes else { return nil }
    for place in stride(from: 0, to: attributes.count, by: 5) {
      guard let known = attributes[place],
        attributes[place + 1].map({ String(cString: $0) }) == prefix,
        strcmp(known, name.utf8Start) == 0, let start = attributes[place + 3],
        let end = attributes[place + 4]
      else { continue }
      return String(decoding: UnsafeBufferPointer(start: start, count: end - start), as: UTF8.self)
    }
    return nil
  }
}

/// What libxml2 calls.
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
    // Files of places have no need of entities of their own.
    calls.entityDecl = { walk, _, _, _, _, _ in XMLWalk.of(walk).fail(.harmful) }
    calls.serror = { walk, error in
      guard let walk, let error, error.pointee.level == XML_ERR_FATAL else { return }
      XMLWalk.of(walk).breakOff(line: Int(error.pointee.line))
    }
    return calls
  }

  private static func of(_ walk: UnsafeMutableRawPointer?) -> XMLWalk {
    Unmanaged<XMLWalk>.fromOpaque(walk!).takeUnretainedValue()
  }

  private var isEnded: Bool { failure != nil || brokenLine != nil || harvest.isFull }

  private func begin(
    _ name: UnsafePointer<xmlChar>?,
    _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?, _ count: Int
  ) {
    guard !isEnded, let name else { return }
    guard path.count < XMLWalk.deepest else { return breakOff(line: currentLine) }
    path.append(String(cString: name))
    bytes.removeAll(keepingCapacity: true)
    if visitor == nil {
      visitor = choose(path[0])
      if visitor == nil { return fail(.unknownKind) }
    }
    self.attributes = UnsafeMutableBufferPointer(start: attributes, count: 5 * count)
    visitor?.meet(.start)
    self.attributes = nil
  }

  private func end() {
    guard !isEnded else { return }
    visitor?.meet(.end)
    path.removeLast()
    // What follows belongs to the element around it.
    bytes.removeAll(keepingCapacity: true)
  }

  private func add(_ text: UnsafePointer<xmlChar>?, _ count: Int) {
    guard !isEnded, bytes.count < XMLWalk.longestText else { return }
    bytes.append(contentsOf: UnsafeBufferPointer(start: text, count: count))
  }

  private func breakOff(line: Int) {
    if brokenLine == nil { brokenLine = max(1, line) }
    xmlStopParser(parser)
  }

  private func fail(_ failure: PlaceFileError) {
    if self.failure == nil { self.failure = failure }
    xmlStopParser(parser)
  }
}
