import Travels

/// An address for people, to be opened in a browser: with a scheme, and of the web alone.
func link(_ text: String?) -> String? { withScheme(text).flatMap(WebAddress.page) }

/// An address the program may ask: old ones are asked more safely than they were written.
func askable(_ text: String?) -> String? {
  guard let text = withScheme(text) else { return nil }
  return WebAddress.isAllowed(text) ? text : WebAddress.page(text)
}

private func withScheme(_ text: String?) -> String? {
  guard let text = text.map(oneLine) else { return nil }
  return text.hasPrefix("//") ? "https:\(text)" : text
}
