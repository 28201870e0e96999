import CXML

/// Converts the HTML of names and descriptions into one line of text.
package func plainText(fromHTML html: String) -> String { oneLine(brokenText(of: html)) }

/// Converts the HTML of a longer text into lines of text; none is empty.
package func plainLines(fromHTML html: String) -> String {
  brokenText(of: html).split(separator: "\n").map { oneLine(String($0)) }
    .filter { !$0.isEmpty }.joined(separator: "\n")
}

/// The text of HTML with needless space, and with a line break wherever it has one.
private func brokenText(of html: String) -> String {
  guard html.contains(where: { $0 == "<" || $0 == "&" }) else { return html }
  let options =
    HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
    | HTML_PARSE_NONET.rawValue
  // The div keeps the parser from adding paragraphs of its own.
  let page = "<html><body><div>\(html)</div></body></html>"
  guard
    let document = htmlReadMemory(page, Int32(page.utf8.count), nil, "UTF-8", Int32(options))
  else { return html }
  defer { xmlFreeDoc(document) }
  var text = ""
  var node = xmlDocGetRootElement(document)
  while let current = node {
    switch current.pointee.type {
    case XML_TEXT_NODE, XML_CDATA_SECTION_NODE:
      if let content = current.pointee.content {
        // Line breaks in the source are no more than spaces.
        text += String(String(cString: content).map { $0.isNewline ? " " : $0 })
      }
    case XML_ELEMENT_NODE where isHidden(current):
      node = next(after: current, into: &text)
      continue
    default: break
    }
    if let child = current.pointee.children, current.pointee.type == XML_ELEMENT_NODE {
      node = child
    } else {
      node = next(after: current, into: &text)
    }
  }
  return text
}

/// The node after `node` and its children, in document order; block elements are separated by line
/// breaks.
private func next(
  after node: UnsafeMutablePointer<xmlNode>, into text: inout String
) -> UnsafeMutablePointer<xmlNode>? {
  var node = node
  while true {
    if isBlock(node) { text += "\n" }
    if let sibling = node.pointee.next {
      if isBlock(sibling) { text += "\n" }
      return sibling
    }
    guard let parent = node.pointee.parent, parent.pointee.type == XML_ELEMENT_NODE else {
      return nil
    }
    node = parent
  }
}

private func name(of node: UnsafeMutablePointer<xmlNode>) -> String {
  guard node.pointee.type == XML_ELEMENT_NODE else { return "" }
  return node.pointee.name.map { String(cString: $0) } ?? ""
}

private func isBlock(_ node: UnsafeMutablePointer<xmlNode>) -> Bool {
  ["div", "p", "br", "li", "ul", "ol", "tr", "td", "th", "table", "dd", "dt"].contains(
    name(of: node))
}

/// Whether an element is not meant to be read.
private func isHidden(_ node: UnsafeMutablePointer<xmlNode>) -> Bool {
  if ["script", "style"].contains(name(of: node)) { return true }
  var attribute = node.pointee.properties
  while let current = attribute {
    if String(cString: current.pointee.name) == "style",
      let value = current.pointee.children?.pointee.content
    {
      let style = String(cString: value).filter { !$0.isWhitespace }.lowercased()
      return style.contains("display:none")
    }
    attribute = current.pointee.next
  }
  return false
}

/// A text without line breaks, control characters and needless space.
package func oneLine(_ text: String) -> String {
  // Nearly all texts are so already, and characters take long to tell apart.
  if isPlainLine(text) { return text }
  return text.split { $0.isWhitespace || $0.isNewline || $0.unicodeScalars.allSatisfy(isControl) }
    .joined(separator: " ")
}

/// Whether a text is one of ASCII in which each space is between two words.
private func isPlainLine(_ text: String) -> Bool {
  let space = UInt8(ascii: " ")
  var last = space
  for byte in text.utf8 {
    guard byte > space && byte < 0x7F || byte == space && last != space else { return false }
    last = byte
  }
  return last != space || text.isEmpty
}

private func isControl(_ scalar: Unicode.Scalar) -> Bool {
  // Direction marks and joiners are format characters and belong to their words.
  scalar.properties.generalCategory == .control
}
