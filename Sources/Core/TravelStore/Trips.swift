import SQLite
public import TravelModel

/// What was done to a trip: a made one was none before, a removed one is none now.
public struct TripChange: Hashable, Sendable {
  public let before: Trip?
  public let after: Trip?

  public init(before: Trip?, after: Trip?) { (self.before, self.after) = (before, after) }
}

extension TravelStore {
  /// All trips in the order they were made.
  public func trips() throws(StoreError) -> [Trip] {
    var trips: [Trip] = []
    var places: [Int64: Int] = [:]
    try connection.run("SELECT id, name, color, first_day, last_day FROM trip ORDER BY id") {
      row throws(StoreError) in
      places[row.integer(0)] = trips.count
      trips.append(Trip(id: Trip.ID(row.integer(0)), TripDetails(row, from: 1)))
    }
    try connection.run("SELECT trip_id, pin_id FROM trip_pin ORDER BY trip_id, position") {
      row throws(StoreError) in
      if let place = places[row.integer(0)] { trips[place].stops.append(Pin.ID(row.integer(1))) }
    }
    return trips
  }

  /// Adds a trip.
  public func addTrip(_ new: NewTrip) throws(StoreError) -> (trip: Trip, step: StepID) {
    try asStep { () throws(StoreError) in
      let step = try noteStep(.tripChanged)
      return (try insertTrip(new, noting: step), step)
    }
  }

  /// Adds a trip within a transaction, as a part of a step.
  func insertTrip(_ new: NewTrip, noting step: StepID) throws(StoreError) -> Trip {
    try connection.run("INSERT INTO trip (name) VALUES (?)", [new.details.name])
    let trip = Trip(id: Trip.ID(connection.lastInsertedNumber), new.details, stops: new.stops)
    try connection.run(
      "INSERT INTO undo_trip (step_id, trip_id) VALUES (?, ?)", [step.number, trip.id.number])
    try write(trip)
    return trip
  }

  /// Adds trips through pins that were made in the same transaction, and others.
  func insertTrips(
    along routes: [NewRoute], through made: [Pin], noting step: StepID,
    _ isWanted: () -> Bool
  ) throws(StoreError) -> [Trip] {
    var trips: [Trip] = []
    for route in routes {
      guard isWanted() else { throw .cancelled }
      let stops = route.stops.compactMap { stop in
        switch stop {
        case .new(let place): made.indices.contains(place) ? made[place].id : nil
        case .known(let id): id
        }
      }
      var titles: [String] = []
      for id in [stops.first, stops.last].compactMap({ $0 }) {
        if let title = try pin(id)?.title { titles.append(title) }
      }
      let name = route.name ?? titles.joined(separator: " – ")
      let details = TripDetails(
        name: name, color: route.color, firstDay: route.firstDay, lastDay: route.lastDay)
      trips.append(try insertTrip(NewTrip(details, stops: stops), noting: step))
    }
    return trips
  }

  /// Keeps what a trip is now: its details and its stops.
  public func setTrip(_ trip: Trip) throws(StoreError) -> StepID {
    try asStep { () throws(StoreError) in
      let step = try noteStep(.tripChanged)
      guard try keep(trip.id, in: step) != nil else { throw .gone }
      try write(trip)
      return step
    }
  }

  /// Removes a trip; its pins stay.
  public func removeTrip(_ id: Trip.ID) throws(StoreError) -> StepID {
    try asStep { () throws(StoreError) in
      let step = try noteStep(.tripChanged)
      guard try keep(id, in: step) != nil else { throw .gone }
      try connection.run("DELETE FROM trip WHERE id = ?", [id.number])
      return step
    }
  }

