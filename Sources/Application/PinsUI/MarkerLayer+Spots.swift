import MapWidget
import TravelModel

/// Where markers stand.
extension MarkerLayer {
  func markers(in area: MapArea) -> [MapMarker] {
    places.markers(x: area.x, y: area.y, zoom: area.zoom)
  }

  /// Where the markers of a part of the flat map stand, or all of the globe, and what they cover.
  func spots(in area: MapArea) -> [MarkerSpot] {
    // A globe asks in each frame: grouping takes too long for that.
    (camera.globe == nil ? markers(in: area) : Array(grouped.values)).map {
      MarkerSpot(point: $0.point, boxes: content(of: $0).art(withCover: false).boxes)
    }
  }
}
