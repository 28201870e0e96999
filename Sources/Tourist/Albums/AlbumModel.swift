public import Observation
public import TravelStore
public import Travels

/// What the map tells of the work on a pin's album.
public enum PinProgress: Hashable, Sendable {
  /// Nothing is going on, and nothing went wrong.
  case none
  /// Photos are looked for, or on their way.
  case filling
  /// Photos could not be had.
  case failed
}

/// One album: what it shows and what is going on in it.
@Observable @MainActor
public final class AlbumModel {
  /// Whose album it is.
  public let pin: Pin
  /// The photos, in their order.
  ///
  /// What becomes of single photos is told by `onPhotoChange`: an album may have thousands.
  @ObservationIgnored public internal(set) var photos: [Photo] = []
  /// Counts the times that the list of photos became another.
  public internal(set) var edition = 0
  /// What is known of the album beside its photos; nil until it was read.
  public internal(set) var info: AlbumInfo?
  /// What is going on.
  public internal(set) var activity = Activity.reading
  /// What went wrong last; nil while nothing is wrong.
  public internal(set) var trouble: Trouble?
  /// How many photos are in each state.
  public internal(set) var tally = Tally()

  /// Tells whether photos are on their way and none has come for a while.
  public private(set) var isStalled = false
  /// Where the user wants its next photos to come from, if that was said of this album.
  public internal(set) var chosenSource: SourceChoice?

  /// Called when a photo, by its place in the list, is in another state.
  @ObservationIgnored public var onPhotoChange: ((Int) -> Void)?
  /// Called when some photos, by their places in the list as it was, have gone from it, or have
  /// come into it by their places as it is.
  @ObservationIgnored public var onListChange: ((ListChange) -> Void)?
  /// The work on the album.
  @ObservationIgnored var tasks: [Int: Task<Void, Never>] = [:]
  /// The photos that are on their way.
  @ObservationIgnored var underway: Set<Photo.ID> = [] {
    didSet { watchArrivals() }
  }
  /// Tells whether the work on the album waits for that on others.
  @ObservationIgnored var isQueued = false
  /// Tells whether somebody looks at the album.
  @ObservationIgnored var isShown = false
  /// Where each photo is in the list.
  @ObservationIgnored private var places: [Photo.ID: Int] = [:]
  /// When something became of a photo last.
  @ObservationIgnored private var lastArrival = SuspendingClock.now
  /// Waits for that to be too long ago.
  @ObservationIgnored private var stallClock: Task<Void, Never>?
  private let patience: Duration

  /// How long nothing comes before a person may want something else.
  public static let patience = Duration.seconds(10)

  /// How a list has changed while most of it stayed.
  public enum ListChange: Hashable, Sendable {
    /// These have gone, by their places before.
    case removed(IndexSet)
    /// These have come, by their places now.
    case inserted(IndexSet)
  }

  /// Places in a list, in ascending order.
  public typealias IndexSet = [Int]

  /// What is going on in an album.
  public enum Activity: Hashable, Sendable {
    /// The library is being read.
    case reading
    /// A source is being asked.
    case searching
    /// Photos are on their way.
    case downloading
    /// Nothing: the album is as it is.
    case none
  }

  /// What can go wrong with an album.
  public enum Trouble: Error, Hashable, Sendable {
    /// A source did not give photos.
    case search(PhotoFailure)
    /// There are no photos but those that the album has, or had and lost by the user's wish.
    case nothingElse
    /// The library cannot be read or written.
    case library(StoreError)
  }

  /// How many photos are in each state.
  public struct Tally: Hashable, Sendable {
    /// How many photos are on their way.
    public var awaited = 0
    /// How many photos are there.
    public var stored = 0
    /// How many photos did not come.
    public var failed = 0

    /// All of them.
    public var all: Int { awaited + stored + failed }
  }

  /// Makes an album that nothing is known of; it is stalled where nothing comes for `patience`.
  public init(pin: Pin, patience: Duration = AlbumModel.patience) {
    self.pin = pin
    self.patience = patience
  }

  /// Tells whether the last work on the album left something undone.
  var hasFailed: Bool { trouble != nil || tally.failed > 0 }

  /// Tells whether the album is being filled.
  public var isBusy: Bool { activity != .none }

  /// Tells whether another collection can be asked for, or the one before that failed.
  public var takesNewCollection: Bool { !isBusy || (activity == .downloading && isStalled) }
}

extension AlbumModel {
  /// Takes another list of photos.
  func show(_ photos: [Photo]) {
    take(photos)
    edition += 1
    noteArrival()
  }

  /// Takes photos out of the list, and returns them.
  func remove(_ ids: Set<Photo.ID>) -> [Photo] {
    let gone = photos.indices.filter { ids.contains(photos[$0].id) }
    guard !gone.isEmpty else { return [] }
    let removed = gone.map { photos[$0] }
    take(photos.filter { !ids.contains($0.id) })
    onListChange?(.removed(gone))
    return removed
  }

  /// Takes photos into the list, each at its position.
  func bringBack(_ back: [Photo]) {
    let new = back.filter { places[$0.id] == nil }
    guard !new.isEmpty else { return }
    take((photos + new).sorted { ($0.position, $0.id.number) < ($1.position, $1.id.number) })
    onListChange?(.inserted(new.compactMap { places[$0.id] }.sorted()))
  }

  private func take(_ photos: [Photo]) {
    self.photos = photos
    places = Dictionary(
      photos.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    var tally = Tally()
    for photo in photos { tally[photo.state] += 1 }
    if tally != self.tally { self.tally = tally }
  }

  /// Shows a photo as failed that has lost its file, if nothing else has become of it meanwhile.
  func lose(_ photo: Photo, because failure: PhotoFailure) {
    guard let place = places[photo.id], photos[place] == photo else { return }
    update(
      Photo(
        id: photo.id, pin: photo.pin, position: photo.position, details: photo.details, path: nil,
        state: .failed, failure: failure))
  }

  /// Takes what became of a photo, if it is in the list still.
  func update(_ photo: Photo) {
    guard let place = places[photo.id], photos[place] != photo else { return }
    var tally = tally
    tally[photos[place].state] -= 1
    tally[photo.state] += 1
    photos[place] = photo
    self.tally = tally
    noteArrival()
    onPhotoChange?(place)
  }
}

extension AlbumModel {
  private func noteArrival() {
    lastArrival = .now
    if isStalled { isStalled = false }
    watchArrivals()
  }

  /// Lets one clock run while photos are on their way, until it finds that none has come.
  private func watchArrivals() {
    guard !underway.isEmpty else {
      stallClock?.cancel()
      stallClock = nil
      if isStalled { isStalled = false }
      return
    }
    guard stallClock == nil, !isStalled else { return }
    lastArrival = .now
    stallClock = Task { [weak self] in
      while let left = self?.patienceLeft, left > .zero {
        guard (try? await Task.sleep(for: left, clock: .suspending)) != nil else { return }
      }
      // A clock that was stopped may have been about to ring.
      guard let self, !Task.isCancelled else { return }
      stallClock = nil
      isStalled = true
    }
  }

  private var patienceLeft: Duration { patience - (SuspendingClock.now - lastArrival) }
}

extension AlbumModel.Tally {
  fileprivate subscript(state: Photo.State) -> Int {
    get {
      switch state {
      case .awaited: awaited
      case .stored: stored
      case .failed: failed
      }
    }
    set {
      switch state {
      case .awaited: awaited = newValue
      case .stored: stored = newValue
      case .failed: failed = newValue
      }
    }
  }
}
