import Files
public import Observation
public import TravelModel

/// The best photos that others have taken of what the map shows, without a pin.
@Observable @MainActor
public final class FoundPhotos {
  /// The places of the photos that are shown, titled like them; each has its photo's number as its id.
  public private(set) var places = PinIndex()
  /// Why the last search has failed; nil after one that has not.
  public private(set) var failure: SourceFailure?

  @ObservationIgnored private var photos: [Pin.ID: FoundPhoto] = [:]
  @ObservationIgnored private var cache = SquareCache()
  @ObservationIgnored private var search: Task<Void, Never>?
  @ObservationIgnored private let find: Finder
  @ObservationIgnored private let images: LargeImages
  @ObservationIgnored private let now: () -> Double
  /// The small images of the view that is shown come first, and late ones not at all.
  @ObservationIgnored private let limiter = Limiter(width: 2, order: .newestFirst)

  /// Finds the best photos around a place, within a radius in metres.
  public typealias Finder =
    @Sendable (_ place: Coordinate, _ radius: Double) async throws -> [FoundPhoto]

  /// The zoom from which on photos are shown: that of a town.
  public nonisolated static let leastZoom = 12.0
  /// The most photos that are shown.
  private static let mostPhotos = 60
  /// The greatest radius that Commons searches, in metres.
  private static let reach = 10_000.0

  /// Shows what `find` finds; small `images` are downloaded as they are shown, and `now` is in seconds.
  public init(images: LargeImages, now: @escaping () -> Double, find: @escaping Finder) {
    (self.images, self.now, self.find) = (images, now, find)
  }

  /// Shows the photos of a view on which the map has come to rest, searched with one request unless
  /// all of it is known.
  public func show(_ view: MapView, width: Double, height: Double) {
    search?.cancel()
    guard view.zoom >= FoundPhotos.leastZoom else { return show([]) }
    showKnown(in: view, width, height)
    let block = SquareBlock(of: view, width: width, height: height, reach: FoundPhotos.reach)
    guard !cache.knows(block, at: now()) else { return }
    search = Task { [find] in
      do {
        let found = try await find(block.center, block.radius)
        cache.insert(found, for: block, at: now())
        setFailure(nil)
      } catch {
        // The map has moved on meanwhile.
        guard !Task.isCancelled else { return }
        setFailure(error as? SourceFailure ?? .unreadable)
      }
      if !Task.isCancelled { showKnown(in: view, width, height) }
    }
  }

  /// Hides all photos; a failure may be told again after that.
  public func hide() {
    search?.cancel()
    show([])
    setFailure(nil)
  }

  /// Waits until the search has ended.
  public func waitUntilFound() async { await search?.value }

  /// The file of the small image of a photo that is shown, downloaded if needed; nil if there is none.
  public func thumbnail(of place: Pin.ID) async -> String? {
    try? await limiter.pass { @MainActor [self] in
      guard let photo = photos[place] else { return nil }
      return try await file(of: photo, at: place)
    }
  }

  /// An album of a photo that is shown, which is not in the library; nil if it is not shown any more.
  public func album(of place: Pin.ID) async throws -> AlbumModel? {
    guard let photo = photos[place] else { return nil }
    let file = try await file(of: photo, at: place)
    // No pin of the library has this number.
    let pin = Pin(id: Pin.ID(-1), coordinate: photo.coordinate, title: "")
    let album = AlbumModel(pin: pin)
    var shown = photo.details
    // The small image is shown until that has come which an album would keep.
    shown.largeAddress = shown.imageAddress
    let stored = FoundPhotos.photo(shown, at: place)
    (album.ownFiles, album.foundPhoto) = ([stored.id: file], photo.details)
    album.activity = .none
    album.show([stored])
    return album
  }
}

extension FoundPhotos {
  /// Sets the failure, which is observed, if it is another one.
  private func setFailure(_ failure: SourceFailure?) {
    if self.failure != failure { self.failure = failure }
  }

  private func showKnown(in view: MapView, _ width: Double, _ height: Double) {
    let known = cache.photos(in: view, width: width, height: height, at: now())
    show(FoundPhoto.apart(known, zoom: view.zoom, count: FoundPhotos.mostPhotos))
  }

  private func show(_ found: [FoundPhoto]) {
    // Commons numbers its pages.
    let numbered = found.compactMap { photo in
      Int64(photo.details.sourceID).map { (Pin.ID($0), photo) }
    }
    let photos = Dictionary(numbered, uniquingKeysWith: { first, _ in first })
    guard photos != self.photos else { return }
    self.photos = photos
    places = PinIndex(
      photos.map { id, photo in
        Pin(id: id, coordinate: photo.coordinate, title: photo.details.title)
      })
  }

  private func file(of photo: FoundPhoto, at place: Pin.ID) async throws -> String {
    var details = photo.details
    details.largeAddress = photo.thumbnailAddress
    guard let file = try await images.image(of: FoundPhotos.photo(details, at: place)) else {
      throw SourceFailure.forbidden
    }
    return file
  }

  /// A photo by whose path its image is cached.
  private static func photo(_ details: PhotoDetails, at place: Pin.ID) -> Photo {
    Photo(
      id: Photo.ID(place.number), pin: Pin.ID(-1), position: 0, details: details,
      path: "found-\(place.number)", state: .stored)
  }
}
