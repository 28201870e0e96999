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

  /// The Earth's circumference, in metres.
  private static let girth = 40_075_016.7
  private static let metresInAFoot = 0.3048
  private static let feetInAMile = 5280.0

  /// The longest metric bar of at most `longest` pixels at the centre of a view.
  package static func metric(for view: MapView, longest: Double) -> ScaleBar {
    let metres = metresInAPixel(of: view)
    return metres * longest >= 1000
      ? ScaleBar(.kilometres, pixel: metres / 1000, longest: longest)
      : ScaleBar(.metres, pixel: metres, longest: longest)
  }

  /// The longest imperial bar of at most `longest` pixels at the centre of a view.
  package static func imperial(for view: MapView, longest: Double) -> ScaleBar {
    let feet = metresInAPixel(of: view) / metresInAFoot
    return feet * longest >= feetInAMile
      ? ScaleBar(.miles, pixel: feet / feetInAMile, longest: longest)
      : ScaleBar(.feet, pixel: feet, longest: longest)
  }

  private static func metresInAPixel(of view: MapView) -> Double {
    girth * cos(view.center.latitude * .pi / 180) / view.worldSize
  }

  private init(_ unit: Unit, pixel: Double, longest: Double) {
    var decade = 1.0
    while decade * 10 <= pixel * longest { decade *= 10 }
    let distance = [5, 2].map { $0 * decade }.first { $0 <= pixel * longest } ?? decade
    self.distance = Int(distance)
    self.unit = unit
    // Near a pole even a metre may be longer than the room for the bar.
    width = Int(min(longest, distance / max(pixel, .leastNormalMagnitude)).rounded())
  }
}
