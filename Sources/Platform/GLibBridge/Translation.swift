import CGLib
import Glibc

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

/// The translation of a text that means different things in different places; `context` says to
/// translators in which this one is.
public func trc(_ context: String, _ text: String) -> String {
  text.withCString { String(cString: g_dpgettext2(nil, context, $0)) }
}

/// Texts as a list, such as “Nile, Cairo, Egypt”.
public func asList(_ texts: [String]) -> String {
  texts.dropFirst().reduce(texts.first ?? "") {
    // Translators: what follows one another in a list.
    tr("{first}, {second}", ["first": $0, "second": $1])
  }
}

/// Sentences, one after the other.
public func asParagraph(_ sentences: [String]) -> String {
  sentences.dropFirst().reduce(sentences.first ?? "") {
    // Translators: two whole sentences, one after the other.
    tr("{first} {second}", ["first": $0, "second": $1])
  }
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
