import SQLite
public import TravelModel

/// A change of a trip: `before` is nil for a new trip, and `after` for a removed one.
public struct TripChange: Hashable, Sendable {
  public let before: Trip?
  public let after: Trip?

  public init(before: Trip?, after: Trip?) { (self.before, self.after) = (before, after) }
}

extension TravelStore {
  /// All trips in the order they were made.
  public func trips() throws(StoreError) -> [Trip] { try trips(of: nil) }

  /// The trip with an id, or all of them.
  private func trips(of id: Int64?) throws(StoreError) -> [Trip] {
    func condition(_ column: String) -> String { id == nil ? "" : "WHERE \(column) = ?" }
    let number = id.map { [$0] } ?? []
    var stops: [Int64: [Pin.ID]] = [:]
    try connection.run(
      """
      SELECT trip_id, pin_id FROM trip_pin \(condition("trip_id")) ORDER BY trip_id, position
      """, number
    ) { row throws(StoreError) in
      stops[row.integer(0), default: []].append(Pin.ID(row.integer(1)))
    }
    return try connection.all(
      "SELECT id, name, color, first_day, last_day FROM trip \(condition("id")) ORDER BY id", number
    ) { row in
      let details = TripDetails(
        name: row.text(1) ?? "", color: row.text(2).flatMap(PinColor.init),
        firstDay: row.text(3).flatMap(CalendarDay.init),
        lastDay: row.text(4).flatMap(CalendarDay.init))
      return Trip(id: Trip.ID(row.integer(0)), details, stops: stops[row.integer(0)] ?? [])
    }
  }

  public func addTrip(
    _ details: TripDetails, stops: [Pin.ID]
  ) throws(StoreError) -> (trip: Trip, step: StepID) {
    try recording { () throws(StoreError) in
      let step = try addStep(.tripChanged)
      return (try insertTrip(details, stops: stops, by: step), step)
    }
  }

  /// Adds a trip to a step, within a transaction.
  private func insertTrip(
    _ details: TripDetails, stops: [Pin.ID], by step: StepID
  ) throws(StoreError) -> Trip {
    try connection.run("INSERT INTO trip (name) VALUES (?)", [details.name])
    let trip = Trip(id: Trip.ID(connection.lastInsertedNumber), details, stops: stops)
    try add(trip.id, to: step)
    try write(trip)
    return trip
  }

  /// Adds trips through existing pins and pins made in the same transaction.
  func insertTrips(
    along routes: [NewRoute], through made: [Pin], by step: StepID,
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
      var details = route.details
      if details.name.isEmpty { details.name = titles.joined(separator: " – ") }
      trips.append(try insertTrip(details, stops: stops, by: step))
    }
    return trips
  }

  public func setTrip(_ trip: Trip) throws(StoreError) -> StepID {
    try recording { () throws(StoreError) in
      let step = try addStep(.tripChanged)
      try add(trip.id, to: step)
      for (table, rows) in rows(ofTripsOf: step) {
        try connection.copy(table, where: rows, into: step)
      }
      try write(trip)
      return step
    }
  }

  /// Removes a trip; its pins stay.
  public func removeTrip(_ id: Trip.ID) throws(StoreError) -> StepID {
    try recording { () throws(StoreError) in
      guard try !trips(of: id.number).isEmpty else { throw .gone }
      let step = try addStep(.tripChanged)
      try add(id, to: step)
      for (table, rows) in rows(ofTripsOf: step) {
        try connection.move(table, where: rows, into: step)
      }
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
    guard connection.changedRows == 1 else { throw .gone }
    try connection.run("DELETE FROM trip_pin WHERE trip_id = ?", [trip.id.number])
    for (position, pin) in trip.stops.enumerated() {
      // Stops at removed pins that cannot be restored are left out.
      try connection.run(
        """
        INSERT INTO trip_pin (trip_id, position, pin_id) SELECT ?1, ?2, ?3
        WHERE EXISTS (SELECT 1 FROM pin WHERE id = ?3)
          OR EXISTS (SELECT 1 FROM kept_pin WHERE id = ?3)
        """, [trip.id.number, Int64(position), pin.number])
    }
  }

  private func add(_ trip: Trip.ID, to step: StepID) throws(StoreError) {
    try connection.run(
      "INSERT INTO undo_trip (step_id, trip_id) VALUES (?, ?)", [step.number, trip.number])
  }

  /// The conditions for rows of a step's trips: first the stops, then the trips that they refer to.
  private func rows(ofTripsOf step: StepID) -> [(table: KeptTable, condition: String)] {
    let ids = "(SELECT trip_id FROM undo_trip WHERE step_id = \(step.number))"
    return [(.tripPin, "trip_id IN \(ids)"), (.trip, "id IN \(ids)")]
  }

  /// Exchanges the trips of a step, if any, with those that it keeps.
  func exchangeTrips(of step: StepID) throws(StoreError) -> [TripChange] {
    let ids = try connection.all(
      "SELECT trip_id FROM undo_trip WHERE step_id = ? ORDER BY trip_id", [step.number]
    ) { $0.integer(0) }
    guard !ids.isEmpty else { return [] }
    let before = try ids.map { id throws(StoreError) in try trips(of: id).first }
    let rows = rows(ofTripsOf: step)
    var aside = step
    for (table, condition) in rows {
      aside = try connection.setAside(table, of: step)
      try connection.move(table, where: condition, into: step)
    }
    for (table, _) in rows.reversed() { try connection.moveBack(table, from: aside) }
    let after = try ids.map { id throws(StoreError) in try trips(of: id).first }
    return zip(before, after).filter { $0 != nil || $1 != nil }
      .map { TripChange(before: $0, after: $1) }
  }
}
