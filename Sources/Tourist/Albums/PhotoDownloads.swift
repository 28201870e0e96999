import Files
import PhotoSources
import TravelStore
import Travels

/// Downloads the photos of albums into a library.
@MainActor
final class PhotoDownloads {
  /// Takes what has come into the library.
  let arrivals: Arrivals
  private let library: TravelStore
  private let sources: [String: any PhotoSource]
  private let check: PictureCheck
  private let network: NetworkWatch?

  /// Photos of one album that are on their way at a time; each server has a bound of its own.
  ///
  /// So many that 6 connections stay busy while the photos before are checked, and wait for a disk
  /// that takes 20 ms for each promise: with 12, an album takes a third longer there.
  private static let width = 24

  init(
    into library: TravelStore, from sources: [String: any PhotoSource],
    check: @escaping PictureCheck, network: NetworkWatch?
  ) {
    arrivals = Arrivals(library: library)
    self.library = library
    self.sources = sources
    self.check = check
    self.network = network
  }

  /// Downloads those of some photos that are awaited, several at a time, in their order.
  func run(_ photos: [Photo], of album: AlbumModel) async throws {
    let awaited = photos.filter { $0.state == .awaited && !album.underway.contains($0.id) }
    if !awaited.isEmpty || !album.underway.isEmpty { album.activity = .downloading }
    guard !awaited.isEmpty else { return }
    try await library.requireWritable()
    network?.start()
    album.underway.formUnion(awaited.map(\.id))
    defer { album.underway.subtract(awaited.map(\.id)) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, photo) in awaited.enumerated() {
        if number >= PhotoDownloads.width { try await group.next() }
        group.addTask { try await self.download(photo, of: album) }
      }
      try await group.waitForAll()
    }
  }

  /// Downloads one photo; what it fails of stays with it, and the others go on.
  private func download(_ photo: Photo, of album: AlbumModel) async throws {
    let file = await library.newIncoming()
    do {
      guard let source = sources[photo.details.source] else { throw PhotoFailure.gone }
      try await source.fetch(photo.details, into: file)
      // The disk is waited for when the next download is under way.
      let settled = try await WorkQueue.shared.run { () throws(DiskFailure) in try file.settle() }
      let arrived = ArrivedFile(
        photo: photo.id, file: settled, content: try await check(file.path))
      try Task.checkCancellation()
      if let kept = try await arrivals.keep(arrived) { album.update(kept) }
    } catch {
      file.discard()
      guard let failure = PhotoFailure(error) else { throw error }
      if let failed = try await library.fail(photo.id, because: failure) { album.update(failed) }
    }
  }
}
