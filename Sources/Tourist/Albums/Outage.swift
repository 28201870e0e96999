import TravelStore
import Travels

/// Going on by itself with what failed for want of a network.
extension AlbumFiller {
  /// Takes note of what work on an album left undone, so that it goes on when the network is back.
  func noteOutage(of album: AlbumModel) {
    guard albums[album.pin.id] === album else { return }
    guard album.lacksNetwork else {
      stranded[album.pin.id] = nil
      return
    }
    stranded[album.pin.id] = album.pin
  }

  /// Goes on where the network was missing, once for each time that it comes back.
  func goOn() {
    let pins = stranded.values.sorted { isShown($0) && !isShown($1) }
    stranded = [:]
    Task {
      for pin in pins { await goOn(with: pin) }
    }
  }

  private func goOn(with pin: Pin) async {
    guard let library, let photos = try? await library.album(of: pin.id) else { return }
    // What was refused, or is gone, is so with any network.
    let lost = photos.filter { $0.failure == .unreachable }
    guard let awaited = try? await library.awaitAgain(lost) else {
      stranded[pin.id] = pin
      return
    }
    guard let album = albums[pin.id] else { return prefetch(pin) }
    for photo in awaited { album.update(photo) }
    if !photos.isEmpty {
      resume(awaited, of: album)
    } else if !album.isBusy {
      start(album)
    }
  }

  private func isShown(_ pin: Pin) -> Bool { albums[pin.id]?.isShown == true }
}

extension AlbumModel {
  /// Tells whether something is missing that could not be reached.
  ///
  /// Other photos instead of those that are there are looked for by nobody’s wish but the user’s.
  fileprivate var lacksNetwork: Bool {
    (photos.isEmpty && trouble == .search(.unreachable))
      || photos.contains { $0.failure == .unreachable }
  }
}
