/// What lies within the outlines and beside them: lakes and rivers, ice, towns, and the sea's depth.
public struct Landscape: Sendable {
  private let levels: [LandscapeShapes]

  /// Reads and checks the file.
  public init(file path: String) throws(AtlasError) {
    try self.init(content: try LandscapeFile.file.content(ofFile: path), path: path)
  }

  init(content: [UInt8], path: String = "") throws(AtlasError) {
    var rest = content[...]
    var levels: [LandscapeShapes] = []
    for _ in Detail.allCases {
      guard let shapes = LandscapeShapes(reading: &rest) else { throw .damaged(path: path) }
      levels.append(shapes)
    }
    guard rest.isEmpty else { throw .damaged(path: path) }
    self.levels = levels
  }

  public func shapes(_ detail: Detail) -> LandscapeShapes { levels[detail.rawValue] }
}

/// The landscape at one level of detail.
public struct LandscapeShapes: Sendable {
  /// Kinds of what is drawn, the lowest first.
  public enum Layer: UInt8, CaseIterable, Sendable {
    /// Seas deeper than so many metres.
    case depth200, depth1000, depth2000, depth4000, depth6000
    /// Islands that the outlines lack.
    case islands
    case urbanAreas, glaciers, rivers, lakes
  }

  /// A filled ring or a stroked line; large ones are cut into pieces, so that few points are far from
  /// what is drawn.
  public struct Piece: Sendable {
    public let bounds: MapBounds
    /// The lowest zoom level at which it is drawn.
    public let minimumZoom: Float
    @usableFromInline let points: Range<UInt32>
    public var pointCount: Int { points.count }
  }

  /// Pieces in the order of the file, where neighbours are near each other.
  private struct Pieces {
    let all: [Piece]
    /// The bounds of each `blockLength` of them.
    let blocks: [MapBounds]

    init(_ pieces: [Piece]) {
      all = pieces
      blocks = stride(from: 0, to: pieces.count, by: Pieces.blockLength).map { start in
        let block = pieces[start..<min(start + Pieces.blockLength, pieces.count)]
        return block.dropFirst().reduce(pieces[start].bounds) { $0.union($1.bounds) }
      }
    }

    func meeting(_ bounds: MapBounds) -> [Piece] {
      var pieces: [Piece] = []
      for (number, block) in blocks.enumerated() where block.meets(bounds) {
        let start = number * Pieces.blockLength
        for piece in all[start..<min(start + Pieces.blockLength, all.count)]
        where piece.bounds.meets(bounds) {
          pieces.append(piece)
        }
      }
      return pieces
    }

    private static let blockLength = 16
  }

  private let areas: [Pieces]
  private let lines: [Pieces]
  /// The points of all pieces, x in the lower and y in the upper half.
  @usableFromInline let points: [UInt32]

  public func areas(_ layer: Layer) -> [Piece] { areas[Int(layer.rawValue)].all }
  public func lines(_ layer: Layer) -> [Piece] { lines[Int(layer.rawValue)].all }

  /// Those that may reach into a part of the map.
  public func areas(_ layer: Layer, meeting bounds: MapBounds) -> [Piece] {
    areas[Int(layer.rawValue)].meeting(bounds)
  }
  public func lines(_ layer: Layer, meeting bounds: MapBounds) -> [Piece] {
    lines[Int(layer.rawValue)].meeting(bounds)
  }

  /// The points of a piece; the first of an area is not repeated at its end.
  public func points(of piece: Piece) -> [MapPoint] {
    var points: [MapPoint] = []
    points.reserveCapacity(piece.pointCount)
    forEachPoint(of: piece) { points.append($0) }
    return points
  }

  /// The first of a piece's points.
  public func firstPoint(of piece: Piece) -> MapPoint {
    LandscapeShapes.unpacked(points[Int(piece.points.lowerBound)], in: piece.bounds)
  }

  /// Calls a function with each point of a piece.
  @inlinable
  public func forEachPoint(of piece: Piece, _ body: (MapPoint) -> Void) {
    let bounds = piece.bounds
    points.withUnsafeBufferPointer { points in
      for place in Int(piece.points.lowerBound)..<Int(piece.points.upperBound) {
        body(LandscapeShapes.unpacked(points[place], in: bounds))
      }
    }
  }

  @inlinable @inline(__always)
  static func unpacked(_ point: UInt32, in bounds: MapBounds) -> MapPoint {
    // Exact at both ends, so that the pieces of an area meet without a seam.
    func between(_ low: Float, _ high: Float, _ part: UInt32) -> Float {
      let part = Float(part) / Float(LandscapeFile.parts)
      return low * (1 - part) + high * part
    }
    return MapPoint(
      x: between(bounds.minX, bounds.maxX, point & 0xFFFF),
      y: between(bounds.minY, bounds.maxY, point >> 16))
  }
}

extension LandscapeShapes {
  /// Decodes untrusted bytes, and takes them off; nil if they are damaged.
  fileprivate init?(reading bytes: inout ArraySlice<UInt8>) {
    guard let pieceCount = bytes.popInteger(), let pointCount = bytes.popInteger(),
      bytes.count >= Int(pieceCount) * LandscapeFile.pieceLength + Int(pointCount) * 4
    else { return nil }
    var areas = [[Piece]](repeating: [], count: Layer.allCases.count)
    var lines = areas
    var end: UInt32 = 0
    for _ in 0..<pieceCount {
      guard let head = bytes.popInteger(), let layer = Layer(rawValue: UInt8(head & 0xFF)),
        let form = LandscapeFile.Form(rawValue: UInt8(head >> 8 & 0xFF)),
        let bounds = bytes.popBounds(), let count = bytes.popInteger(),
        count >= (form == .area ? 3 : 2), count <= pointCount - end
      else { return nil }
      let piece = Piece(
        bounds: bounds, minimumZoom: Float(head >> 16) / 10, points: end..<(end + count))
      end = piece.points.upperBound
      switch form {
      case .area: areas[Int(layer.rawValue)].append(piece)
      case .line: lines[Int(layer.rawValue)].append(piece)
      }
    }
    guard end == pointCount else { return nil }
    let packed = bytes.prefix(Int(end) * 4)
    bytes = bytes.dropFirst(Int(end) * 4)
    points = packed.withUnsafeBytes { packed in
      (0..<Int(end)).map {
        UInt32(littleEndian: packed.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self))
      }
    }
    self.areas = areas.map(Pieces.init)
    self.lines = lines.map(Pieces.init)
  }
}

extension ArraySlice<UInt8> {
  fileprivate mutating func popInteger() -> UInt32? {
    guard count >= 4 else { return nil }
    defer { removeFirst(4) }
    return (0..<4).reduce(0) { $0 | UInt32(self[startIndex + $1]) << UInt32(8 * $1) }
  }

  fileprivate mutating func popBounds() -> MapBounds? {
    var edges: [Float] = []
    for _ in 0..<4 {
      guard let bits = popInteger() else { return nil }
      edges.append(Float(bitPattern: bits))
    }
    guard edges.allSatisfy({ 0...1 ~= $0 }), edges[0] <= edges[2], edges[1] <= edges[3]
    else { return nil }
    return MapBounds(minX: edges[0], minY: edges[1], maxX: edges[2], maxY: edges[3])
  }
}
