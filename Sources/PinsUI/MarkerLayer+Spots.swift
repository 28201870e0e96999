import MapWidget
import TravelModel

/// Where markers stand.
extension MarkerLayer {
  func markers(in area: MapArea) -> [MapMarker] {
    places.markers(x: area.x, y: area.y, zoom: area.zoom)
  }

  /// Where the markers of a part of the map stand, and what they cover there.
  func spots(in area: MapArea) -> [MarkerSpot] {
    markers(in: area).map {
      MarkerSpot(point: $0.point, boxes: content(of: $0).art(withCover: false).boxes)
    }
  }
}
