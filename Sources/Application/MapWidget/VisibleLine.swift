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
  /// Points are skipped while the line is no further than this, in pixels, from the straight line in
  /// which it began: then it bends by a quarter of it.
  private static let bend = 1.0
  /// The longest piece, in pixels: cairo counts to eight million.
  private static let longest = 1e6

  package init(_ points: some Sequence<SIMD2<Double>>, in area: LabelBox) {
    var (start, passed, heading): (SIMD2<Double>?, SIMD2<Double>?, SIMD2<Double>?)
    for point in points {
      guard let begin = start else {
        start = point
        continue
      }
      if let ahead = heading, let last = passed,
        !VisibleLine.continues(from: begin, by: ahead, over: last, to: point)
      {
        add(from: begin, to: last, in: area)
        start = last
        (passed, heading) = (nil, nil)
      }
      if heading == nil {
        let way = point - start!
        let length = (way * way).sum().squareRoot()
        if length >= VisibleLine.step { heading = way / length }
      }
      passed = point
    }
    if let start, let passed { add(from: start, to: passed, in: area) }
  }

  private static func continues(
    from start: SIMD2<Double>, by heading: SIMD2<Double>, over last: SIMD2<Double>,
    to point: SIMD2<Double>
  ) -> Bool {
    let way = point - start
    let aside = abs(heading.x * way.y - heading.y * way.x)
    return aside <= bend && (heading * (point - last)).sum() >= 0
      && (way * way).sum() < longest * longest
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
