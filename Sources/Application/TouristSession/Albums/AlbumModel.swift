public import Observation
public import TravelModel
public import TravelStore
import WebServices

/// The state of the work on a pin's album, as the map shows it.
public enum PinProgress: Hashable, Sendable {
  /// Nothing is under way, and nothing failed.
  case none
  /// Photos are being searched or downloaded.
  case filling
  case failed
}

/// One album: its photos, and the work on it.
@Observable @MainActor
public final class AlbumModel {
  public let pin: Pin
  /// The photos, in order.
  ///
  /// Not observed, because an album may have thousands: single photos are reported by
  /// `onChange`.
  @ObservationIgnored public internal(set) var photos: [Photo] = []
  /// Counts how often the list of photos was replaced.
  public internal(set) var edition = 0
  /// The state of the album besides its photos; nil until it was read.
  public internal(set) var info: AlbumInfo?
  public internal(set) var activity = Activity.reading
  public internal(set) var trouble: Trouble?
  public internal(set) var tally = Tally()

  /// Whether photos are being downloaded and none has arrived for a while.
  public private(set) var isStalled = false
  /// The source that the user has chosen for this album, if any.
  public internal(set) var chosenSource: SourceChoice?
  /// The sight of which the user wants more photos, until there are some.
  public internal(set) var chosenSight: Sight?

  /// The files of photos that are not the library's but the user's own; none of them can be changed.
  @ObservationIgnored public internal(set) var ownFiles: [Photo.ID: String] = [:]
  /// The photo that was found on the map, of which the user may make a pin; nil in other albums.
  @ObservationIgnored public internal(set) var foundPhoto: PhotoDetails?

  /// Called after a change that keeps most photos.
  @ObservationIgnored public var onChange: ((Change) -> Void)?
  @ObservationIgnored var underway: Set<Photo.ID> = [] {
    didSet { if underway.isEmpty != oldValue.isEmpty { watchArrivals() } }
  }
  /// The looks of pictures whose files are being moved into the library.
  @ObservationIgnored var arriving: [Photo.ID: PictureLook] = [:]
  /// The index of each photo.
  @ObservationIgnored private var places: [Photo.ID: Int] = [:]
  @ObservationIgnored private var stallClock: Task<Void, Never>?
  private let stallTimeout: Duration
  private let pauses: ServerPauses?

  /// How long without a new photo a download counts as stalled.
  public static let stallTimeout = Duration.seconds(10)

  /// A change that keeps most photos.
  public enum Change: Hashable, Sendable {
    /// The photo at an index.
    case changed(Int)
    /// Indices before the change, in ascending order.
    case removed([Int])
    /// Indices after the change, in ascending order.
    case inserted([Int])
    /// The photo at the first index was removed, and another inserted, whose index is now the
    /// second.
    case replaced(Int, by: Int)
  }

  public enum Activity: Hashable, Sendable {
    /// The library is being read.
    case reading
    /// A source is being asked.
    case searching
    case downloading
    case none
  }

  public enum Trouble: Error, Hashable, Sendable {
    /// The source failed.
    case search(SourceFailure)
    /// The source has no photos but those in the album, or removed from it.
    case nothingElse
    /// There are no photos of a sight, by its title.
    case noneOf(String)
    /// The library cannot be read or written.
    case library(StoreError)
  }

  /// How many photos are in each state, and how many are favourites.
  public struct Tally: Hashable, Sendable {
    public let awaited, stored, failed, favorites: Int

    public var all: Int { awaited + stored + failed }

    init(of photos: [Photo] = []) {
      func count(_ state: Photo.State) -> Int { photos.count { $0.state == state } }
      (awaited, stored, failed) = (count(.awaited), count(.stored), count(.failed))
      favorites = photos.count { $0.isFavorite }
    }
  }

  /// Makes an empty album; it is stalled when no photo has arrived for `stallTimeout`.
  public init(
    pin: Pin, stallTimeout: Duration = AlbumModel.stallTimeout,
    pauses: ServerPauses? = nil
  ) {
    self.pin = pin
    self.pauses = pauses
    self.stallTimeout = stallTimeout
  }

  /// Whether the last work left photos missing.
  var hasFailed: Bool { trouble != nil || tally.failed > 0 }

  /// Whether the photos are those of an album in the library.
  public var isInLibrary: Bool { ownFiles.isEmpty }

  public var isBusy: Bool { activity != .none }

