/// A direction on the screen, as an arrow key has.
nonisolated enum ScreenDirection: CaseIterable {
  case left, right, up, down

  /// The index of the point that an arrow leads to from `start`: the nearest in that quarter of the
  /// screen; nil where there is none.
  ///
  /// By such steps each of many points is reached.
  func next(
    from start: (x: Double, y: Double), among points: [(x: Double, y: Double)]
  ) -> Int? {
    let ways = points.indices.compactMap { index in
      way(from: start, to: points[index]).map { (index: index, length: $0) }
    }
    return ways.min { $0.length < $1.length }?.index
  }

  /// The square of the distance; nil where the end lies another way.
  private func way(from start: (x: Double, y: Double), to end: (x: Double, y: Double)) -> Double? {
    let (east, south) = (end.x - start.x, end.y - start.y)
    let (ahead, aside) =
      switch self {
      case .left: (-east, south)
      case .right: (east, south)
      case .up: (-south, east)
      case .down: (south, east)
      }
    return ahead > 0 && abs(aside) <= ahead ? east * east + south * south : nil
  }
}
