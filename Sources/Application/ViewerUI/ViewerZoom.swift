import Glibc
import TravelModel

/// A zoom of a picture in the viewer that takes a while.
nonisolated struct ViewerZoom: Hashable, Sendable {
  private let beginning: ViewerGeometry
  /// How many times larger the picture is at the end.
  private let ratio: Double
  private let x: Double
  private let y: Double

  /// Zooms to a scale, within what is possible, keeping the given point of the view fixed.
  init(
    from beginning: ViewerGeometry, to scale: Double, aroundX x: Double, y: Double
  ) {
    self.beginning = beginning
    ratio = min(beginning.greatestScale, max(beginning.fitScale, scale)) / beginning.scale
    (self.x, self.y) = (x, y)
  }

  /// Whether anything changes.
  var isNeeded: Bool { ratio != 1 }

  /// How the picture lies after a share of the zoom, given how it lies now: its view may have got
  /// another size meanwhile, and the picture another resolution.
  func geometry(at share: Double, now: ViewerGeometry) -> ViewerGeometry {
    var geometry = beginning
    geometry.setView(width: now.viewWidth, height: now.viewHeight, density: now.density)
    geometry.setImage(now.image)
    geometry.zoom(to: geometry.scale * pow(ratio, share), aroundX: x, y: y)
    return geometry
  }
}
