import TextFormats
import TravelModel

/// A date on Commons, which is HTML that people and templates have written.
package enum CommonsDate {
  /// The years that a date says; nil if it does not say them for certain.
  package static func years(ofHTML html: String) -> ClosedRange<Int>? {
    // Templates add hidden statements, which are the same in all languages.
    let statements = html.split(separator: "QS:P", omittingEmptySubsequences: false).dropFirst()
    if statements.count == 1, let years = statements.first.flatMap(years(ofStatement:)) {
      return years
    }
    // The text of a time is in the reader's language; its attribute is not.
    let parts = html.split(separator: "<time", omittingEmptySubsequences: false)
    let text = parts.dropFirst().reduce(String(parts[0])) { text, part in
      let halves = part.split(
        separator: "</time>", maxSplits: 1, omittingEmptySubsequences: false)
      let date = halves[0].split(separator: "datetime=\"", omittingEmptySubsequences: false)
        .dropFirst().first?.prefix { $0 != "\"" }
      return text + (date ?? "?") + (halves.dropFirst().first ?? "")
    }
    return TakenYears.read(plainText(fromHTML: text))
  }

  /// Reads a statement for Wikidata without its beginning, such as ",+1850-00-00T00:00:00Z/7".
  ///
  /// Behind the time come qualifiers and their values. Without those that are known, or with an end
  /// alone, it says nothing for certain.
  private static func years(ofStatement text: Substring) -> ClosedRange<Int>? {
    let fields = text.prefix { $0 != "<" }.split(separator: ",", omittingEmptySubsequences: false)
    var (first, last): (ClosedRange<Int>?, ClosedRange<Int>?)
    for (name, value) in zip(fields, fields.dropFirst()).dropFirst(2) where name.hasPrefix("P") {
      let years = years(ofTime: value)
      switch name {
      case "P1319" where years != nil, "P580" where years != nil: first = years
      case "P1326" where years != nil, "P582" where years != nil: last = years
      case "P1480" where value == "Q5727902": break  // circa
      case "P4241": break  // the early or late part of it
      default: return nil
      }
    }
    if first == nil, last == nil { return fields.count > 1 ? years(ofTime: fields[1]) : nil }
    guard let first, let last, first.lowerBound <= last.upperBound else { return nil }
    return first.lowerBound...last.upperBound
  }

  /// The years of a time of Wikidata, whose precision is 9 for years, 8 for decades and 7 for
  /// centuries.
  private static func years(ofTime text: Substring) -> ClosedRange<Int>? {
    let parts = text.split(separator: "/")
    guard parts.count == 2, let year = Int(parts[0].prefix(5)),
      let precision = Int(parts[1].prefix(2)), TakenYears.possible.contains(year)
    else { return nil }
    switch precision {
    case 7: return (year - 1) / 100 * 100 + 1...(year - 1) / 100 * 100 + 100
    case 8: return year / 10 * 10...year / 10 * 10 + 9
    case 9...: return year...year
    default: return nil
    }
  }
}
