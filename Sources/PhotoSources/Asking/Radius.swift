/// How far from a place photos are looked for.
enum Radius {
  /// About ten times the area: few steps, and none so great that near photos are lost among many.
  private static let step = 3.2

  /// What a source can look for that is nearest to what is wanted, in metres.
  static func first(_ wanted: Double, within limits: ClosedRange<Double>) -> Double {
    min(limits.upperBound, max(limits.lowerBound, wanted))
  }

  /// The next radius where too few photos were near; nil where the source looks no further.
  static func next(after radius: Double, within limits: ClosedRange<Double>) -> Double? {
    radius < limits.upperBound ? min(limits.upperBound, radius * step) : nil
  }
}
