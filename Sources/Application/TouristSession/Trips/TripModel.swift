import GLibBridge
public import Observation
public import TravelModel
public import TravelStore

/// The trips and their pins.
@Observable @MainActor
public final class TripModel: LibraryUser {
  /// The trips, in order of creation.
  public private(set) var trips: [Trip] = []
  /// The trip that the user has opened; nil if none.
  public var opened: Trip.ID?
  public private(set) var readingFailure: StoreError?
  /// Increases when pins of trips have come, gone or changed.
  private var revision = 0

  @ObservationIgnored private let map: MapModel
  @ObservationIgnored private var library: TravelStore?
  /// The existing pins of all trips.
  @ObservationIgnored private var pins: [Pin.ID: Pin] = [:]
  @ObservationIgnored private var lines: [Trip.ID: (stops: [Coordinate], line: TripLine)] = [:]

  init(of map: MapModel) {
    self.map = map
    map.onPinChange { [weak self] in self?.apply($0) }
  }

  /// Opens a trip; one that is open already is opened again, so that its new stops are seen.
  public func open(_ id: Trip.ID) {
    // Observers are not called when a value stays the same.
    opened = nil
    opened = id
  }

  public subscript(id: Trip.ID) -> Trip? { trips.first { $0.id == id } }

  /// The existing pins of a trip, in its order.
  public func pins(of trip: Trip) -> [Pin] {
    // Reading it subscribes observers to changes.
    _ = revision
    return trip.stops.compactMap { pins[$0] }
  }

  /// The line of a trip through its existing pins.
  public func line(of trip: Trip) -> TripLine {
    let stops = pins(of: trip).map(\.coordinate)
    if let known = lines[trip.id], known.stops == stops { return known.line }
    let line = TripLine(through: stops)
    lines[trip.id] = (stops, line)
    return line
  }

  func isThere(_ id: Pin.ID) -> Bool { pins[id] != nil }

  func connect(to library: TravelStore) async {
    self.library = library
    await read()
  }

  /// Reads the trips of the library, or reads them again.
  func read() async {
    guard let library else { return }
    do {
      let found = try await library.trips()
      guard library === self.library else { return }
      readingFailure = nil
      show(found)
    } catch {
      debugLog("the trips cannot be read: \(error)")
      readingFailure = error
    }
  }

  func disconnect() async {
    (library, readingFailure, opened) = (nil, nil, nil)
    show([])
  }

  private func show(_ trips: [Trip]) {
    self.trips = trips
    let ids = Set(trips.map(\.id))
    lines = lines.filter { ids.contains($0.key) }
    if let shown = opened, !ids.contains(shown) { opened = nil }
    gatherPins()
  }

  private func gatherPins() {
    pins = [:]
    for id in trips.flatMap(\.stops) { pins[id] = map.pins[id] }
    revision += 1
  }

  private func apply(_ change: PinChange) {
    if case .one(let id) = change, !trips.contains(where: { $0.stops.contains(id) }) { return }
    gatherPins()
  }
}
