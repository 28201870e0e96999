import Foundation
import TravelModel

/// Finds land that a view has left out because it is disputed: it would look like a lake.
enum Gaps {
  /// Fills the holes that the first view has among two or more countries, and that are land in the
  /// second.
  static func fill(_ first: inout Topology, second: Topology) {
    for loop in loops(first) where !first.turnsLeft(loop) {
      let points = loop.map { first.vertices[Int($0)].world }
      let neighbours = Set(
        zip(loop, loop.dropFirst()).map {
          first.features[first.sides[Topology.Edge($0, $1)]!.0].identity
        })
      guard neighbours.count > 1, isLand(inside(points), second) else { continue }
      print("filled between", neighbours.sorted().joined(separator: " and "))
      first.insertGap(loop)
    }
  }

  /// The outlines of all holes in the land; a hole is to the right of its outline.
  private static func loops(_ topology: Topology) -> [[Int32]] {
    var steps: [Int32: [Int32]] = [:]
    for ring in topology.rings {
      for (from, to) in zip(ring.vertices, ring.vertices.dropFirst())
      where topology.sides[Topology.Edge(from, to)]!.1 == nil {
        // All rings turn right, those around holes as well.
        if ring.isHole {
          steps[from, default: []].append(to)
        } else {
          steps[to, default: []].append(from)
        }
      }
    }
    var loops: [[Int32]] = []
    for start in steps.keys.sorted() {
      while let next = steps[start]?.popLast() {
        var loop = [start, next]
        while let place = loop.last, place != start, let choices = steps[place], !choices.isEmpty {
          let before = loop[loop.count - 2]
          let turn = choices.indices.min {
            angle(before, place, choices[$0], topology)
              < angle(before, place, choices[$1], topology)
          }!
          loop.append(steps[place]!.remove(at: turn))
        }
        if loop.last == start, loop.count > 3 { loops.append(loop) }
      }
    }
    return loops
  }

  /// How far to the left a turn is; 0 is the sharpest turn to the right.
  private static func angle(_ a: Int32, _ b: Int32, _ c: Int32, _ topology: Topology) -> Double {
    let (a, b, c) = (
      topology.vertices[Int(a)].degrees, topology.vertices[Int(b)].degrees,
      topology.vertices[Int(c)].degrees
    )
    let back = atan2(a.latitude - b.latitude, a.longitude - b.longitude)
    let onward = atan2(c.latitude - b.latitude, c.longitude - b.longitude)
    let turn = (onward - back).truncatingRemainder(dividingBy: 2 * .pi)
    return turn <= 0 ? turn + 2 * .pi : turn
  }

  /// A point inside a ring: on the level line through its middle, where the ring is widest.
  private static func inside(_ ring: [WorldPoint]) -> WorldPoint {
    let ys = ring.map(\.y)
    let y = (ys.min()! + ys.max()!) / 2
    let line = [ring].crossings(at: y)
    var widest = 0
    for place in stride(from: 0, to: line.count - 1, by: 2) {
      let width = line[place + 1] - line[place]
      if width > line[widest + 1] - line[widest] { widest = place }
    }
    return WorldPoint(x: (line[widest] + line[widest + 1]) / 2, y: y)
  }

  private static func isLand(_ point: WorldPoint, _ topology: Topology) -> Bool {
    topology.rings.contains { ring in
      [ring.vertices.map { topology.vertices[Int($0)].world }].contains(point)
    }
  }
}
