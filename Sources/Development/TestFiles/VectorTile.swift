import Atlas

/// A layer of a vector tile: lines, or single points.
public struct VectorLayer {
  private let name: String
  private let kind: UInt64
  private let paths: [[(x: Int, y: Int)]]

  public init(_ name: String, lines: [[(x: Int, y: Int)]]) {
    (self.name, kind, paths) = (name, 2, lines)
  }

  public init(_ name: String, points: [(x: Int, y: Int)]) {
    (self.name, kind, paths) = (name, 1, points.map { [$0] })
  }

  /// A vector tile with some layers, as Mapbox's specification has it, 4096 units wide.
  public static func tile(_ layers: [VectorLayer]) -> [UInt8] {
    layers.reduce(into: []) { $0.append(field: 3, $1.encoded) }
  }

  private var encoded: [UInt8] {
    var layer: [UInt8] = []
    layer.append(field: 15, integer: 2)
    layer.append(field: 1, Array(name.utf8))
    for path in paths { layer.append(field: 2, feature(path)) }
    layer.append(field: 5, integer: 4096)
    return layer
  }

  private func feature(_ path: [(x: Int, y: Int)]) -> [UInt8] {
    var (geometry, last) = ([UInt8](), (x: 0, y: 0))
    for (index, point) in path.enumerated() {
      // A command for the first point, and one for all others.
      if index == 0 { geometry.append(varying: 1 << 3 | 1) }
      if index == 1 { geometry.append(varying: UInt64(path.count - 1) << 3 | 2) }
      geometry.append(signed: point.x - last.x)
      geometry.append(signed: point.y - last.y)
      last = point
    }
    var feature: [UInt8] = []
    feature.append(field: 1, integer: 7)
    feature.append(field: 2, [0, 0])
    feature.append(field: 3, integer: kind)
    feature.append(field: 4, geometry)
    return feature
  }
}

extension [UInt8] {
  fileprivate mutating func append(field: UInt64, integer: UInt64) {
    append(varying: field << 3)
    append(varying: integer)
  }

  fileprivate mutating func append(field: UInt64, _ bytes: [UInt8]) {
    append(varying: field << 3 | 2)
    append(varying: UInt64(bytes.count))
    append(contentsOf: bytes)
  }
}
