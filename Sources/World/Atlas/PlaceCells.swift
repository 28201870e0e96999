import TravelModel

/// Places by the degree of latitude and longitude that they lie in.
struct PlaceCells: Sendable {
  /// Where each cell begins in `places`, the southernmost row first, each from west to east.
  private let starts: [UInt32]
  /// The places of each cell in the order of their numbers.
  private let places: [UInt32]

  private static let (rows, columns) = (180, 360)

  init(_ latitudes: [Int32], _ longitudes: [Int32], unitsPerDegree: Double) {
    let cells = zip(latitudes, longitudes).map { latitude, longitude in
      PlaceCells.row(Double(latitude) / unitsPerDegree) * PlaceCells.columns
        + PlaceCells.column(Double(longitude) / unitsPerDegree)
    }
    var starts = [UInt32](repeating: 0, count: PlaceCells.rows * PlaceCells.columns + 1)
    for cell in cells { starts[cell + 1] += 1 }
    for cell in starts.indices.dropFirst() { starts[cell] += starts[cell - 1] }
    var next = starts
    var places = [UInt32](repeating: 0, count: cells.count)
    for (place, cell) in cells.enumerated() {
      places[Int(next[cell])] = UInt32(place)
      next[cell] += 1
    }
    (self.starts, self.places) = (starts, places)
  }

  /// Visits all places between some parallels and meridians, and some around.
  func visit(
    latitudes: ClosedRange<Double>, longitudes: ClosedRange<Double>, _ body: (Int) -> Void
  ) {
    visit(
      PlaceCells.rows(latitudes), [PlaceCells.columns(longitudes)], among: places.indices, body)
  }

  /// Visits all places within a distance, in degrees of a great circle, and some around: those of
  /// some numbers, or of all.
  func visit(
    within reach: Double, of centre: Coordinate, among numbers: Range<Int>? = nil,
    _ body: (Int) -> Void
  ) {
    let (latitudes, longitudes) = centre.bounds(within: reach * Coordinate.degree)
    visit(
      PlaceCells.rows(latitudes), longitudes.map(PlaceCells.columns),
      among: numbers ?? places.indices, body)
  }

  private func visit(
    _ rows: ClosedRange<Int>, _ columns: [ClosedRange<Int>], among numbers: Range<Int>,
    _ body: (Int) -> Void
  ) {
    let cellCount = rows.count * columns.reduce(0) { $0 + $1.count }
    // Where there are more cells than places, looking at the places is faster.
    guard cellCount < numbers.count else { return numbers.forEach(body) }
    for row in rows {
      for columns in columns {
        for column in columns {
          let cell = row * PlaceCells.columns + column
          for index in Int(starts[cell])..<Int(starts[cell + 1]) {
            let place = Int(places[index])
            if place >= numbers.upperBound { break }
            if place >= numbers.lowerBound { body(place) }
          }
        }
      }
    }
  }

  private static func row(_ latitude: Double) -> Int {
    min(rows - 1, max(0, Int((latitude + 90).rounded(.down))))
  }

  private static func column(_ longitude: Double) -> Int {
    min(columns - 1, max(0, Int((longitude + 180).rounded(.down))))
  }

  private static func rows(_ latitudes: ClosedRange<Double>) -> ClosedRange<Int> {
    row(latitudes.lowerBound)...row(latitudes.upperBound)
  }

  private static func columns(_ longitudes: ClosedRange<Double>) -> ClosedRange<Int> {
    column(longitudes.lowerBound)...column(longitudes.upperBound)
  }
}
