import CXML

/// Converts the HTML of names and descriptions into one line of text.
package func plainText(fromHTML html: String) -> String { oneLine(brokenText(of: html)) }

/// Converts the HTML of a longer text into non-empty lines of text.
package func plainLines(fromHTML html: String) -> String {
  brokenText(of: html).split(separator: "\n").map { oneLine(String($0)) }
    .filter { !$0.isEmpty }.joined(separator: "\n")
}

/// The text of HTML, with its line breaks, and with redundant white space.
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
  add(xmlDocGetRootElement(document), to: &text)
  return text
}

/// Adds the text of a node, its following siblings and their children; blocks are surrounded by
/// line breaks.
private func add(_ first: UnsafeMutablePointer<xmlNode>?, to text: inout String) {
  var next = first
  while let node = next {
    switch node.pointee.type {
    case XML_TEXT_NODE, XML_CDATA_SECTION_NODE:
      if let content = node.pointee.content {
        // Line breaks in the source are no more than spaces.
        text += String(String(cString: content).map { $0.isNewline ? " " : $0 })
      }
    case XML_ELEMENT_NODE where !isHidden(node):
      let edge = blocks.contains(String(cString: node.pointee.name)) ? "\n" : ""
      text += edge
      // The parser limits the depth of this recursion.
      add(node.pointee.children, to: &text)
      text += edge
    default: break
    }
    next = node.pointee.next
  }
}

private let blocks: Set = [
  "div", "p", "br", "li", "ul", "ol", "tr", "td", "th", "table", "dd", "dt",
]

/// Whether an element is not meant to be read.
private func isHidden(_ node: UnsafeMutablePointer<xmlNode>) -> Bool {
  if ["script", "style"].contains(String(cString: node.pointee.name)) { return true }
  guard let style = xmlHasProp(node, "style")?.pointee.children?.pointee.content else {
    return false
  }
  return String(cString: style).filter { !$0.isWhitespace }.lowercased().contains("display:none")
}

/// A text without line breaks, control characters and redundant white space.
package func oneLine(_ text: String) -> String {
  text.split { $0.isWhitespace || $0.isNewline || $0.unicodeScalars.allSatisfy(isControl) }
    .joined(separator: " ")
}

private func isControl(_ scalar: Unicode.Scalar) -> Bool {
  // Direction marks and joiners are format characters and belong to their words.
  scalar.properties.generalCategory == .control
}
