import Foundation

/// Finds the provinces that the table of cities means by its codes for parts of a country, because
/// the table of provinces has other codes.
///
/// A code and a province belong together if the places with that code are in that province. Of all
/// pairings, the one that agrees best is chosen, and of its pairs those that are beyond doubt.
struct ProvinceJoiner {
  struct Place {
    let name: String
    let population: Int
    let latitude: Double
    let longitude: Double
  }

  /// The least agreement of a pair that is used; the greatest possible is 3.5.
  private static let leastAgreement = 0.7
  /// The weight of a place that has the province's name, as its seat often has.
  private static let nameWeight = 1.5
  /// How many of a code's greatest places are compared with the province's name.
  private static let seats = 5
  /// The weights of the places nearest to the middle of a province, the nearest first.
  private static let nearWeights = [0.35, 0.25, 0.2, 0.1, 0.1]
  /// The least ratio of the numbers of codes and provinces; below it, the sources divide the
  /// country differently.
  private static let leastLikeness = 0.85

  /// The provinces of the codes of a country, by their indices.
  static func join(_ places: [String: [Place]], with provinces: [ProvinceRow]) -> [String: Int] {
    let codes = places.keys.filter { !$0.isEmpty && $0 != "00" }.sorted()
    let (few, many) = (min(codes.count, provinces.count), max(codes.count, provinces.count))
    guard few > 1, Double(few) >= leastLikeness * Double(many) || many - few <= 1 else {
      return [:]
    }
    let agreement = agreement(codes.map { places[$0]! }, provinces)
    var joined: [String: Int] = [:]
    for (code, province) in pairs(agreement, provinces.count).enumerated() {
      guard let province, agreement[code][province] >= leastAgreement else { continue }
      joined[codes[code]] = province
    }
    return joined
  }

  private static func agreement(_ parts: [[Place]], _ provinces: [ProvinceRow]) -> [[Double]] {
    var agreement = parts.map { _ in [Double](repeating: 0, count: provinces.count) }
    for (part, places) in parts.enumerated() {
      for place in places {
        let nearest = provinces.indices.min {
          distance(place, provinces[$0]) < distance(place, provinces[$1])
        }!
        agreement[part][nearest] += 1 / Double(places.count)
      }
      let greatest = places.sorted { $0.population > $1.population }.prefix(seats)
      let names = Set(greatest.map { folded($0.name) })
      for (number, province) in provinces.enumerated() where names.contains(folded(province.name)) {
        agreement[part][number] += nameWeight
      }
    }
    let all = parts.enumerated().flatMap { part, places in places.map { (part, $0) } }
    for (number, province) in provinces.enumerated() {
      let near = all.map { (part: $0.0, distance: distance($0.1, province)) }
        .sorted { ($0.distance, $0.part) < ($1.distance, $1.part) }
      for (weight, found) in zip(nearWeights, near) { agreement[found.part][number] += weight }
    }
    return agreement
  }

  private static func folded(_ name: String) -> String {
    name.folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil)
      .filter(\.isLetter)
  }

  /// The square of a distance, in degrees of latitude.
  private static func distance(_ place: Place, _ province: ProvinceRow) -> Double {
    let north = place.latitude - province.latitude
    var east = abs(place.longitude - province.longitude)
    if east > 180 { east = 360 - east }
    east *= cos((place.latitude + province.latitude) / 2 * .pi / 180)
    return north * north + east * east
  }

  /// The pairs with the greatest sum (the Hungarian method): for each row a column, or none.
  private static func pairs(_ values: [[Double]], _ columns: Int) -> [Int?] {
    let size = max(values.count, columns)
    func cost(_ row: Int, _ column: Int) -> Double {
      row < values.count && column < columns ? -values[row][column] : 0
    }
    var (ofRow, ofColumn) = (
      [Double](repeating: 0, count: size + 1), [Double](repeating: 0, count: size + 1)
    )
    var rowOf = [Int](repeating: 0, count: size + 1)
    for row in 1...size {
      var before = [Int](repeating: 0, count: size + 1)
      var least = [Double](repeating: .infinity, count: size + 1)
      var isUsed = [Bool](repeating: false, count: size + 1)
      rowOf[0] = row
      var column = 0
      repeat {
        isUsed[column] = true
        let here = rowOf[column]
        var (step, next) = (Double.infinity, 0)
        for other in 1...size where !isUsed[other] {
          let value = cost(here - 1, other - 1) - ofRow[here] - ofColumn[other]
          if value < least[other] { (least[other], before[other]) = (value, column) }
          if least[other] < step { (step, next) = (least[other], other) }
        }
        for other in 0...size {
          if isUsed[other] {
            ofRow[rowOf[other]] += step
            ofColumn[other] -= step
          } else {
            least[other] -= step
          }
        }
        column = next
      } while rowOf[column] != 0
      while column != 0 {
        rowOf[column] = rowOf[before[column]]
        column = before[column]
      }
    }
    var result = [Int?](repeating: nil, count: values.count)
    for column in 1...size where rowOf[column] <= values.count && column <= columns {
      result[rowOf[column] - 1] = column - 1
    }
    return result
  }
}
