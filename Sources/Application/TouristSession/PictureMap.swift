import Files
public import Observation
public import TravelModel
import TravelStore

/// Where the user's own pictures were taken.
@Observable @MainActor
public final class PictureMap {
  /// The places of the pictures; each has its picture's number as its id.
  public private(set) var places = PinIndex()
  public private(set) var state = State.hidden

  @ObservationIgnored private var pictures: [PicturePlace] = []
  @ObservationIgnored private var reading: Task<Void, Never>?
  @ObservationIgnored private let read: () async throws -> [PicturePlace]
  @ObservationIgnored private let details: ([PicturePlace]) async throws -> [PhotoDetails?]
  @ObservationIgnored private let locate: @Sendable (String) -> Coordinate?

  public enum State: Hashable, Sendable {
    case hidden
    case reading
    /// This many pictures are shown.
    case shown(Int)
    case failed(SourceFailure)
  }

  /// Makes a map of the pictures that `places` reads.
  ///
  /// `locate` reads where a picture was taken, and blocks; it returns nil if the picture does not
  /// say.
  public init(
    places: @escaping () async throws -> [PicturePlace],
    details: @escaping ([PicturePlace]) async throws -> [PhotoDetails?],
    locate: @escaping @Sendable (String) -> Coordinate?
  ) {
    (read, self.details, self.locate) = (places, details, locate)
  }

  /// Shows the pictures of the chosen folder.
  public func show() {
    reading?.cancel()
    state = .reading
    reading = Task { [read] in
      do {
        let pictures = try await read()
        let places = await PictureMap.index(of: pictures.map(\.coordinate))
        guard !Task.isCancelled else { return }
        (self.pictures, self.places, state) = (pictures, places, .shown(pictures.count))
      } catch {
        guard !Task.isCancelled else { return }
        (pictures, places) = ([], PinIndex())
        state = .failed(error as? SourceFailure ?? .unreadable)
      }
    }
  }

  public func hide() {
    reading?.cancel()
    (pictures, places, state) = ([], PinIndex(), .hidden)
  }

  /// Waits until the pictures are read.
  public func waitUntilRead() async {
    while let current = reading {
      await current.value
      if reading == current { return }
    }
  }

  public func picture(at place: Pin) -> PicturePlace? {
    let number = Int(place.id.number)
    return pictures.indices.contains(number) ? pictures[number] : nil
  }

  /// An album of some pictures that is not in the library; nil if all of them are gone.
  public func album(of places: [Pin]) async throws -> AlbumModel? {
    guard let first = places.first else { return nil }
    let pictures = places.compactMap { place in picture(at: place).map { (place, $0) } }
    let details = try await details(pictures.map(\.1))
    // No pin of the library has this number.
    let pin = Pin(id: Pin.ID(-1), coordinate: first.coordinate, title: "")
    let album = AlbumModel(pin: pin)
    var photos: [Photo] = []
    for case (let (place, picture), let details?) in zip(pictures, details) {
      let photo = Photo(
        id: Photo.ID(place.id.number), pin: pin.id, position: photos.count, details: details,
        path: details.sourceID, state: .stored)
      album.ownFiles[photo.id] = picture.file
      photos.append(photo)
    }
    guard !photos.isEmpty else { return nil }
    album.activity = .none
    album.show(photos)
    return album
  }

  /// Places where pictures were taken that have no pin, one for all pictures close together.
  public func placesWithoutPin(among pins: PinIndex) async -> [Coordinate] {
    await PictureMap.placesWithoutPin(places, pins)
  }

  /// Places without a pin where some pictures were taken, and how many pictures have a place.
  ///
  /// `goesOn` is called for each on another thread; nil if it returned false.
  public func placesWithoutPin(
    of files: [String], among pins: PinIndex, goesOn: @escaping @Sendable () -> Bool
  ) async -> (places: [Coordinate], located: Int)? {
    let found = await WorkQueue.shared.run { [locate] () -> [Coordinate]? in
      var found: [Coordinate] = []
      for file in files {
        guard goesOn() else { return nil }
        if let place = locate(file) { found.append(place) }
      }
      return found
    }
    guard let found else { return nil }
    let index = await PictureMap.index(of: found)
    return (await PictureMap.placesWithoutPin(index, pins), found.count)
  }

  /// Pictures that form one group at this zoom count as one place: a few kilometres.
  private nonisolated static let placeZoom = 11.0

  @concurrent
  private static func placesWithoutPin(_ places: PinIndex, _ pins: PinIndex) async -> [Coordinate] {
    let reach = PinIndex.clusterRadius / MapView(center: .origin, zoom: placeZoom).worldSize
    return places.markers(x: 0...1, y: 0...1, zoom: placeZoom).map(\.point)
      .filter { point in
        pins.markers(
          x: (point.x - reach)...(point.x + reach), y: (point.y - reach)...(point.y + reach),
          zoom: MapView.zoomRange.upperBound
        ).isEmpty
      }
      .map { Mercator.coordinate(at: $0) }
  }

  /// Sorts the pictures off the main actor.
  @concurrent
  private static func index(of pictures: [Coordinate]) async -> PinIndex {
    PinIndex(pictures.enumerated().map { Pin(id: Pin.ID(Int64($0)), coordinate: $1, title: "") })
  }
}
