public import Atlas
public import Observation
public import Places
public import TravelModel

/// A pin, and how far from a place it is.
public struct NearbyPin: Hashable, Sendable {
  public let pin: Pin
  /// The distance in metres.
  public let distance: Double
}

/// The facts about the place of a pin, as they become known.
@Observable @MainActor
public final class PlaceGuide {
  public let pin: Pin
  /// The articles about it; nil if they were never fetched.
  public internal(set) var about: AboutPlace?
  /// Whether the library has been asked for the articles.
  public private(set) var isRead = false
  /// Lakes, mountains and other landmarks of the offline map nearby.
  public private(set) var landmarks: [NearbyLandmark] = []
  /// The rules of its time zone; nil until they have been read.
  public private(set) var zone: PlaceZone?
  /// The nearest other pins within a day trip, the nearest first.
  public private(set) var neighbours: [NearbyPin] = []

  @ObservationIgnored private let session: Session
  @ObservationIgnored private var measuring: Task<Void, Never>?

  private static let mostNeighbours = 3
  /// The greatest distance of a neighbour, in metres: about a day trip.
  private nonisolated static let neighbourDistance = 200_000.0

  /// Begins to read what is known about a pin's place.
  public init(for pin: Pin, in session: Session) {
    self.pin = pin
    self.session = session
    session.articles.shown = self
    let hasPhotos = session.map.pins[pin.id].map { $0.photoCount > 0 } == true
    Task { [weak self] in
      let known = await session.articles.aboutPlace(of: pin.id)
      // An answer that came meanwhile is newer.
      guard let self else { return }
      if about == nil { about = known }
      isRead = true
      // The album may have been filled while the user did not want articles.
      if about == nil, hasPhotos { fetchArticles() }
    }
    Task { [weak self, world = session.world, languages = session.languages] in
      let zone = await world.timeZone(at: pin.coordinate)
      self?.zone = zone
      let landmarks = await world.landmarks(near: pin.coordinate, languages: languages)
      self?.landmarks = landmarks
    }
  }

  /// Asks for the articles now, if the user wants them.
  public func fetchArticles() { session.articles.ask(about: pin) }

  /// Finds the nearest other pins.
  public func measure() {
    measuring?.cancel()
    measuring = Task { [weak self, pin, pins = session.map.pins] in
      let found = await PlaceGuide.nearest(to: pin, among: pins, count: PlaceGuide.mostNeighbours)
      guard let self, !Task.isCancelled, neighbours != found else { return }
      neighbours = found
    }
  }

  // There may be a hundred thousand pins.
  @concurrent
  nonisolated static func nearest(
    to pin: Pin, among pins: PinIndex, count: Int
  ) async -> [NearbyPin] {
    let near = pins.pins(within: neighbourDistance, of: pin.coordinate)
      .filter { $0.id != pin.id }
      .map { NearbyPin(pin: $0, distance: $0.coordinate.distance(to: pin.coordinate)) }
    return Array(near.sorted { $0.distance < $1.distance }.prefix(count))
  }
}
