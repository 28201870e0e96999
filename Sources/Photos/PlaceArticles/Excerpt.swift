import TextFormats

/// The first sentences of an article, as plain text in one paragraph.
enum Excerpt {
  /// The most of an article that is processed, in characters: what follows is never shown.
  private static let longestArticle = 20_000
  /// Characters that may follow the end of a sentence and belong to it.
  private static let closers: Set<Character> = ["\"", "'", ")", "]", "”", "’", "»", "」", "』"]
  /// Characters that always end a sentence.
  private static let fullStops: Set<Character> = ["。", "！", "？", "।", "۔", "؟", "…", "!", "?"]
  /// The shortest word before a full stop that is not taken for an abbreviation, in letters.
  private static let shortestWord = 4

  /// The text up to the last end of a sentence within `limit` characters; nil if it is empty, or
  /// only introduces a list.
  static func excerpt(_ article: String, limit: Int) -> String? {
    let text = tidied(article)
    guard text.contains(where: \.isLetter), let last = text.last, !":：".contains(last) else {
      return nil
    }
    guard text.count > limit else { return text }
    let start = text.prefix(limit)
    if let end = lastEnd(of: start, in: text) { return String(text[..<end]) }
    let word = start.lastIndex(where: \.isWhitespace) ?? start.endIndex
    return text[..<word].prefix(limit - 1) + "…"
  }

  /// The text without markup, and without the gaps of removed parts.
  private static func tidied(_ article: String) -> String {
    var text = String(article.prefix(longestArticle))
    if text.firstMatch(of: /<[a-zA-Z\/!]/) != nil { text = plainText(fromHTML: text) }
    text = oneLine(text)
    text.replace(/\([\s,;:]*\)/, with: "")
    text.replace(/\(\s*[,;]\s*/, with: "(")
    text.replace(/\s+([,.)])/) { $0.1 }
    return oneLine(text)
  }

  private static func lastEnd(of part: Substring, in text: String) -> String.Index? {
    var last: String.Index?
    for mark in part.indices where part[mark] == "." || fullStops.contains(part[mark]) {
      var next = part.index(after: mark)
      while next < part.endIndex, closers.contains(part[next]) { next = part.index(after: next) }
      let isWide = ["。", "！", "？"].contains(part[mark])
      guard isWide || next == text.endIndex || text[next].isWhitespace else { continue }
      if part[mark] != "." || endsSentence(at: mark, before: next, in: text) { last = next }
    }
    return last
  }

  /// Whether a full stop ends a sentence, and not an abbreviation.
  private static func endsSentence(
    at mark: String.Index, before next: String.Index, in text: String
  ) -> Bool {
    let word = text[..<mark].reversed().prefix { !$0.isWhitespace }
    // A sentence that continues in lower case has not ended.
    if let following = text[next...].first(where: { !$0.isWhitespace }), following.isLowercase {
      return false
    }
    if word.first?.isNumber == true || word.first.map(closers.contains) == true { return true }
    return word.count { $0.isLetter } >= shortestWord && !word.contains(".")
  }
}
