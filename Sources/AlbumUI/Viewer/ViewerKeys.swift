import CAdwaita
import CGLib
import GLibBridge
import Travels
import Widgets

/// The keys of the viewer, beside those of its menu.
extension PhotoViewer {
  /// How far a key moves the picture, in points.
  private static let keyPan = 80.0
  /// How much larger the picture is after a key or a button.
  static let zoomStep = 1.5

  func addKeys() {
    widget.addKeys(ofActions: "viewer")
    widget.addKeys { [weak self] (key: ViewerKey) in
      self?.press(key)
      return true
    }
  }

  private func press(_ key: ViewerKey) {
    switch key {
    case .left: turn(by: canvas.isLeftToRight ? -1 : 1)
    case .right: turn(by: canvas.isLeftToRight ? 1 : -1)
    case .previous: turn(by: -1)
    case .next: turn(by: 1)
    case .first: turn(toEnd: false)
    case .last: turn(toEnd: true)
    case .zoomIn: canvas.flyZoom(by: PhotoViewer.zoomStep)
    case .zoomOut: canvas.flyZoom(by: 1 / PhotoViewer.zoomStep)
    case .fit: canvas.flyZoom(to: canvas.geometry.fitScale)
    case .showPixels: canvas.flyZoom(to: canvas.geometry.fullScale)
    case .doublePixels: canvas.flyZoom(to: canvas.geometry.fullScale * 2)
    case .panLeft: canvas.pan(byX: PhotoViewer.keyPan, y: 0)
    case .panRight: canvas.pan(byX: -PhotoViewer.keyPan, y: 0)
    case .panUp: canvas.pan(byX: 0, y: PhotoViewer.keyPan)
    case .panDown: canvas.pan(byX: 0, y: -PhotoViewer.keyPan)
    case .fullScreen: fullScreen.toggle()
    case .info: toggleInfo()
    case .menu: menu.popUp(over: canvas.widget)
    case .leave: escape()
    case .goBack: onBack()
    }
  }
}
