package import MapDrawing

/// The visible parts of a line in an area, simplified so that they look the same.
///
/// A line around the world has thousands of points, most of them outside the window when the map is
/// close, and most of them within a pixel of each other when it is not.
package nonisolated struct VisibleLine {
  package private(set) var pieces: [[SIMD2<Double>]] = []

  /// Points closer to each other than this, in pixels, are skipped: the line hardly bends between
  /// them.
  private static let step = 3.0

  package init(_ points: some Sequence<SIMD2<Double>>, in area: LabelBox) {
    var start: SIMD2<Double>?
    var passed: SIMD2<Double>?
    for point in points {
      guard let last = start else {
        start = point
        continue
      }
      let way = point - last
      if (way * way).sum() < VisibleLine.step * VisibleLine.step {
        passed = point
      } else {
        add(from: last, to: point, in: area)
        (start, passed) = (point, nil)
      }
    }
    if let start, let passed { add(from: start, to: passed, in: area) }
  }

  private mutating func add(from start: SIMD2<Double>, to end: SIMD2<Double>, in area: LabelBox) {
    guard area.meets(from: start, to: end) else { return }
    if pieces.last?.last == start {
      pieces[pieces.count - 1].append(end)
    } else {
      pieces.append([start, end])
    }
  }
}

nonisolated extension LabelBox {
  /// Whether the box around a line segment touches this one.
  fileprivate func meets(from start: SIMD2<Double>, to end: SIMD2<Double>) -> Bool {
    max(start.x, end.x) >= x && min(start.x, end.x) <= x + width
      && max(start.y, end.y) >= y && min(start.y, end.y) <= y + height
  }
}
