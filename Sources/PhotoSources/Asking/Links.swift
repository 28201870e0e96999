import Travels

/// An address for people, to be opened in a browser: with a scheme, and of the web alone.
func link(_ text: String?) -> String? {
  guard var text = text.map(oneLine), !text.isEmpty else { return nil }
  if text.hasPrefix("//") { text = "https:\(text)" }
  let scheme = text.prefix { $0 != ":" }.lowercased()
  return ["http", "https"].contains(scheme) ? text : nil
}

/// An address the program may ask: old ones are asked more safely than they were written.
func askable(_ text: String?) -> String? {
  guard let text = link(text) else { return nil }
  if WebAddress.isAllowed(text) { return text }
  let secure = "https\(text.drop { $0 != ":" })"
  return WebAddress.isAllowed(secure) ? secure : nil
}
