import TravelModel
import TravelStore

/// Continuing the work of earlier runs, and ending it.
extension AlbumFiller {
  /// Continues the unfinished albums of earlier runs.
  func resumeUnfinished(pin: @MainActor (Pin.ID) -> Pin?) async {
    let library = library
    let unfinished = (try? await library?.unfinishedAlbums()) ?? []
    guard library === self.library else { return }
    for pin in unfinished.compactMap(pin) { prefetch(pin) }
  }

  /// Cleans up after a crash, which may take long.
  func sweep() async { try? await library?.sweep() }

  /// Continues the album of a restored pin, if it was unfinished.
  func resume(_ pin: Pin) { resume([pin]) }

  /// Continues those of the pins' albums that are unfinished.
  func resume(_ pins: [Pin]) {
    run { [self] in
      guard let library, let unfinished = try? await library.unfinishedAlbums() else { return }
      let wanted = Set(unfinished)
      for pin in pins where wanted.contains(pin.id) { prefetch(pin) }
    }
  }

  /// Ends the work on all albums.
  func haltAll() async {
    let pins = Array(albums.keys)
    for pin in pins { albums[pin]?.tasks.values.forEach { $0.cancel() } }
    for pin in pins { await halt(pin) }
  }

  func disconnect() async {
    library = nil
    await downloads?.arrivals.end()
    await haltAll()
    while let errand = errands.values.first { await errand.value }
    downloads = nil
    (albums, awaitingNetwork, awaitingFirstPhoto, awaitingLibrary) = ([:], [:], [], [])
  }
}
