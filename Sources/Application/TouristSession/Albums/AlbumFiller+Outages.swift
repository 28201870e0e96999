import TravelModel
import TravelStore

/// Retries by itself what failed for want of a network.
extension AlbumFiller {
  /// Notes whether an album waits for the network.
  func noteOutage(of album: AlbumModel) {
    guard albums[album.pin.id] === album else { return }
    guard album.lacksNetwork else {
      awaitingNetwork[album.pin.id] = nil
      return
    }
    awaitingNetwork[album.pin.id] = album.pin
  }

  /// Retries the waiting albums, each once per return of the network.
  func retryOutages() {
    let pins = awaitingNetwork.values.sorted { isShown($0) && !isShown($1) }
    awaitingNetwork = [:]
    run { [self] in
      for pin in pins { await retryOutage(of: pin) }
    }
  }

  private func retryOutage(of pin: Pin) async {
    guard let library, let photos = try? await library.album(of: pin.id) else { return }
    // Photos that failed for another reason would fail again.
    let lost = photos.filter { $0.failure == .unreachable }
    guard let awaited = try? await library.awaitAgain(lost) else {
      awaitingNetwork[pin.id] = pin
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
  /// Whether photos are missing because a service could not be reached.
  ///
  /// An album that has photos is never replaced without the user's request.
  fileprivate var lacksNetwork: Bool {
    (photos.isEmpty && trouble == .search(.unreachable))
      || photos.contains { $0.failure == .unreachable }
  }
}
