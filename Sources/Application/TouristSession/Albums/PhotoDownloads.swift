import Files
import GLibBridge
import PhotoSources
import TravelModel
import TravelStore

/// Downloads the photos of albums into a library.
@MainActor
final class PhotoDownloads {
  let arrivals: Arrivals
  let library: TravelStore
  private let sources: [String: any PhotoSource]
  private let check: PictureCheck
  private let network: NetworkWatch?

  /// How many photos of one album are in progress at once; connections per server are bounded
  /// elsewhere.
  ///
  /// Enough to keep 6 connections busy while earlier photos are checked and synced: with 12, an
  /// album takes a third longer on a disk that needs 20 ms per sync.
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

  /// Downloads those of the photos that are awaited, several at once, in order.
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
        group.addTask { try await self.run(photo, of: album) }
      }
      try await group.waitForAll()
    }
  }

  /// Downloads one photo; if it is a near copy of another, a spare one takes its place.
  private func run(_ photo: Photo, of album: AlbumModel) async throws {
    var next: Photo? = photo
    while let photo = next {
      album.underway.insert(photo.id)
      defer { album.underway.remove(photo.id) }
      next = try await download(photo, of: album)
    }
  }

  /// Downloads one photo, and returns a spare one that takes its place, if any.
  ///
  /// A failure is stored, and other photos continue.
  private func download(_ photo: Photo, of album: AlbumModel) async throws -> Photo? {
    let file = await library.newIncoming()
    do {
      guard let source = sources[photo.details.source] else { throw SourceFailure.gone }
      try await source.fetch(photo.details, into: file)
      // Synced off the main actor, while the file is checked and other downloads continue.
      async let synced = WorkQueue.shared.run { () throws(DiskFailure) in try file.sync() }
      // Postcards look alike and differ in their texts.
      let isComparable = photo.details.source != SourceChoice.postcards.rawValue
      let content = try await check(file.path, isComparable)
      let arrived = ArrivedFile(photo: photo.id, file: try await synced, content: content)
      try Task.checkCancellation()
      if let look = content.look, !photo.isFavorite, album.shows(look, besides: photo.id),
        let next = try await library.replaceNearCopy(photo.id)
      {
        await WorkQueue.shared.run { file.discard() }
        album.replace(photo, by: next)
        return next
      }
      // Another photo may look the same, and arrive before this one is in the library.
      album.arriving[photo.id] = content.look
      defer { album.arriving[photo.id] = nil }
      if let saved = try await arrivals.save(arrived) { album.update(saved) }
    } catch {
      await WorkQueue.shared.run { file.discard() }
      guard let failure = PhotoFailure(error) else { throw error }
      debugLog("photo \(photo.id.number) of \(photo.details.source): \(failure)")
      if let failed = try await library.fail(photo.id, because: failure) { album.update(failed) }
    }
    return nil
  }
}
