import Glibc
import TravelModel

/// Places by the degree of latitude and longitude that they lie in.
struct PlaceCells: Sendable {
  /// Where each cell begins in `places`, the southernmost row first, each from west to east.
  private let starts: [UInt32]
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
      rows: PlaceCells.row(latitudes.lowerBound)...PlaceCells.row(latitudes.upperBound),
      columns: PlaceCells.column(longitudes.lowerBound)...PlaceCells.column(longitudes.upperBound),
      body)
  }

  /// Visits all places within a distance, in degrees of a great circle, and some around.
  func visit(within reach: Double, of centre: Coordinate, _ body: (Int) -> Void) {
    let (south, north) = (centre.latitude - reach, centre.latitude + reach)
    let rows = PlaceCells.row(max(-90, south))...PlaceCells.row(min(90, north))
    guard south > -90, north < 90 else {
      return visit(rows: rows, columns: 0...PlaceCells.columns - 1, body)
    }
    // The farthest meridian that a circle around a place touches.
    let turn = asin(min(1, sin(reach * .pi / 180) / cos(centre.latitude * .pi / 180))) * 180 / .pi
    let (west, east) = (centre.longitude - turn, centre.longitude + turn)
    if west < -180 {
      visit(rows: rows, columns: 0...PlaceCells.column(east), body)
      visit(
        rows: rows, columns: PlaceCells.column(west + 360)...PlaceCells.columns - 1, body)
    } else if east >= 180 {
      visit(rows: rows, columns: PlaceCells.column(west)...PlaceCells.columns - 1, body)
      visit(rows: rows, columns: 0...PlaceCells.column(east - 360), body)
    } else {
      visit(rows: rows, columns: PlaceCells.column(west)...PlaceCells.column(east), body)
    }
  }

  private func visit(rows: ClosedRange<Int>, columns: ClosedRange<Int>, _ body: (Int) -> Void) {
    for row in rows {
      let first = row * PlaceCells.columns
      // The cells of a row stand one after another.
      let range = starts[first + columns.lowerBound]..<starts[first + columns.upperBound + 1]
      for place in places[Int(range.lowerBound)..<Int(range.upperBound)] { body(Int(place)) }
    }
  }

  private static func row(_ latitude: Double) -> Int {
    min(rows - 1, max(0, Int((latitude + 90).rounded(.down))))
  }

  private static func column(_ longitude: Double) -> Int {
    min(columns - 1, max(0, Int((longitude + 180).rounded(.down))))
  }
}
