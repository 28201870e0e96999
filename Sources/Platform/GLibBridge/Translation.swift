import CGLib
import Glibc

/// Whether the user's region measures distances in miles and feet.
///
/// It is asked for once, when the first distance is written: the translations are loaded by then.
public let measuresInMiles =
  nl_langinfo(nl_item(_NL_MEASUREMENT_MEASUREMENT)).map { $0.pointee == 2 } ?? false
public let kilometresInAMile = 1.609344

/// The translation of a text, or the text itself if there is none.
///
/// Names in braces are replaced: `tr("{title}, {count}", ["title": name])`.
public func tr(_ text: String, _ values: [String: String] = [:]) -> String {
  // Without a translation, gettext returns its argument, which must still be alive.
  filled(text.withCString { String(cString: gettext($0)) }, values)
}

/// The translation of a text in the plural form for `count`, which replaces `{count}`.
public func tr(
  _ singular: String, plural: String, count: Int, _ values: [String: String] = [:]
) -> String {
  let form = singular.withCString { singular in
    plural.withCString { String(cString: ngettext(singular, $0, gulong(max(0, count)))) }
  }
  return filled(form, values.merging(["count": String(count)]) { given, _ in given })
}

/// Loads the program's translations from `localeDirectory`.
public func loadTranslations(domain: String, localeDirectory: String) {
  setlocale(LC_ALL, "")
  bindtextdomain(domain, localeDirectory)
  bind_textdomain_codeset(domain, "UTF-8")
  textdomain(domain)
}

/// Replaces each `{name}` in one pass, so that braces inside values are left alone.
private func filled(_ text: String, _ values: [String: String]) -> String {
  guard !values.isEmpty else { return text }
  var result = ""
  var rest = text[...]
  while let open = rest.firstIndex(of: "{"),
    let close = rest[open...].firstIndex(of: "}")
  {
    let name = String(rest[rest.index(after: open)..<close])
    result += rest[..<open]
    result += values[name] ?? String(rest[open...close])
    rest = rest[rest.index(after: close)...]
  }
  return result + rest
}
