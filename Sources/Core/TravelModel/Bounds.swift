extension Int {
  /// The whole number nearest to an untrusted value: clamped to what fits, and 0 for NaN.
  public init(nearest value: Double) {
    let whole = value.rounded()
    self = whole.isNaN ? 0 : Int(exactly: whole) ?? (whole < 0 ? .min : .max)
  }
}

extension PixelSize {
  /// The longest side taken seriously, in pixels: even stitched panoramas are shorter.
  private static let longestSide = 1_000_000

  /// The size that a service or a file claims; nil where no picture can have it.
  public init?(untrustedWidth width: Int?, height: Int?) {
    let sides = 1...PixelSize.longestSide
    guard let width, let height, sides.contains(width), sides.contains(height) else { return nil }
    self.init(width: width, height: height)
  }
}
