import CAdwaita
package import MapDrawing
package import TravelModel

/// The projection of the world onto the map's widget at a moment: flat, or as a globe.
package protocol Projection {
  /// The size of the widget, in pixels.
  var width: Double { get }
  var height: Double { get }
  /// The centre and zoom of the flat map; for a globe, those of the nearest flat map.
  var view: MapView { get }
  /// The part of the world on the widget, with a margin in pixels.
  func area(margin: Double) -> MapArea

  func position(of point: WorldPoint) -> (x: Double, y: Double)
  /// The place at a position of the widget; beside the world, the nearest place.
  func coordinate(x: Double, y: Double) -> Coordinate
  /// Whether a position of the widget is on the world.
  func contains(x: Double, y: Double) -> Bool
  /// Whether a point is on the far side of the world.
  func hides(_ point: WorldPoint) -> Bool
  /// Whether no other copy of a point is nearer to the middle of the widget.
  func isNearest(_ copy: WorldPoint) -> Bool

  /// The markers of the places in an area; none overlaps another.
  func markers(of places: PinIndex, in area: MapArea) -> [MapMarker]
  func lines(of leg: TripLine.Leg, in area: LabelBox) -> [[SIMD2<Double>]]

  /// The projection after a drag by a distance in pixels.
  func moved(byX x: Double, y: Double) -> Self
  /// The projection with a place at a position; nil if it cannot be there.
  func moved(so place: Coordinate, isAtX x: Double, y: Double) -> Self?
  /// The view that is some screens to the east and south of another view, or of the present one.
  func panned(from target: MapView?, screensEast: Double, screensSouth: Double) -> MapView
  func route(to target: MapView) -> Route
}

extension Projection {
  package var area: MapArea { area(margin: 0) }

  /// The place at a position of the widget; nil if that is beside the world.
  package func place(x: Double, y: Double) -> Coordinate? {
    contains(x: x, y: y) ? coordinate(x: x, y: y) : nil
  }

  /// Whether a point is on the widget, and not on the far side of the world.
  package func sees(_ point: WorldPoint) -> Bool {
    !hides(point) && !area.copies(of: point).isEmpty
  }

  /// The zoom at which the flat map shows the whole world.
  var leastZoom: Double { MapView.wholeWorld(width: width, height: height).zoom }

  /// The view of the flat map with a point at a position of the widget, at a zoom or the nearest
  /// possible one.
  func flatView(showing point: WorldPoint, atX x: Double, y: Double, zoom: Double) -> MapView {
    MapView.showing(
      point, east: x - width / 2, south: y - height / 2, zoom: max(leastZoom, zoom), height: height)
  }
}

/// An animated way of the map to another view.
package struct Route {
  /// The view at its end; nil for a throw.
  var target: MapView?
  /// Its duration in milliseconds; by default libshumate's own.
  var milliseconds: UInt32 = 200
  var easing = ADW_EASE_OUT_CUBIC
  /// Views that it passes, and the share of its time when it does.
  var stops: [(progress: Double, view: MapView)] = []
  /// The projection after a share of the time.
  let world: (Double) -> any Projection

  /// The easing of a flight, which starts and ends slowly.
  static let flightEasing = ADW_EASE_IN_OUT_SINE
}
