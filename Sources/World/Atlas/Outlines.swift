import Glibc
public import TravelModel

public struct Outlines: AtlasContent {
  public let countries: [Country]
  private let levels: [MapShapes]
  private let finder: LandFinder
  private let disputes: [DisputedSpan]

  package static let file = DataFile(kind: "OUTL", version: 2)

  package init(content: [UInt8]) throws(AtlasError) {
    var decoder = OutlineDecoder(content)
    guard var countries = decoder.countries() else { throw .damaged }
    var levels: [MapShapes] = []
    for _ in Detail.allCases {
      guard let shapes = decoder.shapes(countries: countries.count) else {
        throw .damaged
      }
      levels.append(shapes)
    }
    guard let disputes = decoder.disputedAreas(countries: countries.count), decoder.isComplete
    else { throw .damaged }
    for index in countries.indices {
      countries[index].bounds = levels[Detail.coarse.rawValue].bounds(
        ofCountry: index, near: countries[index].label)
    }
    (self.countries, self.levels, self.disputes) = (countries, levels, disputes)
    finder = LandFinder(shapes: levels[Detail.fine.rawValue])
  }

  public func shapes(_ detail: Detail) -> MapShapes { levels[detail.rawValue] }

  /// The country of a place, or of a coast within 5 km of it.
  public func country(at coordinate: Coordinate) -> CountryFinding {
    let point = Mercator.project(coordinate)
    guard let ring = finder.ring(at: point) ?? finder.ring(near: point, latitude: coordinate)
    else { return .none }
    let country = levels[Detail.fine.rawValue].land[ring].country
    let claimants = countries[country].claimants
    guard claimants.isEmpty else { return .disputed(claimants) }
    guard let span = dispute(at: point) else { return .country(country) }
    return .disputed(span.countries)
  }
}

/// Consecutive cells of a row whose country is disputed.
struct DisputedSpan: Sendable {
  /// The number of the first cell, counted row by row.
  let first: Int32
  let count: Int32
  /// The country in the default view, and in the other view, or -1.
  let one: Int32
  let other: Int32

  var countries: [Int] { other < 0 ? [Int(one)] : [Int(one), Int(other)] }
}

extension Outlines {
  private func dispute(at point: WorldPoint) -> DisputedSpan? {
    let side = 1 << OutlineFile.areaBits
    let column = min(side - 1, max(0, Int(point.x * Double(side))))
    let row = min(side - 1, max(0, Int(point.y * Double(side))))
    let cell = Int32(row * side + column)
    // Find the last span that begins at or before the cell.
    var (low, high) = (0, disputes.count)
    while low < high {
      let middle = (low + high) / 2
      if disputes[middle].first <= cell { low = middle + 1 } else { high = middle }
    }
    guard low > 0, cell < disputes[low - 1].first + disputes[low - 1].count else { return nil }
    return disputes[low - 1]
  }
}
