import Atlas
import TravelModel

struct LevelWriter {
  /// The bits of a coordinate: the world is 2^bits units wide.
  let bits: Int
  /// How far lines may be off, in widths of the world.
  let tolerance: Double
  /// Rings whose width and height are less than this are left out, in widths of the world.
  let smallestRing: Double

  private struct GridPoint: Hashable {
    let x: Int
    let y: Int
  }
  private struct Stretch {
    var kind: OutlineFile.Stretch
    var points: [GridPoint]
  }
  private struct Piece {
    let country: Int
    let stretches: [Stretch]
    let area: Double
  }

  static func halfPixel(zoom: Int) -> Double { 0.5 / Double(256 << zoom) }

  func append(
    _ topology: Topology, lines: [(kind: OutlineFile.Stretch, vertices: [Vertex])],
    to content: inout [UInt8]
  ) {
    let nodes = topology.nodes()
    var drawn: Set<Topology.Edge> = []
    let rings = topology.rings.filter { !$0.isHole }
      .map { ($0, $0.vertices.map { topology.vertices[Int($0)].world }) }
      .filter { $0.1.extent >= smallestRing }
      .sorted { area($0.1) > area($1.1) }
    var pieces: [Piece] = []
    for (ring, points) in rings {
      let arcs = topology.arcs(of: ring, nodes: nodes)
      var stretches = self.stretches(arcs, topology, tolerance)
      // A narrow ring may collapse when it is simplified: then an island is simplified less, and in
      // the finest level nothing is.
      if !isProper(stretches), smallestRing == 0 || arcs.allSatisfy({ $0.kind == .coast }) {
        stretches = self.stretches(arcs, topology, smallestRing == 0 ? 0 : tolerance / 3)
      }
      guard isProper(stretches) else { continue }
      for (place, arc) in arcs.enumerated() where arc.kind != .coast && arc.kind != .silent {
        if !drawn.insert(arc.name).inserted { stretches[place].kind = .silent }
      }
      pieces.append(Piece(country: ring.feature, stretches: merged(stretches), area: area(points)))
    }
    let others = lines.map { line in
      let points = simplified(line.vertices.map(\.world), tolerance: tolerance)
      return Stretch(kind: line.kind, points: grid(points))
    }.filter { $0.points.count > 1 }
    let count =
      pieces.reduce(0) { $0 + $1.stretches.reduce(1) { $0 + $1.points.count - 1 } }
      + others.reduce(0) { $0 + $1.points.count }
    print("\(bits) bits: \(pieces.count) rings, \(others.count) lines, \(count) points")
    for number in [bits, count, pieces.count] { content.append(varying: UInt64(number)) }
    var start = GridPoint(x: 0, y: 0)
    for piece in pieces {
      content.append(varying: UInt64(piece.country))
      append(piece.stretches[0].points[0], after: &start, to: &content)
      content.append(varying: UInt64(piece.stretches.count))
      for stretch in piece.stretches { append(stretch, to: &content) }
    }
    content.append(varying: UInt64(others.count))
    for stretch in others {
      append(stretch.points[0], after: &start, to: &content)
      append(stretch, to: &content)
    }
  }

  private func stretches(
    _ arcs: [Topology.Arc], _ topology: Topology, _ tolerance: Double
  ) -> [Stretch] {
    arcs.map { arc in
      // Both neighbours simplify a border in the same direction, so that they agree.
      let canonical = arc.isCanonical ? arc.vertices : arc.vertices.reversed()
      let line = canonical.map { topology.vertices[Int($0)].world }
      let points = grid(simplified(line, tolerance: tolerance))
      return Stretch(kind: arc.kind, points: arc.isCanonical ? points : points.reversed())
    }
  }

  private func merged(_ stretches: [Stretch]) -> [Stretch] {
    var merged: [Stretch] = []
    for stretch in stretches where stretch.points.count > 1 {
      if merged.last?.kind == stretch.kind {
        merged[merged.count - 1].points += stretch.points.dropFirst()
      } else {
        merged.append(stretch)
      }
    }
    return merged
  }

  /// Tells whether a simplified ring still encloses something, which is to its right.
  private func isProper(_ stretches: [Stretch]) -> Bool {
    let points = stretches.flatMap { $0.points.dropLast() }
    guard Set(points).count >= 3 else { return false }
    let shifted = points.dropFirst() + points.prefix(1)
    return zip(points, shifted).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y } > 0
  }

  private func grid(_ points: [WorldPoint]) -> [GridPoint] {
    let scale = Double(1 << bits)
    var result: [GridPoint] = []
    for point in points {
      let place = GridPoint(
        x: Int((point.x * scale).rounded()), y: Int((point.y * scale).rounded()))
      if place != result.last { result.append(place) }
    }
    return result
  }

  private func append(_ point: GridPoint, after start: inout GridPoint, to content: inout [UInt8]) {
    content.append(signed: point.x - start.x)
    content.append(signed: point.y - start.y)
    start = point
  }

  private func append(_ stretch: Stretch, to content: inout [UInt8]) {
    content.append(varying: UInt64(stretch.kind.rawValue))
    content.append(varying: UInt64(stretch.points.count - 1))
    for (from, to) in zip(stretch.points, stretch.points.dropFirst()) {
      content.append(signed: to.x - from.x)
      content.append(signed: to.y - from.y)
    }
  }
}
