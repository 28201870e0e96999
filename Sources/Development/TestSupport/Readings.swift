/// What becomes of many contents that are damaged: where all are refused, or none, a test of them says
/// nothing.
public struct Readings {
  /// How many were read.
  public private(set) var read = 0
  /// How many were refused.
  public private(set) var refused = 0

  public init() {}

  /// Reads one, and returns it; nil where it is refused with an error of the kind that says so.
  public mutating func attempt<Value, Refusal: Error>(
    or _: Refusal.Type, _ reading: () throws -> Value
  ) throws -> Value? {
    do {
      let value = try reading()
      read += 1
      return value
    } catch is Refusal {
      refused += 1
      return nil
    }
  }
}