  private func write(_ trip: Trip) throws(StoreError) {
    let details = trip.details
    try connection.run(
      "UPDATE trip SET name = ?2, color = ?3, first_day = ?4, last_day = ?5 WHERE id = ?1",
      [
        trip.id.number, details.name, details.color?.rawValue, details.firstDay?.text,
        details.lastDay?.text,
      ])
    try connection.run("DELETE FROM trip_pin WHERE trip_id = ?", [trip.id.number])
    for (position, pin) in trip.stops.enumerated() {
      // Removed pins that cannot come back any more are gone.
      try connection.run(
        """
        INSERT INTO trip_pin (trip_id, position, pin_id) SELECT ?1, ?2, ?3
        WHERE EXISTS (SELECT 1 FROM pin WHERE id = ?3)
          OR EXISTS (SELECT 1 FROM removed_pin WHERE id = ?3)
        """, [trip.id.number, Int64(position), pin.number])
    }
  }

  private func trip(_ id: Int64) throws(StoreError) -> Trip? {
    var trip: Trip?
    try connection.run(
      "SELECT name, color, first_day, last_day FROM trip WHERE id = ?", [id]
    ) { row throws(StoreError) in trip = Trip(id: Trip.ID(id), TripDetails(row, from: 0)) }
    try connection.run("SELECT pin_id FROM trip_pin WHERE trip_id = ? ORDER BY position", [id]) {
      row throws(StoreError) in trip?.stops.append(Pin.ID(row.integer(0)))
    }
    return trip
  }
}

/// What a step has changed of trips, which changes places with what they are now.
extension TravelStore {
  /// Keeps a trip as it is now in a step, and returns it; nil where it is not there, which is kept too.
  @discardableResult
  private func keep(_ id: Trip.ID, in step: StepID) throws(StoreError) -> Trip? {
    let now = try trip(id.number)
    let stops = now?.stops.map { String($0.number) }.joined(separator: " ")
    try connection.run(
      "INSERT OR REPLACE INTO undo_trip (step_id, trip_id, stops) VALUES (?, ?, ?)",
      [step.number, id.number, stops])
    try connection.run(
      """
      UPDATE undo_trip SET (uid, name, color, first_day, last_day, created_at) =
        (SELECT uid, name, color, first_day, last_day, created_at FROM trip WHERE id = ?2)
      WHERE step_id = ?1 AND trip_id = ?2
      """, [step.number, id.number])
    return now
  }

  /// Throws `gone` where no trip is left of the step.
  func exchangeTrips(by step: StepID) throws(StoreError) -> [TripChange] {
    let changes = try exchangeTripsIfAny(by: step)
    guard !changes.isEmpty else { throw .gone }
    return changes
  }

  @discardableResult
  func exchangeTripsIfAny(by step: StepID) throws(StoreError) -> [TripChange] {
    var others: [(id: Trip.ID, trip: Trip?, uid: String?, made: Int64?)] = []
    try connection.run(
      """
      SELECT trip_id, name, color, first_day, last_day, stops, uid, created_at FROM undo_trip
      WHERE step_id = ? ORDER BY trip_id
      """, [step.number]
    ) { row throws(StoreError) in
      let id = Trip.ID(row.integer(0))
      let stops = (row.text(5) ?? "").split(separator: " ").compactMap { Int64($0) }
      let trip = row.text(1).map { _ in
        Trip(id: id, TripDetails(row, from: 1), stops: stops.map { Pin.ID($0) })
      }
      others.append((id, trip, row.text(6), row.optionalInteger(7)))
    }
    var changes: [TripChange] = []
    for other in others {
      let before = try keep(other.id, in: step)
      if let trip = other.trip {
        if before == nil {
          try connection.run(
            "INSERT INTO trip (id, uid, name, created_at) VALUES (?, ?, ?, ?)",
            [other.id.number, other.uid, trip.details.name, other.made])
        }
        try write(trip)
      } else {
        try connection.run("DELETE FROM trip WHERE id = ?", [other.id.number])
      }
      let after = try self.trip(other.id.number)
      if before != nil || after != nil { changes.append(TripChange(before: before, after: after)) }
    }
    return changes
  }
}

extension TripDetails {
  /// Reads name, colour and days from a column on.
  fileprivate init(_ row: Row, from column: Int32) {
    self.init(
      name: row.text(column) ?? "", color: row.text(column + 1).flatMap(PinColor.init),
      firstDay: row.text(column + 2).flatMap(CalendarDay.init),
      lastDay: row.text(column + 3).flatMap(CalendarDay.init))
  }
}
