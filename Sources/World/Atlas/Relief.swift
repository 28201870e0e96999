/// The relief of the land: where it is high, dry or low, without sharp edges.
public struct Relief: AtlasContent {
  public enum Plane: Int, CaseIterable, Sendable {
    /// Mountains and plateaus; higher ones have greater values.
    case height
    case desert
    /// Plains, basins and wetlands.
    case lowland
  }

  /// The planes one after the other, row by row.
  private let values: [UInt8]

  /// The file, whose content is the planes, row by row.
  package static let file = DataFile(kind: "RELF", version: 1)
  package static let side = 1024

  package init(content: [UInt8]) throws(AtlasError) {
    guard content.count == Plane.allCases.count * Relief.side * Relief.side
    else { throw .damaged }
    values = content
  }

  /// Passes the rows of a plane, `side` bytes each, to `body`: how much each square is of its kind,
  /// up to 252.
  package func withPlane<Result>(
    _ plane: Plane, _ body: (UnsafePointer<UInt8>) -> Result
  ) -> Result {
    values.withUnsafeBufferPointer {
      body($0.baseAddress! + plane.rawValue * Relief.side * Relief.side)
    }
  }
}
