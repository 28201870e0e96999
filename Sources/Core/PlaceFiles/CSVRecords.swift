/// The records of a table in text; one that has quotation marks may go over several lines.
struct CSVRecords {
  private var rest: ArraySlice<UInt8>
  private let separator: UInt8
  private let lineEnd: UInt8
  private var line = 0
  private var unclosedCount = 0
  private let report: (PlaceList.Problem.Kind, Int) -> Void

  /// In bytes: the end of a quotation is searched no farther than this, and a longer line is left
  /// out.
  private static let longestRecord = 1 << 20
  /// After this many unclosed quotations none may go over several lines, because the search for the
  /// end of each would read `longestRecord` bytes.
  private static let mostUnclosed = 20

  init(
    _ text: ArraySlice<UInt8>, separator: UInt8,
    report: @escaping (PlaceList.Problem.Kind, Int) -> Void = { _, _ in }
  ) {
    (rest, self.separator, self.report) = (text, separator, report)
    lineEnd = text.contains(0x0A) || !text.contains(0x0D) ? 0x0A : 0x0D
  }

  /// The next record; nil at the end.
  mutating func record() -> (fields: [String], line: Int)? {
    guard let first = nextLine() else { return nil }
    let (start, behind) = (line, rest)
    var parser = Parser(separator: separator)
    parser.parse(first)
    var length = first.count
    while parser.isQuoted, length < CSVRecords.longestRecord,
      unclosedCount < CSVRecords.mostUnclosed, let more = nextLine()
    {
      parser.parse(more)
      length += more.count
    }
    if parser.isQuoted {
      unclosedCount += 1
      report(.unclosedQuote, start)
      (line, rest) = (start, behind)
      parser = Parser(separator: separator, knowsQuotes: false)
      parser.parse(first)
    }
    return (parser.fields, start)
  }

  /// The next line; an empty one in place of one that is too long.
  private mutating func nextLine() -> ArraySlice<UInt8>? {
    guard !rest.isEmpty else { return nil }
    line += 1
    let end = rest.firstIndex(of: lineEnd).map { $0 + 1 } ?? rest.endIndex
    defer { rest = rest[end...] }
    if end - rest.startIndex < CSVRecords.longestRecord { return rest[..<end] }
    report(.longLine, line)
    return []
  }

  /// Splits the lines of one record into its fields.
  private struct Parser {
    let separator: UInt8
    var knowsQuotes = true
    var done: [String] = []
    var field: [UInt8] = []
    var state = State.start

    enum State { case start, plain, quoted, behindQuote }

    var isQuoted: Bool { state == .quoted }

    var fields: [String] { done + [String(decoding: field, as: UTF8.self)] }

    mutating func parse(_ line: ArraySlice<UInt8>) {
      for byte in line {
        switch (state, byte) {
        case (.quoted, UInt8(ascii: "\"")): state = .behindQuote
        case (.quoted, _): field.append(byte)
        case (.behindQuote, UInt8(ascii: "\"")):
          field.append(byte)
          state = .quoted
        case (_, separator):
          done.append(String(decoding: field, as: UTF8.self))
          (field, state) = ([], .start)
        case (_, 0x0A), (_, 0x0D), (.behindQuote, 0x20): break
        case (.start, UInt8(ascii: "\"")) where knowsQuotes: (field, state) = ([], .quoted)
        case (.start, 0x20): field.append(byte)
        // What follows a quotation in the same field belongs to it.
        default:
          field.append(byte)
          state = .plain
        }
      }
    }
  }
}
