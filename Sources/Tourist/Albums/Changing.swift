import TravelStore

/// Changes that are made in the order in which they are asked for.
extension AlbumFiller {
  /// Changes an album without anything being searched or downloaded: one change after the other.
  func change(
    _ album: AlbumModel,
    _ work: @escaping @MainActor (AlbumFiller, any AlbumLibrary) async throws -> Void
  ) {
    guard let library else { return }
    let previous = album.change
    let number = newNumber()
    let change = Task { () -> StoreError? in
      defer { changes[number] = nil }
      _ = await previous?.value
      do {
        try await work(self, library)
      } catch let error as StoreError where error != .gone {
        album.trouble = .library(error)
        return error
      } catch {
        // What has gone meanwhile is no trouble to anybody.
      }
      return nil
    }
    album.change = change
    changes[number] = change
  }

  /// Waits until all that was asked of albums, and each file that has come, is in the library.
  ///
  /// Throws what a change failed of that was waited for.
  func settle() async throws(StoreError) {
    while let change = changes.values.first {
      if let error = await change.value { throw error }
    }
    await arrivals?.settle()
  }
}
