public import TravelModel

/// The order of a list of pins; the raw values are those of the setting.
public enum PinOrder: String, CaseIterable, Sendable {
  case name
  /// By date: the pin dropped last comes first.
  case date
  /// By distance: the pin nearest to the middle of the map comes first.
  case distance
  /// By country, and by name within each.
  case country
}

/// Which pins a list shows, and in which order.
package struct PinListQuery: Hashable, Sendable {
  package var text = ""
  package var order = PinOrder.name
  /// The visible part of the map, if the list is limited to it.
  package var area: WorldArea?
  /// The origin for distances, if the list is sorted by them.
  package var origin: Coordinate?

  package init(
    text: String = "", order: PinOrder = .name, area: WorldArea? = nil, origin: Coordinate? = nil
  ) {
    (self.text, self.order, self.area, self.origin) = (text, order, area, origin)
  }
}

/// A change of a list: rows at a position are replaced by others.
public struct ListSplice: Hashable, Sendable {
  public let position: Int
  public let removed: Int
  public let inserted: [Pin.ID]

  public init(at position: Int, removing removed: Int, inserting inserted: [Pin.ID]) {
    (self.position, self.removed, self.inserted) = (position, removed, inserted)
  }
}

extension ListSplice {
  /// The most separate changes: for more, replacing everything is faster.
  private static let mostSplices = 64

  /// The changes that lead from one list to another, one after the other; `moved` may have changed
  /// places.
  package static func splices(
    from old: [Pin.ID], to new: [Pin.ID], moved: Set<Pin.ID>
  ) -> [ListSplice] {
    var (start, oldEnd, newEnd) = (0, old.count, new.count)
    while start < min(oldEnd, newEnd), old[start] == new[start] { start += 1 }
    while oldEnd > start, newEnd > start, old[oldEnd - 1] == new[newEnd - 1] {
      oldEnd -= 1
      newEnd -= 1
    }
    guard start < oldEnd || start < newEnd else { return [] }
    let whole = ListSplice(
      at: start, removing: oldEnd - start, inserting: Array(new[start..<newEnd]))
    guard start < oldEnd, start < newEnd else { return [whole] }

    let (before, after) = (Set(old[start..<oldEnd]), Set(new[start..<newEnd]))
    var splices: [ListSplice] = []
    var (from, to) = (start, start)
    while from < oldEnd || to < newEnd {
      if from < oldEnd, to < newEnd, old[from] == new[to] {
        (from, to) = (from + 1, to + 1)
        continue
      }
      let (firstRemoved, firstInserted) = (from, to)
      while from < oldEnd, !after.contains(old[from]) || moved.contains(old[from]) { from += 1 }
      while to < newEnd, !before.contains(new[to]) || moved.contains(new[to]) { to += 1 }
      let isStuck = from == firstRemoved && to == firstInserted
      guard !isStuck, splices.count < mostSplices else { return [whole] }
      splices.append(
        ListSplice(
          at: firstInserted, removing: from - firstRemoved,
          inserting: Array(new[firstInserted..<to])))
    }
    return splices
  }
}
