import Atlas
import Foundation
import TravelModel

/// Makes the relief of the sources of regions and peaks: their polygons and points, blurred.
struct ReliefMaker {
  private static let side = Relief.side

  /// How strong a kind of region is, and how far its edge is blurred, in squares.
  private struct Ground {
    let plane: Relief.Plane
    let strength: Double
    let blur: Int
  }

  /// The kinds of regions.
  ///
  /// Plateaus are weaker and softer than ranges: they are seldom as high, and their edges in the
  /// source are rough.
  private static let grounds: [String: Ground] = [
    "Range/mtn": Ground(plane: .height, strength: 0.42, blur: 2),
    "Foothills": Ground(plane: .height, strength: 0.25, blur: 3),
    "Plateau": Ground(plane: .height, strength: 0.3, blur: 8),
    "Desert": Ground(plane: .desert, strength: 1, blur: 5),
    "Plain": Ground(plane: .lowland, strength: 1, blur: 8),
    "Lowland": Ground(plane: .lowland, strength: 1, blur: 8),
    "Basin": Ground(plane: .lowland, strength: 1, blur: 8),
    "Wetlands": Ground(plane: .lowland, strength: 1, blur: 4),
    "Delta": Ground(plane: .lowland, strength: 1, blur: 3),
    "Depression": Ground(plane: .lowland, strength: 0.6, blur: 4),
  ]
  /// The strengths of plateaus that are higher than many mountains.
  private static let highPlateaus = ["PLATEAU OF TIBET": 0.62, "ALTIPLANO": 0.6]
  /// The elevation in metres of a peak that gives its range the full strength.
  private static let highest = 8000.0
  /// The effect of a peak on the land around it: the least elevation, the strength, and the reach
  /// in squares at the equator.
  private static let (lowestPeak, peakStrength, peakReach) = (900.0, 0.85, 1.5)

  static func planes(sources folder: String) throws -> [UInt8] {
    let regions = try GeoFeature.read("\(folder)/natural-earth-regions10.geojson")
    let peaks = try GeoFeature.read("\(folder)/natural-earth-peaks10.geojson").compactMap {
      feature -> (place: WorldPoint, elevation: Double)? in
      guard let place = feature.point, let elevation = feature.number("elevation"),
        elevation >= lowestPeak
      else { return nil }
      return (place, elevation)
    }
    var planes = [[Float]](
      repeating: [Float](repeating: 0, count: side * side), count: Relief.Plane.allCases.count)
    // Regions with the same blur are blurred together.
    let kinds = grounds.keys.sorted { ($0.count, $0) < ($1.count, $1) }
    for kind in kinds {
      let ground = grounds[kind]!
      var layer = [Float](repeating: 0, count: side * side)
      for region in regions where region.text("featurecla") == kind {
        for polygon in region.polygons {
          let strength = Float(strength(of: region, ground, polygon, peaks))
          polygon.fill(side) { row, columns in
            for place in columns.map({ row * side + $0 }) {
              layer[place] = max(layer[place], strength)
            }
          }
        }
      }
      layer = blurred(layer, ground.blur)
      for place in layer.indices {
        planes[ground.plane.rawValue][place] = max(
          planes[ground.plane.rawValue][place], layer[place])
      }
    }
    for peak in peaks { raise(&planes[Relief.Plane.height.rawValue], peak.place, peak.elevation) }
    // Nobody distinguishes more than 64 steps of a tint, and these take a third of the space.
    return planes.flatMap { $0.map { UInt8(min(63, max(0, ($0 * 63).rounded())) * 4) } }
  }

  private static func strength(
    of region: GeoFeature, _ ground: Ground, _ polygon: [[WorldPoint]],
    _ peaks: [(place: WorldPoint, elevation: Double)]
  ) -> Double {
    if let strength = region.name.flatMap({ highPlateaus[$0] }) { return strength }
    guard ground.plane == .height, ground.strength > 0.4 else { return ground.strength }
    let summits = peaks.filter { polygon.contains($0.place) }
    let top = summits.map(\.elevation).max() ?? 0
    return min(1, ground.strength + 0.6 * top / highest)
  }

  /// Adds a soft hill.
  private static func raise(_ layer: inout [Float], _ place: WorldPoint, _ elevation: Double) {
    let (x, y) = (place.x * Double(side), place.y * Double(side))
    let latitude = Mercator.coordinate(at: place).latitude
    let reach = peakReach / max(0.3, cos(latitude * .pi / 180))
    let strength = min(0.9, elevation / highest + 0.1) * peakStrength
    let steps = Int(reach * 3)
    for row in max(0, Int(y) - steps)...min(side - 1, Int(y) + steps) {
      for column in max(0, Int(x) - steps)...min(side - 1, Int(x) + steps) {
        let (dx, dy) = (Double(column) + 0.5 - x, Double(row) + 0.5 - y)
        let value = strength * exp(-(dx * dx + dy * dy) / (2 * reach * reach))
        layer[row * side + column] = max(layer[row * side + column], Float(value))
      }
    }
  }

  /// Replaces each value by the mean of a square around it, twice, which is close to a bell curve.
  private static func blurred(_ layer: [Float], _ reach: Int) -> [Float] {
    var layer = layer
    for _ in 0..<2 {
      for (step, line) in [(1, side), (side, 1)] {
        var result = layer
        for number in 0..<side {
          let first = number * line
          func value(_ place: Int) -> Float { layer[first + min(side - 1, max(0, place)) * step] }
          var sum = (-reach...reach).reduce(Float(0)) { $0 + value($1) }
          for place in 0..<side {
            result[first + place * step] = sum / Float(2 * reach + 1)
            sum += value(place + reach + 1) - value(place - reach)
          }
        }
        layer = result
      }
    }
    return layer
  }
}
