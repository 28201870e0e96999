extension Int {
  /// The whole number nearest to a value from outside, which may be beyond all of them, or be none:
  /// then it is 0.
  public init(nearest value: Double) {
    let whole = value.rounded()
    self = whole.isNaN ? 0 : Int(exactly: whole) ?? (whole < 0 ? .min : .max)
  }

  /// The sum of two numbers from outside, or the nearest to it that there is.
  public func plusAtMost(_ other: Int) -> Int {
    let (sum, isBeyond) = addingReportingOverflow(other)
    return isBeyond ? (other < 0 ? .min : .max) : sum
  }
}

extension PixelSize {
  /// The longest side that is believed, in pixels: pictures put together of thousands are shorter.
  private static let longestSide = 1_000_000

  /// The size that somebody else tells of; nil where no picture has it.
  public init?(told width: Int?, by height: Int?) {
    let sides = 1...PixelSize.longestSide
    guard let width, let height, sides.contains(width), sides.contains(height) else { return nil }
    self.init(width: width, height: height)
  }
}
