import Foundation
import TravelModel

/// Joins the lines of rivers of one name, which a source cuts where a property changes.
enum RiverCourse {
  /// A river of a name: its lines, the longest first.
  struct River {
    var lines: [[WorldPoint]]
    /// The numbers of the features that it was made of.
    var features: Set<Int>
  }

  /// Lines with ends closer than this belong to one river, in widths of the world: four kilometres
  /// at the equator.
  private static let gap = 0.0001

  /// Groups lines of one name into rivers; each line comes with the number of its feature.
  static func rivers(of lines: [(feature: Int, line: [WorldPoint])]) -> [River] {
    var rivers: [River] = []
    var rest = lines.filter { $0.line.count > 1 }.map {
      River(lines: [$0.line], features: [$0.feature])
    }
    while var river = rest.popLast() {
      while let next = rest.indices.first(where: { touches(river, rest[$0]) }) {
        let other = rest.remove(at: next)
        river.lines += other.lines
        river.features.formUnion(other.features)
      }
      river.lines = joined(river.lines).sorted { length($0) > length($1) }
      rivers.append(river)
    }
    return rivers.sorted { length($0.lines[0]) > length($1.lines[0]) }
  }

  static func length(_ line: [WorldPoint]) -> Double {
    zip(line, line.dropFirst()).reduce(0) { $0 + hypot($1.1.x - $1.0.x, $1.1.y - $1.0.y) }
  }

  static func middle(of line: [WorldPoint]) -> WorldPoint {
    var left = length(line) / 2
    for (from, to) in zip(line, line.dropFirst()) {
      let step = hypot(to.x - from.x, to.y - from.y)
      if step >= left, step > 0 {
        let part = left / step
        return WorldPoint(x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part)
      }
      left -= step
    }
    return line[line.count / 2]
  }

  private static func touches(_ one: River, _ other: River) -> Bool {
    one.lines.contains { line in other.lines.contains { isNear(ends(line), ends($0)) } }
  }

  private static func ends(_ line: [WorldPoint]) -> [WorldPoint] {
    [line[0], line[line.count - 1]]
  }

  private static func isNear(_ some: [WorldPoint], _ others: [WorldPoint]) -> Bool {
    some.contains { one in others.contains { distance(one, $0) < gap } }
  }

  private static func distance(_ one: WorldPoint, _ other: WorldPoint) -> Double {
    hypot(one.x - other.x, one.y - other.y)
  }

  /// Joins lines at ends where exactly two meet, the longest lines first.
  private static func joined(_ lines: [[WorldPoint]]) -> [[WorldPoint]] {
    var done: [[WorldPoint]] = []
    var rest = lines.sorted { length($0) > length($1) }
    while !rest.isEmpty {
      var line = rest.removeFirst()
      var hasGrown = true
      while hasGrown {
        hasGrown = false
        for index in rest.indices {
          guard let longer = join(line, rest[index]) else { continue }
          line = longer
          rest.remove(at: index)
          hasGrown = true
          break
        }
      }
      done.append(line)
    }
    return done
  }

  private static func join(_ one: [WorldPoint], _ other: [WorldPoint]) -> [WorldPoint]? {
    let (first, last) = (one[0], one[one.count - 1])
    if distance(last, other[0]) < gap { return one + other.dropFirst() }
    if distance(last, other[other.count - 1]) < gap { return one + other.reversed().dropFirst() }
    if distance(first, other[other.count - 1]) < gap { return other + one.dropFirst() }
    if distance(first, other[0]) < gap { return other.reversed() + one.dropFirst() }
    return nil
  }
}
