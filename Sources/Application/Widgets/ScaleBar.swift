import Glibc
package import TravelModel

/// A round distance, and its length on a map.
nonisolated package struct ScaleBar: Hashable, Sendable {
  package enum Unit: Hashable, Sendable {
    case metres, kilometres, feet, miles
  }

  /// 1, 2 or 5 times a power of ten, in `unit`.
  package let distance: Int
  package let unit: Unit
  /// The bar's length, in pixels.
  package let width: Int

  /// The units from the longest to the shortest, with their metres.
  private typealias Units = [(unit: Unit, metres: Double)]
  private static let metricUnits: Units = [(.kilometres, 1000), (.metres, 1)]
  private static let imperialUnits: Units = [(.miles, 5280 * 0.3048), (.feet, 0.3048)]

  /// The longest metric bar of at most `longest` pixels at the centre of a view.
  package static func metric(for view: MapView, longest: Double) -> ScaleBar {
    ScaleBar(metricUnits, for: view, longest: longest)
  }

  /// The longest imperial bar of at most `longest` pixels at the centre of a view.
  package static func imperial(for view: MapView, longest: Double) -> ScaleBar {
    ScaleBar(imperialUnits, for: view, longest: longest)
  }

  private init(_ units: Units, for view: MapView, longest: Double) {
    let metres = 360 * Coordinate.degree * cos(view.center.latitude * .pi / 180) / view.worldSize
    let (unit, size) = units.first { $0.metres <= metres * longest } ?? units.last!
    let pixel = metres / size
    var decade = 1.0
    while decade * 10 <= pixel * longest { decade *= 10 }
    let distance = [5, 2].map { $0 * decade }.first { $0 <= pixel * longest } ?? decade
    self.distance = Int(distance)
    self.unit = unit
    // Near a pole even a metre may be longer than the room for the bar.
    width = Int(min(longest, distance / max(pixel, .leastNormalMagnitude)).rounded())
  }
}
