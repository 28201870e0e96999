public import TravelModel
public import TravelStore

/// Trips: each change can be undone.
extension Session {
  /// Makes a trip through pins in their order, and returns it.
  @discardableResult
  public func makeTrip(
    _ details: TripDetails, through pins: [Pin.ID] = []
  ) async throws(StoreError) -> Trip {
    try await change { [trips, undo] () throws(StoreError) in
      let (made, step) = try await trips.add(NewTrip(details, stops: pins))
      undo.offer(ShownStep(.tripChanged, trips: [TripChange(before: nil, after: made)]), step)
      return made
    }
  }

  /// Changes a trip, unless that leaves it as it is.
  public func change(
    _ id: Trip.ID, _ edit: @escaping @MainActor (inout Trip) -> Void
  ) async throws(StoreError) {
    try await change { [trips, undo] () throws(StoreError) in
      guard let before = trips[id] else { throw .gone }
      var after = before
      edit(&after)
      guard after != before else { return }
      let step = try await trips.set(after)
      undo.offer(ShownStep(.tripChanged, trips: [TripChange(before: before, after: after)]), step)
    }
  }

  /// Adds pins behind the last stop of a trip.
  public func add(_ pins: [Pin.ID], to trip: Trip.ID) async throws(StoreError) {
    try await change(trip) { $0.stops += pins }
  }

  /// Moves a stop of a trip to the place of another one; both are counted among those that are there.
  public func moveStop(_ stop: Int, to place: Int, of trip: Trip.ID) async throws(StoreError) {
    try await change(trip) { [trips] in $0.move(stop, to: place, among: trips.isThere) }
  }

  /// Takes a stop out of a trip; its pin stays.
  public func removeStop(_ stop: Int, of trip: Trip.ID) async throws(StoreError) {
    try await change(trip) { [trips] in $0.remove(stop, among: trips.isThere) }
  }

  /// Removes a trip; its pins stay.
  public func removeTrip(_ id: Trip.ID) async throws(StoreError) {
    try await change { [trips, undo] () throws(StoreError) in
      guard let trip = trips[id] else { throw .gone }
      let step = try await trips.remove(id)
      undo.offer(ShownStep(.tripChanged, trips: [TripChange(before: trip, after: nil)]), step)
    }
  }
}
