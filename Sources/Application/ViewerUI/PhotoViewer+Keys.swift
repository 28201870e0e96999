import CAdwaita
import CGLib
import GLibBridge
import TravelModel
import Widgets

/// The keys of the viewer, besides those of its menu.
extension PhotoViewer {
  /// How far a key pans, in logical pixels.
  private static let keyPan = 80.0
  /// The zoom factor of a key or a button.
  static let zoomStep = 1.5

  func addKeys() {
    widget.addKeys(ofActions: "viewer")
    widget.addKeys { [weak self] (key: ViewerKey) in
      self?.press(key) ?? false
    }
  }

  /// Acts on a key; returns false where it means nothing.
  private func press(_ key: ViewerKey) -> Bool {
    switch key {
    case .left: turn(by: canvas.isLeftToRight ? -1 : 1)
    case .right: turn(by: canvas.isLeftToRight ? 1 : -1)
    case .previous: turn(by: -1)
    case .next: turn(by: 1)
    case .first: turn(toEnd: false)
    case .last: turn(toEnd: true)
    case .zoomIn: canvas.animateZoom(by: PhotoViewer.zoomStep)
    case .zoomOut: canvas.animateZoom(by: 1 / PhotoViewer.zoomStep)
    case .fit: canvas.animateZoom(to: canvas.geometry.fitScale)
    case .showPixels: canvas.animateZoom(to: canvas.geometry.fullScale)
    case .doublePixels: canvas.animateZoom(to: canvas.geometry.fullScale * 2)
    case .panLeft: pan(byX: PhotoViewer.keyPan, y: 0)
    case .panRight: pan(byX: -PhotoViewer.keyPan, y: 0)
    case .panUp: pan(byX: 0, y: PhotoViewer.keyPan)
    case .panDown: pan(byX: 0, y: -PhotoViewer.keyPan)
    case .fullScreen: fullScreen.toggle()
    case .pause: return toggleSlideshowPause()
    case .info: toggleInfo()
    case .menu: menu.popUp(over: canvas.widget)
    case .leave: escape()
    case .goBack: goBack()
    }
    return true
  }

  /// Pans what a zoom that is under way leads to: no key takes from what another has done.
  private func pan(byX dx: Double, y dy: Double) {
    canvas.finishZoom()
    canvas.pan(byX: dx, y: dy)
  }
}
