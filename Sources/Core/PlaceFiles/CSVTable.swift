import TravelModel

/// A title, a note and empty lines may stand above the header.
private let longestPreface = 20
/// Where the names of the columns are looked for, in bytes.
private let beginning = 64 << 10

/// Reads a table of places in text, with any of the usual separators.
func readTable(_ text: [UInt8], into harvest: Harvest) throws(PlaceFileError) {
  var found: (separator: UInt8, columns: CSVColumns, header: Int)?
  for separator in ",;\t|".utf8 {
    guard let (columns, header) = layout(of: text, separatedBy: separator) else { continue }
    if (found?.columns.certainty.rawValue ?? -1) < columns.certainty.rawValue {
      found = (separator, columns, header)
    }
  }
  guard let (separator, columns, header) = found else { throw .noCoordinateColumn }
  var records = CSVRecords(text[...], separator: separator) { harvest.report($0, line: $1) }
  // The trips that the records name, as the first record of each says.
  var trips: [(draft: Draft, stops: [(number: Int, place: Coordinate)])] = []
  var tripNumbers: [String: Int] = [:]
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
    let known = tripNumbers[trip.name ?? ""] ?? trips.count
    if known == trips.count { trips.append((trip, [])) }
    tripNumbers[trip.name ?? ""] = known
    trips[known].stops += numbers.map { ($0, place) }
  }
  for trip in trips {
    harvest.add(trip.draft, along: trip.stops.sorted { $0.number < $1.number }.map(\.place))
  }
}

/// The columns of a table, and the line of their names, or 0.
private func layout(
  of text: [UInt8], separatedBy separator: UInt8
) -> (columns: CSVColumns, header: Int)? {
  var records = CSVRecords(text.prefix(beginning), separator: separator)
  var guess: CSVColumns?
  for _ in 0..<longestPreface {
    guard let record = records.record() else { break }
    if let columns = CSVColumns(header: record.fields) { return (columns, record.line) }
    guess = guess ?? CSVColumns(firstRecord: record.fields)
  }
  return guess.map { ($0, 0) }
}