  /// Whether photos come slowly, because their server has asked for a pause.
  public var isPaused: Bool {
    guard activity == .downloading, tally.awaited > 0, let servers = pauses?.servers,
      !servers.isEmpty
    else { return false }
    return photos.contains {
      $0.state == .awaited && servers.contains(Downloader.server(of: $0.details.imageAddress ?? ""))
    }
  }

  /// The failures that end with another network, or when a service is turned on.
  ///
  /// An album that has photos is never replaced without the user's request.
  var outages: Set<SourceFailure> {
    var failures = Set(photos.compactMap { $0.failure?.ofSource })
    if photos.isEmpty || isUnfilled, case .search(let failure) = trouble {
      failures.insert(failure)
    }
    return failures.filter { $0.dependsOnNetwork || $0 == .turnedOff }
  }

  /// Whether no search has found photos for it yet: it has none but favourites, with which it began.
  var isUnfilled: Bool { info?.state != .found && photos.allSatisfy(\.isFavorite) }

  public var firstStored: Photo? { photos.first { $0.state == .stored } }

  /// Whether the user may request another collection, or retry the last one.
  public var allowsNewCollection: Bool { !isBusy || (activity == .downloading && isStalled) }
}

extension AlbumModel {
  func show(_ photos: [Photo]) {
    setPhotos(photos)
    edition += 1
    watchArrivals()
  }

  /// Removes photos from the list, and returns them.
  func remove(_ ids: Set<Photo.ID>) -> [Photo] {
    let gone = photos.indices.filter { ids.contains(photos[$0].id) }
    guard !gone.isEmpty else { return [] }
    let removed = gone.map { photos[$0] }
    setPhotos(photos.filter { !ids.contains($0.id) })
    onChange?(.removed(gone))
    return removed
  }

  /// Inserts photos into the list, each at its position.
  func insert(_ back: [Photo]) {
    let new = back.filter { places[$0.id] == nil }
    guard !new.isEmpty else { return }
    setPhotos(photos + new)
    onChange?(.inserted(new.compactMap { places[$0.id] }.sorted()))
  }

  /// Replaces a photo by another, which goes to its own position.
  func replace(_ photo: Photo, by next: Photo) {
    guard let place = places[photo.id] else { return }
    setPhotos(photos.filter { $0.id != photo.id } + [next])
    guard let new = places[next.id] else { return }
    onChange?(.replaced(place, by: new))
  }

  /// Whether another photo of the album, present or arriving, looks like a picture.
  func shows(_ look: PictureLook, besides id: Photo.ID) -> Bool {
    photos.contains { other in
      other.id != id && (other.look ?? arriving[other.id]).map(look.isNear) == true
    }
  }

  private func setPhotos(_ photos: [Photo]) {
    self.photos = photos.sorted {
      ($0.position, $0.id.number) < ($1.position, $1.id.number)
    }
    places = Dictionary(
      self.photos.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    count()
  }

  private func count() {
    let tally = Tally(of: photos)
    if tally != self.tally { self.tally = tally }
  }

  /// Shows a photo whose file is lost as failed, unless it has changed since `photo` was read.
  func showAsFailed(_ photo: Photo, because failure: PictureFailure) {
    guard let place = places[photo.id], photos[place] == photo else { return }
    update(
      Photo(
        id: photo.id, pin: photo.pin, position: photo.position, details: photo.details, path: nil,
        state: .failed, failure: .picture(failure), isFavorite: photo.isFavorite))
  }

  /// Replaces a photo by its new version, if it is still in the list.
  func update(_ photo: Photo) {
    guard let place = places[photo.id], photos[place] != photo else { return }
    let old = photos[place]
    photos[place] = photo
    if old.state != photo.state || old.isFavorite != photo.isFavorite { count() }
    if old.path != photo.path || old.state != photo.state { watchArrivals() }
    onChange?(.changed(place))
  }
}

extension AlbumModel {
  /// Waits from now on for the next arrival while photos are being downloaded.
  private func watchArrivals() {
    stallClock?.cancel()
    if isStalled { isStalled = false }
    guard !underway.isEmpty else { return }
    stallClock = Task { [weak self, stallTimeout] in
      try? await Task.sleep(for: stallTimeout, clock: .suspending)
      // A cancelled task may have finished its sleep already.
      if !Task.isCancelled { self?.isStalled = true }
    }
  }
}
