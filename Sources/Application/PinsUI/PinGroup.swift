import CAdwaita
import CGLib
import GLibBridge
import MapWidget
import TouristSession
import TravelModel
import Widgets

/// Pins that the map shows as one number.
struct PinGroup {
  let pins: [Pin]
  let camera: MapCamera
  /// Where their pictures come from; nil for none.
  let photos: PinPhotos?

  /// Comes so close that they part; nil where they do not.
  var zoomIn: (() -> Void)? { camera.parting(of: pins.map(\.coordinate)) }

  /// Shows them all, to choose one of them.
  func show(at marker: MarkerWidget) {
    let button = marker.button.pointer
    guard let layer = gtk_widget_get_parent(button) else { return }
    let items = pins.sorted {
      ($0.photoCount == 0 ? 1 : 0, $0.title) < ($1.photoCount == 0 ? 1 : 0, $1.title)
    }
    .map { pin in
      Gallery.Item(
        title: pin.title,
        name: Words.name(of: pin),
        picture: {
          guard pin.photoCount > 0 else { return nil }
          return await photos?.pictures(of: pin.id, count: 1, pixels: 2 * Int(Gallery.side)).first
        },
        open: { button.ask(.openAlbum(pin.id)) })
    }
    Gallery.show(
      Words.name(of: .cluster(pins.count)), items, zoomIn: zoomIn, at: button, of: layer)
  }
}
