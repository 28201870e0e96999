import CAdwaita
package import MapDrawing
package import TravelModel

/// How the world lies on the map's widget in a moment: flat, or as a globe.
package protocol Projection {
  /// The size of the widget, in pixels.
  var width: Double { get }
  var height: Double { get }
  /// The centre and zoom of the flat map; of a globe, those of the flat map nearest to it.
  var view: MapView { get }
  /// The part of the world that is on the widget, and so many pixels around it.
  func area(margin: Double) -> MapArea

  /// Where a place of the world map is on the widget.
  func position(of point: WorldPoint) -> (x: Double, y: Double)
  /// The place at a position of the widget; beside the world, the one nearest to it.
  func coordinate(x: Double, y: Double) -> Coordinate
  /// Tells whether a position of the widget is on the world.
  func contains(x: Double, y: Double) -> Bool
  /// Tells whether a place is on the side of the world that is turned away.
  func hides(_ point: WorldPoint) -> Bool
  /// Tells whether no other copy of a place is nearer to the middle.
  func isNearest(_ copy: WorldPoint) -> Bool
  /// How far the world has moved on the widget since an earlier moment; nil where its places have
  /// moved by different ways.
  func way(since earlier: any Projection) -> (x: Double, y: Double)?

  /// The markers of an area, of which none lies on another.
  func markers(of places: PinIndex, in area: MapArea) -> [MapMarker]
  /// The lines on the widget that a leg of a trip is in a part of it.
  func lines(of leg: TripLine.Leg, in area: LabelBox) -> [[SIMD2<Double>]]

  /// The world after a hand has moved it by so many pixels.
  func moved(byX x: Double, y: Double) -> Self
  /// The world moved so that a place is at a position; nil where it cannot get there.
  func moved(so place: Coordinate, isAtX x: Double, y: Double) -> Self?
  /// The view so many screens to the east and south of another one, or of the present one.
  func panned(from target: MapView?, screensEast: Double, screensSouth: Double) -> MapView
  /// The way to a view, for an animation.
  func route(to target: MapView) -> Route
}

extension Projection {
  package var area: MapArea { area(margin: 0) }

  /// The place at a position of the widget; nil beside the world.
  package func place(x: Double, y: Double) -> Coordinate? {
    contains(x: x, y: y) ? coordinate(x: x, y: y) : nil
  }

  /// Tells whether a place is on the widget, and not on the side that is turned away.
  package func sees(_ point: WorldPoint) -> Bool {
    !hides(point) && !area.copies(of: point).isEmpty
  }

  /// The zoom at which the flat map shows the whole world.
  var leastZoom: Double { MapView.wholeWorld(width: width, height: height).zoom }

  /// The flat map that has a place at a position of the widget, at a zoom or as near to it as can be.
  func flatView(showing point: WorldPoint, atX x: Double, y: Double, zoom: Double) -> MapView {
    MapView.showing(
      point, east: x - width / 2, south: y - height / 2, zoom: max(leastZoom, zoom), height: height)
  }
}

/// The way of the map to somewhere else, for an animation.
package struct Route {
  /// Where it leads; nil where it only fades away.
  var target: MapView?
  /// How long it takes, in milliseconds: libshumate's own time to where a key or a button leads.
  var milliseconds: UInt32 = 200
  var easing = ADW_EASE_OUT_CUBIC
  /// Views that it comes through, and the part of its time when it does.
  var stops: [(progress: Double, view: MapView)] = []
  /// How the world lies after a part of the time.
  let world: (Double) -> any Projection

  /// A flight takes off and lands.
  static let flightEasing = ADW_EASE_IN_OUT_SINE
}
