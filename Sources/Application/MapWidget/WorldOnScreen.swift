package import TravelModel

/// The position of the world on the screen.
///
/// Its corner is on a whole device pixel, so that everything drawn by it moves by the same pixels.
package struct WorldOnScreen {
  /// The upper left corner of the world, in pixels.
  package var x: Double
  package var y: Double
  /// The width of the world, in pixels.
  package let size: Double

  package func position(of point: WorldPoint) -> (x: Double, y: Double) {
    (x + point.x * size, y + point.y * size)
  }
}

nonisolated extension Double {
  /// The nearest position on a whole device pixel of a screen with some of them per pixel.
  package func onDevicePixel(of scale: Double) -> Double { (self * scale).rounded() / scale }
}
