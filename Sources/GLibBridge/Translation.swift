import CGLib

/// The text in the user's language, or as it stands where there is no translation.
///
/// Names in braces are places to fill: `tr("{title}, {count}", ["title": name])`.
public func tr(_ text: String, _ values: [String: String] = [:]) -> String {
  // Without a translation the answer is the argument itself, which has to be alive still.
  filled(text.withCString { String(cString: gettext($0)) }, values)
}

/// The text in the user's language and in the form that goes with `count`, which fills `{count}`.
public func tr(
  _ singular: String, plural: String, count: Int, _ values: [String: String] = [:]
) -> String {
  let form = singular.withCString { singular in
    plural.withCString { String(cString: ngettext(singular, $0, gulong(max(0, count)))) }
  }
  return filled(form, values.merging(["count": String(count)]) { given, _ in given })
}

/// Makes `tr` look for translations of this program below `localeDirectory`.
public func loadTranslations(domain: String, localeDirectory: String) {
  setlocale(LC_ALL, "")
  bindtextdomain(domain, localeDirectory)
  bind_textdomain_codeset(domain, "UTF-8")
  textdomain(domain)
}

/// Fills each `{name}` in one pass, so that a brace inside a value stays what it is.
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
