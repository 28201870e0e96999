/// The radii of a search that widens until it finds enough photos.
enum Radius {
  /// The growth of the radius: about ten times the area, so that there are few steps, but near
  /// photos are not lost among many.
  private static let step = 3.2

  /// The radius to begin with, in metres.
  static func first(_ wanted: Double, within limits: ClosedRange<Double>) -> Double {
    min(limits.upperBound, max(limits.lowerBound, wanted))
  }

  /// The next radius; nil if the source searches no further.
  static func next(after radius: Double, within limits: ClosedRange<Double>) -> Double? {
    radius < limits.upperBound ? min(limits.upperBound, radius * step) : nil
  }
}
