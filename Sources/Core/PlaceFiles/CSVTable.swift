import TravelModel

/// A table of places in text, with any of the usual separators.
struct CSVTable {
  private let bytes: ByteStream
  private let harvest: Harvest
  /// The last byte of each line.
  private let lineEnd: UInt8

  /// A title, a note and empty lines may stand above the header.
  private static let longestPreface = 20

  init(_ bytes: ByteStream, _ harvest: Harvest) {
    (self.bytes, self.harvest) = (bytes, harvest)
    let beginning = bytes.beginning()
    lineEnd = beginning.contains(0x0A) || !beginning.contains(0x0D) ? 0x0A : 0x0D
  }

  func read() throws(PlaceFileError) {
    var found: (separator: UInt8, columns: CSVColumns, header: Int)?
    for separator in ",;\t|".utf8 {
      guard let (columns, header) = try layout(separatedBy: separator) else { continue }
      if (found?.columns.certainty.rawValue ?? -1) < columns.certainty.rawValue {
        found = (separator, columns, header)
      }
    }
    guard let (separator, columns, header) = found else { throw .noCoordinateColumn }
    var records = CSVRecords(
      separator: separator,
      report: { [harvest] in harvest.report($0, line: $1) },
      lines: { [bytes, lineEnd] most throws(PlaceFileError) in
        try bytes.piece(upTo: lineEnd, most: most).map { Array($0) }
      })
    // The trips that the records name, as the first record of each says.
    var trips: [(draft: Draft, stops: [(number: Int, place: Coordinate)])] = []
    var tripNumbers: [String: Int] = [:]
    while !harvest.isFull, let record = try records.record() {
      if record.line <= header { continue }
      if record.fields.allSatisfy({ $0.utf8.allSatisfy { $0 <= 0x20 } }) { continue }
      let fields = columns.mended(record.fields, separator: separator)
      let (shapes, problem) = columns.shapes(of: fields)
      if let problem { harvest.report(problem, line: record.line) }
      harvest.add(columns.draft(of: fields, line: record.line), shapes)
      guard case .point(let place)? = shapes.first,
        let (trip, numbers) = columns.stops(of: fields, line: record.line)
      else { continue }
      let known = tripNumbers[trip.name ?? ""] ?? trips.count
      if known == trips.count { trips.append((trip, [])) }
      tripNumbers[trip.name ?? ""] = known
      trips[known].stops += numbers.map { ($0, place) }
    }
    for trip in trips {
      harvest.add(trip.draft, along: trip.stops.sorted { $0.number < $1.number }.map(\.place))
    }
  }

  /// The columns of the table, and the line of their names, or 0.
  private func layout(
    separatedBy separator: UInt8
  ) throws(PlaceFileError) -> (columns: CSVColumns, header: Int)? {
    var rest = bytes.beginning()
    var records = CSVRecords(separator: separator, report: { _, _ in }) {
      [lineEnd] _ throws(PlaceFileError) in
      guard !rest.isEmpty else { return nil }
      let end = rest.firstIndex(of: lineEnd).map { $0 + 1 } ?? rest.endIndex
      defer { rest = rest[end...] }
      return Array(rest[..<end])
    }
    var guess: CSVColumns?
    for _ in 0..<CSVTable.longestPreface {
      guard let record = try records.record() else { break }
      if let columns = CSVColumns(header: record.fields) { return (columns, record.line) }
      guess = guess ?? CSVColumns(firstRecord: record.fields)
    }
    return guess.map { ($0, 0) }
  }
}
