/// The records of a table in text; one that has quotation marks may go over several lines.
struct CSVRecords {
  struct Record {
    var fields: [String]
    let line: Int
  }

  private let next: (Int) throws(PlaceFileError) -> [UInt8]?
  private let separator: UInt8
  /// Lines that were read in search of the end of a quotation.
  private var waiting: [[UInt8]] = []
  private var line = 0
  private var unclosedCount = 0
  private let report: (PlaceList.Problem.Kind, Int) -> Void

  /// In bytes: longer records are no tables.
  private static let longestRecord = 1 << 20
  /// After so many unclosed quotations, none goes over several lines: each is searched to its end.
  private static let mostUnclosed = 20

  /// Takes a function that returns the next line with its end, of at most so many bytes.
  init(
    separator: UInt8, report: @escaping (PlaceList.Problem.Kind, Int) -> Void,
    lines: @escaping (Int) throws(PlaceFileError) -> [UInt8]?
  ) {
    (self.separator, self.report, next) = (separator, report, lines)
  }

  /// The next record; nil at the end.
  mutating func record() throws(PlaceFileError) -> Record? {
    guard let first = try nextLine() else { return nil }
    let start = line
    var parser = Parser(separator: separator)
    parser.take(first)
    guard parser.isQuoted else { return Record(fields: parser.fields(), line: start) }
    var others: [[UInt8]] = []
    var length = first.count
    while parser.isQuoted, length < CSVRecords.longestRecord,
      unclosedCount < CSVRecords.mostUnclosed, let more = try nextLine()
    {
      parser.take(more)
      others.append(more)
      length += more.count
    }
    if !parser.isQuoted { return Record(fields: parser.fields(), line: start) }
    unclosedCount += 1
    report(.unclosedQuote, start)
    waiting += others.reversed()
    line = start
    var plain = Parser(separator: separator, knowsQuotes: false)
    plain.take(first)
    return Record(fields: plain.fields(), line: start)
  }

  /// The next line; of one that is too long nothing is taken.
  private mutating func nextLine() throws(PlaceFileError) -> [UInt8]? {
    line += 1
    if let waiting = waiting.popLast() { return waiting }
    guard let piece = try next(CSVRecords.longestRecord) else { return nil }
    guard piece.count == CSVRecords.longestRecord else { return piece }
    report(.longLine, line)
    var rest = piece
    while rest.count == CSVRecords.longestRecord, let more = try next(CSVRecords.longestRecord) {
      rest = more
    }
    return []
  }
}

extension CSVRecords {
  /// Takes lines apart, one byte after the other.
  private struct Parser {
    let separator: UInt8
    var knowsQuotes = true
    private var done: [String] = []
    private var field: [UInt8] = []
    private var state = State.start
    /// Whether the field had quotation marks, within which space belongs to it.
    private var hadQuotes = false

    private enum State { case start, plain, quoted, behindQuote }

    init(separator: UInt8, knowsQuotes: Bool = true) {
      (self.separator, self.knowsQuotes) = (separator, knowsQuotes)
    }

    /// Whether a quotation has begun and not ended.
    var isQuoted: Bool { state == .quoted }

    mutating func take(_ line: [UInt8]) {
      for byte in line {
        switch (state, byte) {
        case (.quoted, UInt8(ascii: "\"")): state = .behindQuote
        case (.quoted, _): field.append(byte)
        case (.behindQuote, UInt8(ascii: "\"")):
          field.append(byte)
          state = .quoted
        case (_, separator): endField()
        case (_, 0x0A), (_, 0x0D): break
        case (.start, UInt8(ascii: "\"")) where knowsQuotes:
          state = .quoted
          field = []
          hadQuotes = true
        case (.start, 0x20): field.append(byte)
        case (.start, _):
          field.append(byte)
          state = .plain
        // What follows a quotation in the same field belongs to it.
        case (.behindQuote, 0x20): break
        case (.behindQuote, _):
          field.append(byte)
          state = .plain
        case (.plain, _): field.append(byte)
        }
      }
    }

    /// All fields, at the end of the record.
    mutating func fields() -> [String] {
      endField()
      return done
    }

    private mutating func endField() {
      done.append(text(field))
      field = []
      (state, hadQuotes) = (.start, false)
    }
  }
}
