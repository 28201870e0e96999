extension Int {
  /// The integer nearest to an untrusted value: clamped to the range of `Int`, and 0 for NaN.
  public init(nearest value: Double) {
    let whole = value.rounded()
    self = whole.isNaN ? 0 : Int(exactly: whole) ?? (whole < 0 ? .min : .max)
  }
}
