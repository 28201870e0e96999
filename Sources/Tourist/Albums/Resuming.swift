import TravelStore
import Travels

/// What is gone on with, and what is not any more.
extension AlbumFiller {
  /// Goes on with the albums that an earlier run left unfinished, to the end of that.
  func resumeUnfinished(pin: @MainActor (Pin.ID) -> Pin?) async {
    let unfinished = (try? await library?.unfinishedAlbums()) ?? []
    let albums = unfinished.compactMap(pin).map { workedOn($0, isShown: false) }
    for album in albums {
      while let task = album.tasks.values.first { await task.value }
    }
  }

  /// Clears up what a sudden end has left; nobody waits for that, and it may take long where there
  /// is much.
  func sweep() async { try? await library?.sweep() }

  /// Goes on with the album of a pin that was brought back, where it had not been finished.
  func resume(_ pin: Pin) {
    Task {
      guard let library, let unfinished = try? await library.unfinishedAlbums() else { return }
      if unfinished.contains(pin.id) { prefetch(pin) }
    }
  }

  /// Forgets a library that another one takes the place of, and what was being done for it.
  func disconnect() {
    for album in albums.values {
      for task in album.tasks.values { task.cancel() }
    }
    (albums, stranded, early, library, downloads) = ([:], [:], [], nil, nil)
  }
}
