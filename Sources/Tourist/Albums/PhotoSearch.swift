import PhotoSources
import TravelStore
import Travels

/// Asks sources for the photos of albums.
@MainActor
struct PhotoSearch {
  let sources: [String: any PhotoSource]
  let options: () -> AlbumOptions
  let network: NetworkWatch?

  /// Where an album's next photos come from: from the source that was chosen for it, or else from
  /// where those have come that it has; one without any has the source of all that are new.
  func choice(for album: AlbumModel) -> SourceChoice {
    if let chosen = album.chosenSource { return chosen }
    let usual = options().choice
    guard album.tally.all > 0, let info = album.info, let name = info.source else { return usual }
    // Postcards that stand in for photos give way to them.
    if info.fallbackReason != nil { return .automatic }
    return name == usual.source ? usual : SourceChoice(rawValue: name) ?? usual
  }

  /// Asks the source that the user wants, or the one that stands in for it where that cannot answer.
  func run(
    for album: AlbumModel, in library: TravelStore, isNew: Bool
  ) async throws -> NewAlbum {
    let choice = choice(for: album)
    network?.start()
    do {
      return NewAlbum(
        source: choice.source, slice: try await ask(choice.source, for: album.pin, library))
    } catch let failure as PhotoFailure {
      // Photos of the place are not given away for postcards, nor postcards for the same again.
      let hasStandIns = album.photos.isEmpty || album.info?.source == choice.standIn
      guard let standIn = choice.standIn, failure.isOfService, hasStandIns,
        album.photos.isEmpty || isNew
      else { throw failure }
      return NewAlbum(
        source: standIn, slice: try await ask(standIn, for: album.pin, library),
        fallbackReason: failure)
    }
  }

  private func ask(
    _ name: String, for pin: Pin, _ library: TravelStore
  ) async throws -> PhotoSlice {
    guard let source = sources[name] else { throw PhotoFailure.refused }
    let (options, history) = (options(), try await library.history(of: pin.id, in: name))
    var request = PhotoRequest(
      near: pin.coordinate, radius: options.radius, count: options.count)
    request.bookmark = history.bookmark
    request.seen = history.seen
    request.unwanted = history.unwanted
    return try await source.photos(request)
  }
}

extension PhotoFailure {
  /// Tells whether the service is to blame, so that another may do better.
  fileprivate var isOfService: Bool {
    switch self {
    case .unreachable, .busy, .refused, .unreadable: true
    default: false
    }
  }
}
