import TextFormats
import TravelModel

/// The address of a web page, to be opened in a browser.
package func link(_ text: String?) -> String? { withScheme(text).flatMap(WebAddress.page) }

/// An address the program may request; `http:` is upgraded to `https:`.
package func requestable(_ text: String?) -> String? {
  guard let text = withScheme(text) else { return nil }
  return WebAddress.isAllowed(text) ? text : WebAddress.page(text)
}

private func withScheme(_ text: String?) -> String? {
  guard let text = text.map(oneLine) else { return nil }
  return text.hasPrefix("//") ? "https:\(text)" : text
}
