/// What is drawn besides the outlines: lakes and rivers, ice, towns, and the sea's depths.
public struct Landscape: AtlasContent {
  private let levels: [LandscapeShapes]

  package static let file = DataFile(kind: "LAND", version: 2)

  package init(content: [UInt8]) throws(AtlasError) {
    var reader = DataReader(content)
    levels = Detail.allCases.compactMap { _ in LandscapeShapes(reading: &reader) }
    guard levels.count == Detail.allCases.count, reader.isComplete else {
      throw .damaged
    }
  }

  public func shapes(_ detail: Detail) -> LandscapeShapes { levels[detail.rawValue] }
}

public struct LandscapeShapes: Sendable {
  /// The layers of a drawing, from the lowest up.
  public enum Layer: UInt8, CaseIterable, Sendable {
    /// Seas deeper than this many metres.
    case depth200, depth1000, depth2000, depth4000, depth6000
    /// Islands that the outlines lack.
    case islands
    case urbanAreas, glaciers, rivers, lakes
  }

  /// A filled ring or a stroked line; large ones are cut into pieces, so that few points outside a
  /// drawing are processed.
  public struct Piece: Sendable {
    public let bounds: MapBounds
    /// The lowest zoom level at which it is drawn.
    public let minimumZoom: Float
    fileprivate let points: Range<Int>
  }

  private let areas: [[Piece]]
  private let lines: [[Piece]]
  /// The points of all pieces, x in the lower and y in the upper half.
  private let points: [UInt32]

  public func areas(_ layer: Layer) -> [Piece] { areas[Int(layer.rawValue)] }
  public func lines(_ layer: Layer) -> [Piece] { lines[Int(layer.rawValue)] }

  /// The points of a piece; an area does not repeat its first one at the end.
  public func points(of piece: Piece) -> [MapPoint] {
    // Exact at both ends, so that the pieces of an area meet without a seam.
    func between(_ low: Float, _ high: Float, _ part: UInt32) -> Float {
      let part = Float(part) / Float(LandscapeFile.parts)
      return low * (1 - part) + high * part
    }
    let bounds = piece.bounds
    return points[piece.points].map {
      MapPoint(
        x: between(bounds.minX, bounds.maxX, $0 & 0xFFFF),
        y: between(bounds.minY, bounds.maxY, $0 >> 16))
    }
  }
}

extension LandscapeShapes {
  /// Decodes untrusted bytes; nil if they are damaged.
  fileprivate init?(reading reader: inout DataReader) {
    let (pieceCount, pointCount) = (Int(reader.word()), Int(reader.word()))
    guard reader.remaining >= pieceCount * LandscapeFile.pieceLength + pointCount * 4 else {
      return nil
    }
    var areas = [[Piece]](repeating: [], count: Layer.allCases.count)
    var lines = areas
    var end = 0
    for _ in 0..<pieceCount {
      let head = reader.word()
      let edges = (0..<4).map { _ in Float(bitPattern: reader.word()) }
      let count = Int(reader.word())
      guard let layer = Layer(rawValue: UInt8(head & 0xFF)),
        let form = LandscapeFile.Form(rawValue: UInt8(head >> 8 & 0xFF)),
        edges.allSatisfy({ 0...1 ~= $0 }), edges[0] <= edges[2], edges[1] <= edges[3],
        count >= (form == .area ? 3 : 2), count <= pointCount - end
      else { return nil }
      let piece = Piece(
        bounds: MapBounds(minX: edges[0], minY: edges[1], maxX: edges[2], maxY: edges[3]),
        minimumZoom: Float(head >> 16) / 10, points: end..<end + count)
      end = piece.points.upperBound
      switch form {
      case .area: areas[Int(layer.rawValue)].append(piece)
      case .line: lines[Int(layer.rawValue)].append(piece)
      }
    }
    guard end == pointCount else { return nil }
    points = (0..<end).map { _ in reader.word() }
    (self.areas, self.lines) = (areas, lines)
  }
}
