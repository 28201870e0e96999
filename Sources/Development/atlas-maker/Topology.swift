import Atlas

/// The outlines of a source as a net of edges, in which neighbours share their borders.
struct Topology {
  /// An edge by its two vertices, the lower number first.
  struct Edge: Hashable {
    let low: Int32
    let high: Int32

    init(_ one: Int32, _ other: Int32) { (low, high) = (min(one, other), max(one, other)) }
  }

  struct Ring {
    let feature: Int
    let isHole: Bool
    /// The numbers of its vertices; the last is the first.
    let vertices: [Int32]
  }

  /// A part of a ring between two nodes.
  struct Arc {
    let kind: OutlineFile.Stretch
    /// Numbers of vertices, from end to end.
    let vertices: [Int32]

    /// Tells whether the arc has the direction that is the same in all rings that share it.
    var isCanonical: Bool {
      let (first, last) = (vertices[0], vertices[vertices.count - 1])
      return first != last ? first < last : vertices[1] <= vertices[vertices.count - 2]
    }
    /// An edge that identifies the arc; it is the same in every ring that the arc is in.
    var name: Edge {
      let count = vertices.count
      return isCanonical
        ? Edge(vertices[0], vertices[1]) : Edge(vertices[count - 1], vertices[count - 2])
    }
  }

  private(set) var features: [Feature]
  private(set) var vertices: [Vertex] = []
  private(set) var rings: [Ring] = []
  /// The one or two features on the sides of an edge.
  private(set) var sides: [Edge: (Int, Int?)] = [:]
  var kinds: [Edge: OutlineFile.Stretch] = [:]

  init(_ map: SourceMap) {
    features = map.features
    var numbers: [Vertex: Int32] = [:]
    for (feature, territory) in map.features.enumerated() {
      for polygon in territory.polygons {
        for (place, corners) in polygon.enumerated() where corners.count >= 4 {
          var ring = corners.map { corner in
            if let number = numbers[corner] { return number }
            numbers[corner] = Int32(vertices.count)
            vertices.append(corner)
            return Int32(vertices.count - 1)
          }
          if turnsLeft(ring) { ring.reverse() }
          rings.append(Ring(feature: feature, isHole: place > 0, vertices: ring))
          for (from, to) in zip(ring, ring.dropFirst()) {
            let edge = Edge(from, to)
            if let side = sides[edge]?.0 {
              sides[edge] = (side, feature)
            } else {
              sides[edge] = (feature, nil)
            }
          }
        }
      }
    }
    for (edge, sides) in sides { kinds[edge] = kind(of: edge, sides) }
  }

  func ends(of edge: Edge) -> (Vertex, Vertex) {
    (vertices[Int(edge.low)], vertices[Int(edge.high)])
  }

  /// Whether arcs end at each vertex: where more than two lines meet, or lines of different kinds.
  func nodes() -> [Bool] {
    var degrees = [UInt8](repeating: 0, count: vertices.count)
    var first = [OutlineFile.Stretch?](repeating: nil, count: vertices.count)
    var isMixed = [Bool](repeating: false, count: vertices.count)
    for (edge, kind) in kinds {
      for end in [Int(edge.low), Int(edge.high)] {
        degrees[end] += 1
        if let other = first[end], other != kind { isMixed[end] = true }
        first[end] = kind
      }
    }
    return isMixed.indices.map { isMixed[$0] || degrees[$0] != 2 }
  }

  /// Splits a ring at its nodes; one without nodes begins at the same vertex in all rings that
  /// share it.
  func arcs(of ring: Ring, nodes: [Bool]) -> [Arc] {
    let open = ring.vertices.dropLast()
    let start = open.firstIndex { nodes[Int($0)] } ?? open.indices.min { open[$0] < open[$1] } ?? 0
    let turned = Array(open[start...] + open[..<start]) + [open[start]]
    var arcs: [Arc] = []
    var first = 0
    for place in turned.indices.dropFirst()
    where nodes[Int(turned[place])] || place == turned.count - 1 {
      let edge = Edge(turned[first], turned[first + 1])
      arcs.append(Arc(kind: kinds[edge]!, vertices: Array(turned[first...place])))
      first = place
    }
    return arcs
  }

  /// All arcs of the wanted kinds, each once.
  func arcs(where isWanted: (OutlineFile.Stretch) -> Bool) -> [Arc] {
    let nodes = nodes()
    var seen: Set<Edge> = []
    return rings.flatMap { ring in
      arcs(of: ring, nodes: nodes).filter { isWanted($0.kind) && seen.insert($0.name).inserted }
    }
  }

  /// Adds a piece of land that the source has left out, with the neighbours that it touches.
  mutating func insertGap(_ loop: [Int32]) {
    let neighbours = Set(zip(loop, loop.dropFirst()).map { sides[Edge($0, $1)]!.0 }).sorted()
    let gap = features.count
    features.append(
      Feature(
        code: "", name: "gap \(gap)", properties: [:], polygons: [], claimants: neighbours))
    rings.append(Ring(feature: gap, isHole: false, vertices: loop))
    for (from, to) in zip(loop, loop.dropFirst()) {
      let edge = Edge(from, to)
      sides[edge]!.1 = gap
      kinds[edge] = .country
    }
  }

  func kind(of edge: Edge, _ sides: (Int, Int?)) -> OutlineFile.Stretch {
    let (from, to) = (ends(of: edge).0.degrees, ends(of: edge).1.degrees)
    if abs(from.longitude) == 180, from.longitude == to.longitude { return .silent }
    if max(from.latitude, to.latitude) <= -85.05 { return .silent }
    guard let other = sides.1 else { return .coast }
    return features[sides.0].identity == features[other].identity ? .silent : .country
  }

  func turnsLeft(_ ring: [Int32]) -> Bool {
    var area = 0.0
    for (from, to) in zip(ring, ring.dropFirst()) {
      let (a, b) = (vertices[Int(from)].degrees, vertices[Int(to)].degrees)
      area += a.longitude * b.latitude - b.longitude * a.latitude
    }
    return area > 0
  }
}
