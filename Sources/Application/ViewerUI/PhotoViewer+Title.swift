import GLibBridge
import TouristSession
import TravelModel
import Widgets

/// What the photo is called.
extension PhotoViewer {
  /// What the place of an album is called now; empty where it has no pin.
  func placeName(of album: AlbumModel) -> String {
    (session.map.pins[album.pin.id] ?? album.pin).title
  }

  /// Shows the title of a photo, and what else is told of it; `pin` is where its album's is.
  func name(_ photo: Photo, at place: String, near pin: Coordinate) {
    let name = Words.title(of: photo, at: place)
    photoName = name
    title.show(name)
    canvas.widget.setAccessibleName(name)
    info.show(photo, titled: name, near: pin)
    // The pictures on the map have no pin, of which the name would be known.
    guard place.isEmpty, let spot = photo.details.coordinate else { return }
    Task { [weak self, session] in
      let found = await session.placeName(of: spot)
      guard let self, self.photo?.id == photo.id, !found.isEmpty else { return }
      self.name(photo, at: found, near: pin)
    }
  }
}
