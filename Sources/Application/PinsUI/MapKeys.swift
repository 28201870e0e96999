import CAdwaita
import CGLib
import GLibBridge
import MapWidget
import TravelModel
import Widgets

/// The map by keyboard: arrows go from pin to pin, or else pan, plus and minus zoom.
enum MapKeys {
  /// The part of the screen that an arrow key moves the map by.
  private static let step = 0.15

  static func install(on page: Widget, over map: Widget, camera: MapCamera, pins: PinLayer) {
    page.addKeys { [weak camera] (key: MapKey) in
      if let camera { move(camera, by: key) }
      return true
    }
    map.addKeys(capturing: true) { [weak camera, weak pins] (key: MapKey) in
      // The arrows are those of an open list of pins.
      guard let camera, !Focus.isInPopover(of: map) else { return false }
      if let direction = key.direction, pins?.moveFocus(direction) == true { return true }
      move(camera, by: key)
      return true
    }
  }

  private static func move(_ camera: MapCamera, by key: MapKey) {
    switch key {
    case .west: camera.pan(screensEast: -step, screensSouth: 0)
    case .east: camera.pan(screensEast: step, screensSouth: 0)
    case .north: camera.pan(screensEast: 0, screensSouth: -step)
    case .south: camera.pan(screensEast: 0, screensSouth: step)
    case .zoomIn: camera.zoom(by: 1)
    case .zoomOut: camera.zoom(by: -1)
    }
  }
}

extension MapKey {
  fileprivate var direction: ScreenDirection? {
    switch self {
    case .west: .left
    case .east: .right
    case .north: .up
    case .south: .down
    case .zoomIn, .zoomOut: nil
    }
  }
}
