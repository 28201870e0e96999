public import Files
public import PlaceFiles
public import TravelModel

/// What a file of places would bring to the map.
public struct PlaceImport: Sendable {
  /// The pins to be made.
  public private(set) var new: [NewPin] = []
  /// How many of the file's places are on the map already, or twice in the file.
  public private(set) var known = 0
  /// Whether the file holds what pins have no room for: routes and tracks.
  public let leavesOut: Bool
  /// What is wrong in the file: the first problems, and how many there are.
  public let problems: [PlaceList.Problem]
  public let problemCount: Int

  /// Places of one name that are no further apart than this, in metres, are one place.
  private static let reach = 10.0

  init(_ list: PlaceList, among pins: PinIndex) {
    leavesOut = !list.paths.isEmpty
    (problems, problemCount) = (list.problems, list.problemCount)
    var seen: Set<NewPin> = []
    for place in list.places {
      let pin = NewPin(
        at: place.coordinate, titled: place.name,
        words: PinWords(note: place.note, color: place.color, mark: place.mark))
      // Words do not make it another place.
      if seen.insert(NewPin(at: pin.coordinate, titled: pin.title)).inserted,
        !PlaceImport.has(pin, pins)
      {
        new.append(pin)
      } else {
        known += 1
      }
    }
  }

  private static func has(_ new: NewPin, _ pins: PinIndex) -> Bool {
    let zoom = MapView.zoomRange.upperBound
    // A pin that is one of a group stands within the group's radius of where that is shown.
    let margin = 2 * PinIndex.clusterRadius / MapView(center: .origin, zoom: zoom).worldSize
    let bounds = new.coordinate.bounds(within: reach)
    let rows = [bounds.latitudes.upperBound, bounds.latitudes.lowerBound].map {
      Mercator.project(Coordinate(latitude: $0, longitude: 0)!).y
    }
    return bounds.longitudes.contains { longitudes in
      let x = (longitudes.lowerBound / 360 + 0.5, longitudes.upperBound / 360 + 0.5)
      return pins.markers(
        x: (x.0 - margin)...(x.1 + margin), y: (rows[0] - margin)...(rows[1] + margin), zoom: zoom
      ).contains { marker in
        pins.pins(of: marker).contains {
          (new.title == nil || $0.title == new.title)
            && $0.coordinate.distance(to: new.coordinate) <= reach
        }
      }
    }
  }
}

extension Session {
  /// Reads a file of places; `goesOn` is asked from time to time, on another thread.
  public func readPlaces(
    of file: String, goesOn: @escaping @Sendable () -> Bool
  ) async throws(PlaceFileError) -> PlaceImport {
    let pins = map.pins
    return try await WorkQueue.shared.run { () throws(PlaceFileError) in
      PlaceImport(try PlaceList(file: file, keepsPaths: false) { _, _ in goesOn() }, among: pins)
    }
  }

  /// Makes a list of some pins in their order.
  @concurrent
  private static func list(of pins: [Pin]) async -> PlaceList {
    PlaceList(
      places: pins.map {
        PlaceList.Place(
          name: $0.title, at: $0.coordinate, note: $0.words.note, color: $0.words.color,
          mark: $0.words.mark)
      })
  }

  @concurrent
  private static func inOrder(_ pins: PinIndex) async -> [Pin] {
    pins.all.sorted { $0.id < $1.id }
  }

  /// Some pins, in their order, or all of them, as they are written into files.
  public func placeList(of chosen: [Pin.ID]? = nil) async -> PlaceList {
    if let chosen { return await Session.list(of: chosen.compactMap { map.pins[$0] }) }
    return await Session.list(of: Session.inOrder(map.pins))
  }

  /// Writes some pins, in their order, or all into a file, in the place of one that is there.
  public func writePlaces(
    _ chosen: [Pin.ID]? = nil, to file: String, as format: PlaceFormat
  ) async throws(DiskFailure) {
    let list = await placeList(of: chosen)
    try await WorkQueue.shared.run { () throws(DiskFailure) in
      try IncomingFile.replace(file) { new throws(DiskFailure) in
        try list.write(as: format, to: new)
      }
    }
  }
}
