/// How many photos of an album are beside each other.
///
/// In a wider window they are larger, and only in a very wide one more; in a narrow one they are
/// small enough for two.
nonisolated package enum PhotoColumns {
  /// How wide a photo is at least, in pixels.
  private static let leastSide = 150.0
  /// How wide one is in windows that are not narrow, in pixels.
  private static let sides = 220.0...320.0
  /// How many are beside each other while they grow from the least side, and between the others.
  private static let (few, many) = (3.0, 6.0)

  /// How many times larger than usual photos may be made.
  private static let zooms = [0.5, 0.7, 1, 1.4, 2]

  /// The number of columns in a window so many pixels wide.
  package static func count(width: Int, zoom: Double = 1) -> Int {
    let width = Double(width)
    let wide = min(max(width / many, sides.lowerBound), sides.upperBound)
    let usual = min(max(width / few, leastSide), wide)
    // Divided and multiplied again, a whole number may come out a little less.
    return max(1, Int(width / (usual * step(nearest: zoom)) + 1e-6))
  }

  /// The next zoom that is larger, or smaller; the same one at the end.
  package static func zoom(after zoom: Double, isLarger: Bool) -> Double {
    let place = zooms.firstIndex(of: step(nearest: zoom))!
    return zooms[min(max(place + (isLarger ? 1 : -1), 0), zooms.count - 1)]
  }

  /// Settings may hold any number.
  private static func step(nearest zoom: Double) -> Double {
    zooms.min { abs($0 - zoom) < abs($1 - zoom) }!
  }
}
