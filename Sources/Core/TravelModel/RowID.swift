/// The id of a row in the library; never reused.
public struct RowID<Row>: Hashable, Comparable, Sendable {
  public let number: Int64
  public init(_ number: Int64) { self.number = number }

  public static func < (one: RowID, other: RowID) -> Bool { one.number < other.number }
}
