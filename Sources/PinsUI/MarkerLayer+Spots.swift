import MapDrawing
import MapWidget
import TravelModel

/// Where markers stand.
extension MarkerLayer {
  func markers(in area: MapArea) -> [MapMarker] {
    places.markers(x: area.x, y: area.y, zoom: area.zoom)
  }

  /// The markers of the globe, or those of a part of the flat map.
  func markersOnView(_ area: MapArea) -> [MapMarker] {
    camera.globe.map { places.markers(onGlobeOf: $0.radius, zoom: area.zoom) }
      ?? markers(in: area)
  }

  /// Where the markers of a part of the map stand, and what they cover there.
  func spots(in area: MapArea) -> [MarkerSpot] {
    markersOnView(area).map {
      MarkerSpot(point: $0.point, boxes: content(of: $0).art(withCover: false).boxes)
    }
  }
}
