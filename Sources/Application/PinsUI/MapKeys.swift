import MapWidget
import Widgets

/// The map by keyboard: arrows go from marker to marker, or else pan, plus and minus zoom.
enum MapKeys {
  /// The share of the screen that an arrow key pans the map by.
  private static let step = 0.15

  /// Lets keys move the map, unless `moveFocus` moves the focus from one marker to another.
  static func install(
    on page: Widget, over map: Widget, camera: MapCamera,
    moveFocus: @escaping (ScreenWay) -> Bool
  ) {
    page.addKeys { [weak camera] (key: MapKey) in
      if let camera { move(camera, by: key) }
      return true
    }
    // Since 1.2, libshumate handles the arrows itself, with smaller steps.
    map.addKeys(capturing: true) { [weak camera] (key: MapKey) in
      // In an open list of pins, the arrows are the list's.
      guard let camera, !Focus.isInPopover(of: map) else { return false }
      if let way = key.way, moveFocus(way) { return true }
      move(camera, by: key)
      return true
    }
  }

  private static func move(_ camera: MapCamera, by key: MapKey) {
    if let way = key.way {
      camera.pan(screensEast: step * way.right, screensSouth: step * way.down)
    } else {
      camera.zoom(by: key == .zoomIn ? 1 : -1)
    }
  }
}

extension MapKey {
  /// The direction of an arrow key; nil for other keys.
  fileprivate var way: ScreenWay? {
    switch self {
    case .west: (-1, 0)
    case .east: (1, 0)
    case .north: (0, -1)
    case .south: (0, 1)
    case .zoomIn, .zoomOut: nil
    }
  }
}

/// A direction on the screen as a vector of length 1.
typealias ScreenWay = (right: Double, down: Double)

/// The index of the point that an arrow leads to from `start`: the nearest in that quarter of the
/// screen; nil if there is none.
///
/// Repeated steps reach each of the points.
nonisolated func nextPoint(
  _ way: ScreenWay, from start: (x: Double, y: Double), among points: [(x: Double, y: Double)]
) -> Int? {
  let distances = points.indices.compactMap { index -> (index: Int, square: Double)? in
    let (right, down) = (points[index].x - start.x, points[index].y - start.y)
    let ahead = right * way.right + down * way.down
    let aside = right * way.down - down * way.right
    return ahead > 0 && abs(aside) <= ahead ? (index, right * right + down * down) : nil
  }
  return distances.min { $0.square < $1.square }?.index
}
