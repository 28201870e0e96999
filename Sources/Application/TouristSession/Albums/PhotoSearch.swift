import PhotoSources
import TravelModel
import TravelStore

/// Asks sources for the photos of albums.
@MainActor
struct PhotoSearch {
  let sources: [String: any PhotoSource]
  let options: () -> AlbumOptions
  let network: NetworkWatch?

  /// How many photos of an album there are for each spare one; a small album has a few more.
  private static let photosOfSpare = 4
  private static let leastSpares = 4

  /// The source of an album's next photos: the one chosen for it, else that of its present photos,
  /// else the one in the preferences.
  func choice(for album: AlbumModel) -> SourceChoice {
    if album.chosenSight != nil { return .commons }
    if let chosen = album.chosenSource ?? chosenBefore(for: album) { return chosen }
    let usual = options().choice
    guard album.tally.all > 0, let info = album.info, let name = info.source else { return usual }
    // A fallback gives way to the first source.
    if info.fallbackReason != nil { return .automatic }
    return name == usual.source ? usual : SourceChoice(rawValue: name) ?? usual
  }

  /// The source chosen for an album without photos whose search was interrupted or has failed.
  func chosenBefore(for album: AlbumModel) -> SourceChoice? {
    guard album.tally.all == 0, let info = album.info, info.state != .found else { return nil }
    return info.source.flatMap(SourceChoice.init)
  }

  /// Asks the album's source, or its fallback where that fails; an album of a sight stays one.
  func run(for album: AlbumModel, in library: TravelStore, isNew: Bool) async throws -> NewAlbum {
    network?.start()
    if let found = try await photosOfSight(for: album, in: library) { return found }
    let choice = choice(for: album)
    do {
      return NewAlbum(
        source: choice.source, slice: try await ask(choice.source, for: album.pin, library))
    } catch let failure as SourceFailure {
      // Real photos are not replaced by postcards, nor postcards by the same ones on a retry.
      let mayFallBack = album.photos.isEmpty || album.info?.source == choice.fallback
      guard let fallback = choice.fallback, failure.mayPassElsewhere, mayFallBack,
        album.photos.isEmpty || isNew
      else { throw failure }
      return NewAlbum(
        source: fallback, slice: try await ask(fallback, for: album.pin, library),
        fallbackReason: failure)
    }
  }

  /// Asks for photos of the sight that the user has chosen, or that the album is of; nil for neither.
  private func photosOfSight(
    for album: AlbumModel, in library: TravelStore
  ) async throws -> NewAlbum? {
    let (name, sight) = (SourceChoice.commons.source, album.chosenSight)
    var category = album.chosenSource == nil ? album.info?.category : nil
    if let sight { category = try await sources[name]?.category(of: sight) }
    if let category {
      let slice = try await ask(name, for: album.pin, in: category, library)
      if sight == nil || !slice.photos.isEmpty {
        return NewAlbum(source: name, slice: slice, category: category)
      }
    }
    guard let sight else { return nil }
    album.chosenSight = nil
    throw AlbumModel.Trouble.noneOf(sight.title)
  }

  private func ask(
    _ name: String, for pin: Pin, in category: String? = nil, _ library: TravelStore
  ) async throws -> PhotoSlice {
    guard let source = sources[name] else { throw SourceFailure.refused }
    let (options, history) = (options(), try await library.history(of: pin.id, in: name))
    var request = PhotoRequest(near: pin.coordinate, radius: options.radius, count: options.count)
    request.category = category
    request.spareCount = max(PhotoSearch.leastSpares, options.count / PhotoSearch.photosOfSpare)
    request.bookmark = history.bookmark
    request.seen = history.seen
    request.unwanted = history.unwanted
    return try await source.photos(request)
  }
}

extension SourceFailure {
  /// Whether it is the service that fails or is turned off, so that another one may succeed.
  fileprivate var mayPassElsewhere: Bool {
    switch self {
    case .unreachable, .untrusted, .busy, .refused, .unreadable, .turnedOff: true
    default: false
    }
  }
}
