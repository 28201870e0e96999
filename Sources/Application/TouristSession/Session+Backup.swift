import Files
public import LibraryBackup
import TravelModel
public import TravelStore

/// The library as one file, and back.
extension Session {
  /// Writes the library, as it is now, and some settings into a file, in the place of one that is
  /// there.
  public func backUp(
    to path: String, settings: String, program: String, progress: BackupProgress
  ) async throws(BackupFailure) -> BackupContent {
    await map.waitUntilSaved()
    await lastChange?.value
    let folder = library.folder
    guard case .open(let store) = library.state else {
      throw .library(.unwritable(path: folder))
    }
    let snapshot: LibrarySnapshot
    do throws(StoreError) { snapshot = try await store.snapshot() } catch { throw .library(error) }
    return try await WorkQueue.shared.run { () throws(BackupFailure) in
      try LibraryBackup.write(
        snapshot, settings: settings, program: program, to: path, notInto: folder,
        progress: progress)
    }
  }

  /// Reads a backup and checks all of it; nothing changes.
  public func readBackup(
    _ path: String, progress: BackupProgress
  ) async throws(BackupFailure) -> FoundBackup {
    let folder = library.folder
    return try await WorkQueue.shared.run { () throws(BackupFailure) in
      try LibraryBackup.read(path, besideLibraryIn: folder, progress: progress)
    }
  }

  /// Deletes what was unpacked of a backup, away from the main thread.
  public func forget(_ found: FoundBackup) async {
    await WorkQueue.shared.run { found.library.discard() }
  }

  /// Adds what a backup has and the library has not.
  public func merge(
    _ found: FoundBackup, progress: BackupProgress
  ) async throws(StoreError) -> MergedLibrary {
    guard case .open(let store) = library.state else { throw .gone }
    let merged = try await change { [map, albums, trips, undo] () throws(StoreError) in
      // What is found meanwhile would take the place of what comes.
      await albums.haltAll()
      do throws(StoreError) {
        let merged = try await store.merge(found.library) { !progress.isCancelled }
        await map.retryReading()
        await trips.read()
        await albums.readAgain()
        if let step = merged.step { undo.offer(ShownStep(.libraryMerged, merged: merged), step) }
        return merged
      } catch {
        await albums.readAgain()
        throw error
      }
    }
    await resumeAlbums()
    return merged
  }

  /// Puts a backup in the place of the library, and returns where that is now, with its settings; nil
  /// where there was none.
  public func replace(
    by found: FoundBackup, keeping settings: String
  ) async throws(StoreError) -> String? {
    await lastChange?.value
    await map.waitUntilSaved()
    let outcome = await library.replace(by: found.library, keeping: settings, leave)
    if let store = outcome.store {
      await connect(to: store)
      await resumeWork()
    }
    return try outcome.aside.get()
  }
}

/// Albums while another library is merged.
extension AlbumFiller {
  /// Reads the albums that are shown, and takes up the work on them.
  fileprivate func readAgain() async {
    for album in albums.values {
      guard let library else { return }
      let (photos, info) = (
        try? await library.album(of: album.pin.id), try? await library.albumInfo(of: album.pin.id)
      )
      guard let photos else { continue }
      album.show(photos)
      album.info = info
      goOn(with: album)
    }
  }
}
