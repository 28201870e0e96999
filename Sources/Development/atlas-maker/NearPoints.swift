import Foundation

/// Points on the Earth, which can be asked whether one of them is near a place.
struct NearPoints {
  private var cells: [SIMD3<Int32>: [SIMD3<Double>]] = [:]
  private let reach: Double

  /// Makes an empty set; a point is near within `reach` kilometres.
  init(reach: Double) { self.reach = reach }

  mutating func insert(from one: Vertex, to other: Vertex) {
    let (from, to) = (Earth.position(one), Earth.position(other))
    let steps = max(1, (Earth.distance(from, to) / (reach / 6)).rounded(.up))
    for step in 0...Int(steps) {
      let point = from + (to - from) * (Double(step) / steps)
      cells[cell(point), default: []].append(point)
    }
  }

  func isNear(_ point: SIMD3<Double>) -> Bool {
    let middle = cell(point)
    for x in -1...1 {
      for y in -1...1 {
        for z in -1...1 {
          let neighbour = middle &+ SIMD3(Int32(x), Int32(y), Int32(z))
          if cells[neighbour]?.contains(where: { Earth.distance($0, point) <= reach }) == true {
            return true
          }
        }
      }
    }
    return false
  }

  private func cell(_ point: SIMD3<Double>) -> SIMD3<Int32> {
    SIMD3<Int32>((point / reach).rounded(.down))
  }
}

/// Positions relative to the Earth's centre, and distances, in kilometres.
enum Earth {
  static let radius = 6371.0

  static func position(_ vertex: Vertex) -> SIMD3<Double> {
    let (longitude, latitude) = (
      vertex.degrees.longitude * .pi / 180, vertex.degrees.latitude * .pi / 180
    )
    return radius
      * SIMD3(cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
  }

  static func distance(_ one: SIMD3<Double>, _ other: SIMD3<Double>) -> Double {
    let offset = one - other
    return (offset * offset).sum().squareRoot()
  }
}
