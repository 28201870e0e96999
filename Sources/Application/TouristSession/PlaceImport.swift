public import Files
public import PlaceFiles
public import TravelModel

/// The pins and trips that a file of places would add.
public struct PlaceImport: Sendable {
  public private(set) var new: [NewPin] = []
  /// How many of the file's places are on the map already, or repeated in the file.
  public private(set) var known = 0
  /// The trips to be made from its routes, tracks and lines.
  public private(set) var routes: [NewRoute] = []
  /// How many of its trips exist already.
  public private(set) var knownRoutes = 0
  /// Whether some points of tracks are left out.
  public private(set) var isThinned = false
  /// What is wrong in the file: the first problems, and how many there are.
  public private(set) var problems: [PlaceList.Problem] = []
  public private(set) var problemCount = 0
  public var isEmpty: Bool { new.isEmpty && routes.isEmpty }

  public init(_ new: [NewPin] = [], known: Int = 0) { (self.new, self.known) = (new, known) }

  /// Compares a file with the existing pins and trips; throws `cancelled` when `goesOn` returns
  /// false.
  init(
    _ list: PlaceList, among pins: PinIndex, _ trips: [Trip] = [], goesOn: () -> Bool
  ) throws(PlaceFileError) {
    (problems, problemCount) = (list.problems, list.problemCount)
    new.reserveCapacity(list.places.count)
    // The first pin at each place, which paths use, and further ones there.
    var stops: [Coordinate: NewRoute.Stop] = [:]
    var others: Set<NewPin> = []
    stops.reserveCapacity(list.places.count)
    for place in list.places {
      guard goesOn() else { throw .cancelled }
      let pin = NewPin(
        at: place.coordinate, titled: place.name,
        details: PinDetails(note: place.note, color: place.color, mark: place.mark))
      guard let first = stops[pin.coordinate] else {
        stops[pin.coordinate] = add(pin, among: pins)
        continue
      }
      // Other details do not make another pin.
      let bare = NewPin(at: pin.coordinate, titled: pin.title)
      if title(of: first, pins) == pin.title || !others.insert(bare).inserted {
        known += 1
      } else {
        _ = add(pin, among: pins)
      }
    }
    for path in list.paths {
      guard goesOn() else { throw .cancelled }
      try add(path, of: list, among: pins, trips, &stops, goesOn)
    }
  }

  /// Adds a pin unless it is on the map.
  private mutating func add(_ pin: NewPin, among pins: PinIndex) -> NewRoute.Stop {
    if let there = PlaceImport.pin(like: pin, pins) {
      known += 1
      return .known(there)
    }
    new.append(pin)
    return .new(new.count - 1)
  }

  private func title(of stop: NewRoute.Stop, _ pins: PinIndex) -> String? {
    switch stop {
    case .new(let place): new[place].title
    case .known(let id): pins[id]?.title
    }
  }

  /// Adds the import of another file, without its duplicates.
  public mutating func add(_ other: PlaceImport) {
    var places = Dictionary(new.enumerated().map { ($1, $0) }) { first, _ in first }
    let moved = other.new.map { pin in
      if let place = places[pin] { return place }
      places[pin] = new.count
      new.append(pin)
      return new.count - 1
    }
    for var route in other.routes {
      route.stops = route.stops.map { stop in
        if case .new(let place) = stop { NewRoute.Stop.new(moved[place]) } else { stop }
      }
      if !routes.contains(route) { routes.append(route) }
    }
    isThinned = isThinned || other.isThinned
    (known, knownRoutes) = (known + other.known, knownRoutes + other.knownRoutes)
    (problems, problemCount) = (problems + other.problems, problemCount + other.problemCount)
  }

