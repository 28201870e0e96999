extension Int {
  /// The whole number nearest to an untrusted value: clamped to what fits, and 0 for NaN.
  public init(nearest value: Double) {
    let whole = value.rounded()
    self = whole.isNaN ? 0 : Int(exactly: whole) ?? (whole < 0 ? .min : .max)
  }
}
