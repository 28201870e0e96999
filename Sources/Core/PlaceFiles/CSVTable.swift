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
    let beginning = bytes.beginning()
    var found: (separator: UInt8, columns: CSVColumns, header: Int)?
    for separator in ",;\t|".utf8 {
      guard let (columns, header) = try layout(of: beginning, separatedBy: separator) else {
        continue
      }
      if (found?.columns.certainty.rawValue ?? -1) < columns.certainty.rawValue {
        found = (separator, columns, header)
      }
    }
    guard let found else { throw .noCoordinateColumn }
    var records = CSVRecords(
      separator: found.separator,
      report: { [harvest] in harvest.report($0, line: $1) },
      lines: { [bytes, lineEnd] most throws(PlaceFileError) in
        try bytes.piece(upTo: lineEnd, most: most).map { Array($0) }
      })
    var trips = Trips()
    while !harvest.isFull, let record = try records.record() {
      if record.line <= found.header { continue }
      if record.fields.allSatisfy({ $0.utf8.allSatisfy { $0 <= 0x20 } }) { continue }
      let columns = found.columns
      let fields = columns.mended(record.fields, separator: found.separator)
      switch columns.shapes(of: fields) {
      case .success(let shapes):
        if case .point(let place)? = shapes.first, let stops = columns.stops(of: fields) {
          trips.add(place, stops, line: record.line) {
            let days = columns.days(of: fields)
            return (columns.tripColor(of: fields), days.first, days.last)
          }
        }
        harvest.add(
          shapes,
          as: {
            PlaceList.Place(
              name: columns.name(of: fields), at: $0, note: columns.note(of: fields),
              date: columns.date(of: fields), color: columns.color(of: fields),
              mark: columns.mark(of: fields))
          },
          along: {
            let days = columns.days(of: fields)
            return PlaceList.Path(
              name: columns.name(of: fields), points: $0, isRoute: columns.isRoute(fields),
              color: columns.color(of: fields), firstDay: days.first, lastDay: days.last)
          }, line: record.line)
      case .failure(let failure):
        harvest.report(failure == .bad ? .badCoordinate : .noCoordinate, line: record.line)
      }
    }
    for trip in trips.found {
      let points = trip.stops.sorted { $0.number < $1.number }.map(\.place)
      harvest.add(
        PlaceList.Path(
          name: trip.name, points: points, isRoute: true, color: trip.looks.color,
          firstDay: trip.looks.firstDay, lastDay: trip.looks.lastDay), line: trip.line)
    }
  }

  /// The trips that the records name.
  private struct Trips {
    /// What the first record of a trip says of it.
    typealias Looks = (color: PinColor?, firstDay: CalendarDay?, lastDay: CalendarDay?)
    struct Trip {
      let name: String
      let line: Int
      let looks: Looks
      var stops: [(number: Int, place: Coordinate)] = []
    }

    private(set) var found: [Trip] = []
    private var numbers: [String: Int] = [:]

    mutating func add(
      _ place: Coordinate, _ stops: (trip: String, places: [Int]), line: Int, looks: () -> Looks
    ) {
      if numbers[stops.trip] == nil {
        numbers[stops.trip] = found.count
        found.append(Trip(name: stops.trip, line: line, looks: looks()))
      }
      found[numbers[stops.trip]!].stops += stops.places.map { ($0, place) }
    }
  }

  /// The columns of the table, and the line of their names, or 0.
  private func layout(
    of beginning: ArraySlice<UInt8>, separatedBy separator: UInt8
  ) throws(PlaceFileError) -> (columns: CSVColumns, header: Int)? {
    var rest = beginning
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
