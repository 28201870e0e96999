import Atlas

/// Finds the borders that the two views of the world do not agree on.
struct DisputedBorders {
  /// Views agree on a border where they draw it within this distance, in kilometres: the worst
  /// difference of an agreed border between the two scales is 18.
  static let tolerance = 18.0
  /// How far a disagreement extends: to where the views are this close, in kilometres.
  ///
  /// Also this close, a border of the second view counts as one of the first if a territory without
  /// a code is beside it.
  static let closeness = 6.0
  /// How close to a coast of the first view a border of the second counts as that coast, in
  /// kilometres, as along a fjord or in a river's mouth.
  static let coastTolerance = 4.0
  /// The least length of a disagreement, and of an agreement between two, in kilometres; shorter
  /// ones come from the different scales.
  static let shortestDispute = 30.0
  static let shortestAgreement = 25.0

  /// Borders that both views have, but that a neighbour disputes: the codes of the two countries, and
  /// the degrees north and east beyond which their border is disputed.
  ///
  /// So are all borders of territories that ISO 3166-1 has no code for.
  static let known: [(codes: Set<String>, north: Double, east: Double)] = [
    (["MA", "EH"], -90, -180), (["IL", "PS"], -90, -180), (["IL", "SY"], -90, -180),
    // The line of control, from Jammu northwards; Aksai Chin and the Shaksgam valley.
    (["IN", "PK"], 32.4, -180), (["CN", "IN"], 32, -180), (["CN", "PK"], 35, -180),
    // Arunachal Pradesh; the Hala'ib Triangle.
    (["CN", "IN"], -90, 91.5), (["EG", "SD"], -90, 33),
  ]

  /// Marks the disputed borders of the first view, and returns those that only the second has.
  static func mark(_ first: inout Topology, second: Topology) -> [[Vertex]] {
    var near = NearPoints(reach: tolerance)
    var close = NearPoints(reach: closeness)
    for (edge, kind) in second.kinds where kind == .country {
      let (from, to) = second.ends(of: edge)
      near.insert(from: from, to: to)
      close.insert(from: from, to: to)
    }
    for arc in first.arcs(where: { $0 == .country }) {
      let edges = zip(arc.vertices, arc.vertices.dropFirst()).map(Topology.Edge.init)
      let far = smoothed(edges.map { !near.isNear(middle($0, first)) }, edges, first)
      let flags = extended(far) { !close.isNear(middle(edges[$0], first)) }
      var length = 0.0
      for (edge, isFar) in zip(edges, flags) where isFar || isKnown(edge, first) {
        first.kinds[edge] = .disputed
        if isFar { length += self.length(edge, first) }
      }
      if length > 0 { report(arc, first, "first", length) }
    }
    return only(in: second, and: first)
  }

  private static func only(in second: Topology, and first: Topology) -> [[Vertex]] {
    var borders = NearPoints(reach: tolerance)
    var closeBorders = NearPoints(reach: closeness)
    var coasts = NearPoints(reach: coastTolerance)
    for (edge, kind) in first.kinds {
      let (from, to) = first.ends(of: edge)
      switch kind {
      case .coast: coasts.insert(from: from, to: to)
      case .country, .disputed:
        borders.insert(from: from, to: to)
        closeBorders.insert(from: from, to: to)
      case .region, .silent: break
      }
    }
    var lines: [[Vertex]] = []
    for arc in second.arcs(where: { $0 == .country }) {
      let edges = zip(arc.vertices, arc.vertices.dropFirst()).map(Topology.Edge.init)
      let isOfCodeless = features(edges[0], second).contains(where: \.isCodeless)
      let isOpen = edges.map {
        let point = middle($0, second)
        return !closeBorders.isNear(point) && !coasts.isNear(point)
      }
      let isFar = zip(edges, isOpen).map {
        $1 && (isOfCodeless || !borders.isNear(middle($0, second)))
      }
      let flags = extended(smoothed(isFar, edges, second)) { isOpen[$0] }
      var line: [Int32] = []
      var length = 0.0
      for (place, isFar) in flags.enumerated() {
        if isFar {
          line += line.isEmpty ? [arc.vertices[place]] : []
          line.append(arc.vertices[place + 1])
          length += self.length(edges[place], second)
        }
        if !line.isEmpty, !isFar || place == flags.count - 1 {
          lines.append(line.map { second.vertices[Int($0)] })
          line = []
        }
      }
      if length > 0 { report(arc, second, "second", length) }
    }
    return lines
  }

  /// Removes disagreements and agreements that are so short that they come from the different
  /// scales.
  private static func smoothed(
    _ flags: [Bool], _ edges: [Topology.Edge], _ topology: Topology
  ) -> [Bool] {
    var flags = flags
    for (value, shortest) in [(false, shortestAgreement), (true, shortestDispute)] {
      var first = 0
      while first < flags.count {
        let end = flags[first...].firstIndex { $0 != flags[first] } ?? flags.count
        let length = edges[first..<end].reduce(0) { $0 + self.length($1, topology) }
        if flags[first] == value, length < shortest, end - first < flags.count || value {
          for place in first..<end { flags[place] = !value }
        }
        first = end
      }
    }
    return flags
  }

  /// Extends what is flagged to both sides, as far as a condition holds.
  private static func extended(_ flags: [Bool], while holds: (Int) -> Bool) -> [Bool] {
    var flags = flags
    for order in [Array(flags.indices), flags.indices.reversed()] {
      for (before, place) in zip(order, order.dropFirst())
      where flags[before] && !flags[place] && holds(place) {
        flags[place] = true
      }
    }
    return flags
  }

  private static func isKnown(_ edge: Topology.Edge, _ topology: Topology) -> Bool {
    let features = features(edge, topology)
    guard !features.contains(where: \.isCodeless) else { return true }
    let codes = Set(features.map(\.code))
    let place = topology.ends(of: edge).0.degrees
    return known.contains {
      codes == $0.codes && place.latitude >= $0.north && place.longitude >= $0.east
    }
  }

  private static func features(_ edge: Topology.Edge, _ topology: Topology) -> [Feature] {
    let sides = topology.sides[edge]!
    return [topology.features[sides.0]] + (sides.1.map { [topology.features[$0]] } ?? [])
  }

  private static func middle(_ edge: Topology.Edge, _ topology: Topology) -> SIMD3<Double> {
    let (from, to) = topology.ends(of: edge)
    return (Earth.position(from) + Earth.position(to)) / 2
  }

  private static func length(_ edge: Topology.Edge, _ topology: Topology) -> Double {
    let (from, to) = topology.ends(of: edge)
    return Earth.distance(Earth.position(from), Earth.position(to))
  }

  private static func report(
    _ arc: Topology.Arc, _ topology: Topology, _ view: String, _ length: Double
  ) {
    let names = features(Topology.Edge(arc.vertices[0], arc.vertices[1]), topology).map(\.name)
    print("only in the \(view) view: \(names.joined(separator: " - ")), \(Int(length)) km")
  }
}
