/// Counts the results of reading many damaged contents: if all are refused, or none, the test
/// proves nothing.
public struct Readings {
  /// The number of contents that were read.
  public private(set) var read = 0
  /// The number of contents that were refused.
  public private(set) var refused = 0

  public init() {}

  /// Reads a content and returns the result; nil if it is refused by an error of the expected type.
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
