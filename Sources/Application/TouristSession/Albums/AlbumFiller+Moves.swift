import TravelModel
import TravelStore

/// The album of a pin that is moved.
extension AlbumFiller {
  /// Ends the work on an album: what was found at one place must not come to another.
  func halt(_ pin: Pin.ID) async {
    let album = albums[pin]
    while let task = album?.tasks.values.first {
      task.cancel()
      await task.value
    }
  }

  /// Notes that photos of a pin are wanted at its new place.
  func awaitAlbum(of pin: Pin.ID) async { try? await library?.searchBegan(for: pin) }

  /// Goes on with an album at the new place of its pin.
  func goOn(at pin: Pin) {
    if albums.removeValue(forKey: pin.id)?.awaitsFirstPhoto == true {
      awaitingFirstPhoto.insert(pin.id)
    }
    if awaitingNetwork[pin.id] != nil { awaitingNetwork[pin.id] = pin }
    resume(pin)
  }

  /// Goes on with an album whose pin could not be moved.
  func goOn(with pin: Pin.ID) {
    if let album = albums[pin] { goOn(with: album) }
  }
}
