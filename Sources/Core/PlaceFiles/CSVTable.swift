import TravelModel

/// How many records may stand above the header, such as a title, a note and empty lines.
private let longestPreface = 20
/// How many bytes of a file are searched for the header.
private let beginning = 64 << 10

/// Reads a table of places in text, with any of the usual separators.
func readTable(_ text: [UInt8], into harvest: Harvest) throws(PlaceFileError) {
  let found = ",;\t|".utf8.compactMap { layout(of: text, separatedBy: $0) }
    .max { $0.columns.certainty < $1.columns.certainty }
  guard let (separator, columns, header) = found else { throw .noCoordinateColumn }
  var records = CSVRecords(text[...], separator: separator) { harvest.report($0, line: $1) }
  // The trips by their names, each with what its first record says of it.
  var trips: [String: (draft: Draft, stops: [(number: Int, place: Coordinate)])] = [:]
  while !harvest.isFull, let record = records.record() {
    if record.line <= header { continue }
    if record.fields.allSatisfy({ $0.utf8.allSatisfy { $0 <= 0x20 } }) { continue }
    let fields = columns.mended(record.fields, separator: separator)
    let (shapes, problem) = columns.shapes(of: fields)
    if let problem { harvest.report(problem, line: record.line) }
    harvest.add(columns.draft(of: fields, line: record.line), shapes)
    guard case .point(let place)? = shapes.first,
      let (trip, numbers) = columns.stops(of: fields, line: record.line)
    else { continue }
    trips[trip.name ?? "", default: (trip, [])].stops += numbers.map { ($0, place) }
  }
  for trip in trips.values.sorted(by: { $0.draft.line < $1.draft.line }) {
    harvest.add(trip.draft, along: trip.stops.sorted { $0.number < $1.number }.map(\.place))
  }
}

/// The columns of a table if its separator is this one, and the line of the header; 0 if it has
/// none.
private func layout(
  of text: [UInt8], separatedBy separator: UInt8
) -> (separator: UInt8, columns: CSVColumns, header: Int)? {
  var records = CSVRecords(text.prefix(beginning), separator: separator)
  var guess: CSVColumns?
  for _ in 0..<longestPreface {
    guard let record = records.record() else { break }
    if let columns = CSVColumns(header: record.fields) {
      return (separator, columns, record.line)
    }
    guess = guess ?? CSVColumns(firstRecord: record.fields)
  }
  return guess.map { (separator, $0, 0) }
}
