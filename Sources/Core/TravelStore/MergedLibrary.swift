import SQLite
public import TravelModel

/// What a merge has brought.
public struct MergedLibrary: Hashable, Sendable {
  public var pinCount = 0
  public var photoCount = 0
  public var tripCount = 0
  /// The pins of before whose albums have changed.
  public var changed: [Pin.ID] = []
  /// What undoes it; nil where nothing came.
  public var step: StepID?
}

/// What a merge has brought, when it is undone or done again: pins with their albums, photos in albums
/// of pins that were here, and trips.
public struct MergedParts: Hashable, Sendable {
  public let pins: [Pin]
  public let photos: [Photo]
  public let trips: [TripChange]

  public var counted: MergedLibrary {
    MergedLibrary(
      pinCount: pins.count, photoCount: pins.reduce(photos.count) { $0 + $1.photoCount },
      tripCount: trips.count)
  }
}

/// A merge as a step.
///
/// Pins that were here keep what they lacked and have got, such as a note.
extension TravelStore {
  /// Notes what a merge has brought, if it was anything, within its transaction.
  func noteMerge(_ merged: inout MergedLibrary) throws(StoreError) {
    guard merged.pinCount + merged.photoCount + merged.tripCount > 0 else { return }
    let step = try noteStep(.libraryMerged)
    try connection.noteMerge(as: step)
    merged.step = step
  }

  func takeAwayMerge(of step: StepID) throws(StoreError) -> MergedParts {
    try parts(
      trips: try exchangeTripsIfAny(by: step),
      pins: { () throws(StoreError) in
        try takeAwayPins(of: step)
      }, photos: { () throws(StoreError) in try takeAwayPhotos(of: step) })
  }

  func bringBackMerge(of step: StepID) throws(StoreError) -> MergedParts {
    try parts(
      trips: try exchangeTripsIfAny(by: step),
      pins: { () throws(StoreError) in
        try bringBackPins(of: step)
      }, photos: { () throws(StoreError) in try bringBackPhotos(of: step) })
  }

  /// What is left of the parts; throws `gone` where that is nothing.
  private func parts(
    trips: [TripChange], pins: () throws(StoreError) -> [Pin],
    photos: () throws(StoreError) -> [Photo]
  ) throws(StoreError) -> MergedParts {
    func rest<Part>(_ parts: () throws(StoreError) -> [Part]) throws(StoreError) -> [Part] {
      do throws(StoreError) { return try parts() } catch {
        guard error == .gone else { throw error }
        return []
      }
    }
    let parts = MergedParts(pins: try rest(pins), photos: try rest(photos), trips: trips)
    if parts.pins.isEmpty, parts.photos.isEmpty, parts.trips.isEmpty { throw .gone }
    return parts
  }
}

extension LibraryConnection {
  /// Notes in a step what a merge has brought, which its tables still say.
  fileprivate func noteMerge(as step: StepID) throws(StoreError) {
    try run(
      """
      INSERT INTO undo_pin (step_id, pin_id) SELECT ?, new FROM temp.merged_pin WHERE is_new
      """, [step.number])
    try run(
      """
      INSERT INTO undo_photo (step_id, photo_id)
      SELECT ?1, here.id
      FROM temp.merged_photo AS m JOIN temp.merged_pin ON new = m.pin AND NOT is_new
        JOIN staged.photo AS there ON there.id = m.old
        JOIN main.photo AS here ON here.pin_id = m.pin
          AND here.source = there.source AND here.source_id = there.source_id
      """, [step.number])
    try run(
      "INSERT INTO undo_trip (step_id, trip_id) SELECT ?, new FROM temp.merged_trip",
      [step.number])
  }

  /// Forgets undone merges with the photos that they have taken away: nobody has removed those, and
  /// they may come again.
  func forgetUndoneMerges() throws(StoreError) {
    try execute(
      """
      DELETE FROM removed_photo WHERE step_id IN (
        SELECT id FROM undo_step WHERE is_undone AND kind = 'library-merged');
      DELETE FROM undo_step WHERE is_undone AND kind = 'library-merged'
      """)
  }
}
