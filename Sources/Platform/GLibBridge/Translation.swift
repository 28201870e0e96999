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
  let form = form(of: singular, plural, count)
  return filled(form, values.merging(["count": String(count)]) { given, _ in given })
}

private func form(of singular: String, _ plural: String, _ count: Int) -> String {
  singular.withCString { singular in
    plural.withCString { String(cString: ngettext(singular, $0, gulong(max(0, count)))) }
  }
}

/// The translation of a text that means different things in different places; `context` says to
/// translators in which this one is.
public func trc(_ context: String, _ text: String, _ values: [String: String] = [:]) -> String {
  filled(text.withCString { String(cString: g_dpgettext2(nil, context, $0)) }, values)
}

/// The translation in the plural form for `count` of a text that means different things.
public func trc(_ context: String, _ singular: String, plural: String, count: Int) -> String {
  // So gettext knows a text in a context.
  let name = "\(context)\u{4}\(singular)"
  let form = form(of: name, plural, count)
  return filled(form == name ? singular : form, ["count": String(count)])
}

/// Texts as a list, such as “Nile, Cairo, Egypt”.
public func asList(_ texts: [String]) -> String {
  texts.dropFirst().reduce(texts.first ?? "") {
    // Translators: what follows one another in a list of names or numbers.
    trc("list", "{first}, {second}", ["first": $0, "second": $1])
  }
}

/// A place and what it is in, such as “Cairo, Egypt”.
public func asPlace(_ texts: [String]) -> String {
  texts.dropFirst().reduce(texts.first ?? "") {
    // Translators: a place, and the province or country that it is in.
    trc("place", "{first}, {second}", ["first": $0, "second": $1])
  }
}

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

/// The placeholders of what may be in other letters than the text.
///
/// No text that is kept, compared or exported has them.
private let isolated: Set<String> = [
  "address", "argument", "cause", "folder", "host", "keys", "name", "note", "option", "path",
  "server", "text", "title", "variable",
]

extension String {
  /// Whether it contains letters that run from right to left, as in Hebrew and Arabic.
  public var isRightToLeft: Bool {
    unicodeScalars.contains {
      switch $0.value {
      case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
        true
      default: false
      }
    }
  }

  /// Whether it runs from right to left as a paragraph, judged by its first letter.
  public var beginsRightToLeft: Bool {
    first(where: \.isLetter).map { String($0).isRightToLeft } ?? false
  }
}

/// Replaces each `{name}` in one pass, so that braces inside values are left alone.
///
/// In a text from right to left, signs of a path or an address would jump, unless it is isolated.
private func filled(_ text: String, _ values: [String: String]) -> String {
  guard !values.isEmpty else { return text }
  let isolates = text.isRightToLeft
  var result = ""
  var rest = text[...]
  while let open = rest.firstIndex(of: "{"),
    let close = rest[open...].firstIndex(of: "}")
  {
    let name = String(rest[rest.index(after: open)..<close])
    result += rest[..<open]
    let value = values[name] ?? String(rest[open...close])
    result += isolates && isolated.contains(name) ? "\u{2068}\(value)\u{2069}" : value
    rest = rest[rest.index(after: close)...]
  }
  return result + rest
}
