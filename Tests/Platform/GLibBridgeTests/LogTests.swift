import Testing

@testable import GLibBridge

private enum Inner: Error { case deep }
private enum Trouble: Error {
  case plain, at(path: String), two(path: String, reason: String), of(Inner)
}
private struct Opaque: Error { let text: String }

/// What of the log may be shown to strangers.
struct LogTests {
  private let path = "/home/ada/Secret Garden"

  @Test func `a line has its words and the names of errors but no text of the users`() {
    let lines: [LogLine] = [
      "nothing to say", "\(path) is open", "\(path): \(Trouble.at(path: path))",
      "failed: \(Trouble.two(path: path, reason: path))", "\(Trouble.plain), \(Opaque(text: path))",
      "\(Trouble.of(.deep)) after \(3) of \(48.8584), \(Optional(path) as Any), \([path])",
    ]
    #expect(
      lines.map(\.anonymous) == [
        "nothing to say", "… is open", "…: at", "failed: two", "plain, Opaque",
        "of(deep) after 3 of …, …, …",
      ])
    #expect(lines[1].whole == "\(path) is open")
  }

  @Test func `lines that come again are counted`() {
    for _ in 1...3 { debugLog("the same of \(path)") }
    #expect(recentLog.contains { $0.hasPrefix("the same of … (") && $0.hasSuffix(" times)") })
    #expect(!recentLog.joined().contains("ada"))
    for number in 1...100 { debugLog("line \(number)") }
    #expect(recentLog.count == 30 && recentLog.contains("line 100"))
  }
}
