package import TravelModel

/// Where on the screen the world is.
///
/// Its corner is on a whole device pixel: all that is drawn by it moves by the same pixels.
package struct WorldOnScreen {
  /// The left upper corner of the world, in pixels.
  package var x: Double
  package var y: Double
  /// The width of the world, in pixels.
  package let size: Double

  /// Where a place is.
  package func position(of point: WorldPoint) -> (x: Double, y: Double) {
    (x + point.x * size, y + point.y * size)
  }
}
