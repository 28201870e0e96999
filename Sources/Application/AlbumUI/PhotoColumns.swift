/// How many photos of an album are side by side.
///
/// In a wider window the photos grow, and only a very wide one has more columns; in a narrow one
/// two fit.
nonisolated package enum PhotoColumns {
  /// The least width of a photo, in pixels.
  private static let leastSide = 150.0
  /// The width of a photo in windows that are not narrow, in pixels.
  private static let sides = 220.0...320.0
  /// The number of columns in narrow windows, where photos grow from the least width, and the number
  /// from which on photos in wider windows grow.
  private static let (few, many) = (3.0, 6.0)

  private static let zooms = [0.5, 0.7, 1, 1.4, 2]

  /// The number of columns in a window of a width in pixels.
  package static func count(width: Int, zoom: Double = 1) -> Int {
    let width = Double(width)
    let wide = min(max(width / many, sides.lowerBound), sides.upperBound)
    let usual = min(max(width / few, leastSide), wide)
    // Tolerance for rounding: division and multiplication may give slightly less than a whole
    // number.
    return max(1, Int(width / (usual * step(nearest: zoom)) + 1e-6))
  }

  /// The next larger or smaller zoom; the same one at the end.
  package static func zoom(after zoom: Double, isLarger: Bool) -> Double {
    let place = zooms.firstIndex(of: step(nearest: zoom))!
    return zooms[min(max(place + (isLarger ? 1 : -1), 0), zooms.count - 1)]
  }

  /// The nearest zoom that can be chosen: the setting may contain any number.
  private static func step(nearest zoom: Double) -> Double {
    zooms.min { abs($0 - zoom) < abs($1 - zoom) }!
  }
}
