import Foundation
import GLibBridge
import TestDesk
import TestSupport
import XCTest

/// What is said of several things, in each language with the forms that it has for their numbers.
final class CountTests: XCTestCase {
  override func setUpWithError() throws {
    try XCTSkipUnless(
      FileManager.default.isExecutableFile(atPath: TouristAtDesk.stagedProgram.path),
      "the program is not staged: run make test")
  }

  private let folder = TemporaryFolder()

  override func tearDown() { Languages.leave() }

  func testEachTextTellsHowManyThereAre() throws {
    XCTAssertEqual(try Languages.all, ["ar", "de", "es", "fr", "ja", "zh_CN"])
    let environment = try Languages.environment(
      of: "en_US", madeIn: URL(fileURLWithPath: folder.path))
    for language in try Languages.all {
      let texts = try countingTexts(in: Languages.file(of: language))
      XCTAssertGreaterThan(texts.count, 60, "the texts of \(language) are not read")
      try Languages.lookUp(in: language, with: environment)
      for text in texts { check(text, in: language) }
    }
  }

  private func check(_ text: CountingText, in language: String) {
    // One that has no number for one thing is not used where there is none.
    let least = text.saysNumber(text.singular) ? 0 : 1
    let counts = [0, 1, 2, 3, 11, 100].filter { $0 >= least }
    let said = counts.map { text.translated(for: $0) }
    let what = "“\(text.plural)” in \(language): \(said)"
    XCTAssertFalse(said.contains { $0.isEmpty }, what)
    guard text.saysNumber(text.plural) else { return }
    // Words may say it of few things: but not the same words of another number.
    XCTAssertEqual(Set(said).count, counts.count, what)
    for (count, said) in zip(counts, said) where count > 2 {
      XCTAssertTrue(said.contains("\(count)"), what)
    }
  }

  /// The texts of a translation's file that have plural forms.
  ///
  /// It is a header of words, a table of the originals with length and place of each, and one of the
  /// translations; a context, and the plural, are divided from the singular by a sign.
  private func countingTexts(in file: URL) throws -> [CountingText] {
    let content = [UInt8](try Data(contentsOf: file))
    func word(_ place: Int) -> Int {
      content[place..<place + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    return (0..<word(8)).compactMap { number in
      let entry = word(12) + 8 * number
      let text = content[word(entry + 4)..<word(entry + 4) + word(entry)]
      let forms = String(decoding: text, as: UTF8.self).split(separator: "\0")
      guard forms.count == 2 else { return nil }
      let parts = forms[0].split(separator: "\u{4}").map(String.init)
      return CountingText(
        context: parts.count > 1 ? parts[0] : nil, singular: parts[parts.count - 1],
        plural: String(forms[1]))
    }
  }
}

/// A text with a plural form, in English.
private struct CountingText {
  let context: String?
  let singular: String
  let plural: String

  /// What stands in texts for the number that decides their form.
  private static let numbers = ["count", "number", "all"]

  func saysNumber(_ text: String) -> Bool {
    CountingText.numbers.contains { text.contains("{\($0)}") }
  }

  func translated(for count: Int) -> String {
    if let context { return trc(context, singular, plural: plural, count: count) }
    let values = Dictionary(
      uniqueKeysWithValues: CountingText.numbers.map { ($0, String(count)) })
    return tr(singular, plural: plural, count: count, values)
  }
}
