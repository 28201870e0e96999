import TravelModel
import TravelStore

/// Continuing the work of earlier runs, and ending it.
extension AlbumFiller {
  /// Continues the unfinished albums of earlier runs.
  func resumeUnfinished(pin: @MainActor (Pin.ID) -> Pin?) async {
    let unfinished = (try? await library?.unfinishedAlbums()) ?? []
    for pin in unfinished.compactMap(pin) { prefetch(pin) }
  }

  /// Cleans up after a crash, which may take long.
  func sweep() async { try? await library?.sweep() }

  /// Continues the album of a restored pin, if it was unfinished.
  func resume(_ pin: Pin) { resume([pin]) }

  /// Continues those of the pins' albums that are unfinished.
  func resume(_ pins: [Pin]) {
    Task {
      guard let library, let unfinished = try? await library.unfinishedAlbums() else { return }
      let wanted = Set(unfinished)
      for pin in pins where wanted.contains(pin.id) { prefetch(pin) }
    }
  }

  /// Cancels all work when another library is opened.
  func disconnect() {
    for album in albums.values {
      for task in album.tasks.values { task.cancel() }
    }
    // Downloads that are held back would wait for ever.
    resumeArrivals()
    (albums, awaitingNetwork, awaitingFirstPhoto, awaitingLibrary) = ([:], [:], [], [])
    (library, downloads) = (nil, nil)
  }
}