  private mutating func add(
    _ path: PlaceList.Path, of list: PlaceList, among pins: PinIndex, _ trips: [Trip],
    _ stops: inout [Coordinate: NewRoute.Stop], _ goesOn: () -> Bool
  ) throws(PlaceFileError) {
    let found = try PathStops(of: path, among: list.places, goesOn: goesOn)
    guard Set(found.places).count > 1 else { return }
    var route: [NewRoute.Stop] = []
    for place in found.places {
      let stop: NewRoute.Stop
      let pin = NewPin(at: place)
      if let known = stops[place] {
        stop = known
      } else if let there = PlaceImport.pin(like: pin, pins) {
        stop = .known(there)
      } else {
        stop = .new(new.count)
        new.append(pin)
      }
      stops[place] = stop
      if route.last != stop { route.append(stop) }
    }
    guard route.count > 1 else { return }
    if found.isThinned { isThinned = true }
    let ids = route.compactMap { if case .known(let id) = $0 { id } else { nil } }
    let isKnown =
      ids.count == route.count
      && trips.contains { $0.stops == ids && (path.name ?? $0.details.name) == $0.details.name }
    if isKnown {
      knownRoutes += 1
    } else {
      let details = TripDetails(
        name: path.name ?? "", color: path.color, firstDay: path.firstDay, lastDay: path.lastDay)
      routes.append(NewRoute(details, stops: route))
    }
  }

  /// An existing pin with the same name, or any name if there is none, at the same place.
  private static func pin(like new: NewPin, _ pins: PinIndex) -> Pin.ID? {
    pins.pins(within: Pin.reach, of: new.coordinate)
      .first { new.title == nil || $0.title == new.title }?.id
  }
}

extension Session {
  /// Reads a file of places and compares it with the existing ones; `goesOn` is called from time to
  /// time, on another thread.
  public func readPlaces(
    of file: String, goesOn: @escaping @Sendable () -> Bool
  ) async throws(PlaceFileError) -> PlaceImport {
    let (pins, trips) = (map.pins, trips.trips)
    return try await WorkQueue.shared.run { () throws(PlaceFileError) in
      let list = try PlaceList(file: file, goesOn: goesOn)
      return try PlaceImport(list, among: pins, trips, goesOn: goesOn)
    }
  }

  /// Makes a list of some pins in their order, or of all pins in order of creation.
  @concurrent
  private static func list(of chosen: [Pin.ID]?, among pins: PinIndex) async -> PlaceList {
    let ids = chosen ?? pins.all.map(\.id).sorted()
    return PlaceList(
      places: ids.compactMap { pins[$0] }.map {
        PlaceList.Place(
          name: $0.title, at: $0.coordinate, note: $0.details.note, color: $0.details.color,
          mark: $0.details.mark)
      })
  }

  /// The list to export: some pins, in their order, or all of them with all trips.
  public func placeList(of chosen: [Pin.ID]? = nil) async -> PlaceList {
    var list = await Session.list(of: chosen, among: map.pins)
    if chosen == nil { list.paths = trips.trips.compactMap { path(of: $0) } }
    return list
  }

  /// The list to export for a trip: its line, and its pins in the order of the first visits.
  public func placeList(of trip: Trip) async -> PlaceList {
    var seen: Set<Pin.ID> = []
    let stops = trip.stops.filter { seen.insert($0).inserted }
    var list = await Session.list(of: stops, among: map.pins)
    list.paths = [path(of: trip)].compactMap { $0 }
    return list
  }

  /// The path of a trip in a file; nil if it leads nowhere.
  private func path(of trip: Trip) -> PlaceList.Path? {
    let points = trips.pins(of: trip).map(\.coordinate)
    guard points.count > 1 else { return nil }
    let details = trip.details
    return PlaceList.Path(
      name: details.name, points: points, isRoute: true, color: details.color,
      firstDay: details.firstDay, lastDay: details.lastDay)
  }

  /// Writes places into a file, replacing an existing one.
  public func write(
    _ list: PlaceList, to file: String, as format: PlaceFormat
  ) async throws(DiskFailure) {
    try await WorkQueue.shared.run { () throws(DiskFailure) in
      try IncomingFile.replace(file) { new throws(DiskFailure) in
        try list.write(as: format, to: new)
      }
    }
  }
}
