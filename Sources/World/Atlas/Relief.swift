/// How the land lies: where it is high, dry or low, without sharp edges.
public struct Relief: AtlasContent {
  /// What is known of a place of the map.
  public enum Plane: Int, CaseIterable, Sendable {
    /// Mountains, the higher the more, and plateaus.
    case height
    case desert
    /// Plains, basins and wetlands.
    case lowland
  }

  /// The planes one after the other, row by row.
  private let values: [UInt8]

  /// The content of the file is the planes, each of so many rows of as many bytes.
  package static let file = DataFile(kind: "RELF", version: 1)
  package static let side = 1024

  package init(content: [UInt8]) throws(AtlasError) {
    guard content.count == Plane.allCases.count * Relief.side * Relief.side
    else { throw .damaged }
    values = content
  }

  /// Gives the rows of a plane, `side` bytes each: how much of its kind each square is, up to 252.
  package func withPlane<Result>(
    _ plane: Plane, _ body: (UnsafePointer<UInt8>) -> Result
  ) -> Result {
    values.withUnsafeBufferPointer {
      body($0.baseAddress! + plane.rawValue * Relief.side * Relief.side)
    }
  }
}
