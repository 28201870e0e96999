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

extension MergedLibrary {
  /// Counts what came or went when a merge was undone, or done again.
  public init(_ changes: StepChanges) {
    let pins = changes.pinsBack + changes.pinsGone
    pinCount = pins.count
    photoCount = (changes.photosBack + changes.photosGone).count
    photoCount += pins.reduce(0) { $0 + $1.photoCount }
    tripCount = changes.trips.count
  }
}

/// A merge as a step.
///
/// Pins that were here keep what they lacked and have got, such as a note.
extension TravelStore {
  /// Adds the step of a merge that has brought anything, within its transaction.
  func addStep(of merged: inout MergedLibrary) throws(StoreError) {
    guard merged.pinCount + merged.photoCount + merged.tripCount > 0 else { return }
    let step = try addStep(.libraryMerged)
    try connection.addMergedRows(to: step)
    merged.step = step
  }
}

extension LibraryConnection {
  /// Adds what a merge has brought, which its tables still say, to what a step concerns.
  fileprivate func addMergedRows(to step: StepID) throws(StoreError) {
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
      WHERE m.into_photo IS NULL
      """, [step.number])
    try run(
      "INSERT INTO undo_trip (step_id, trip_id) SELECT ?, new FROM temp.merged_trip",
      [step.number])
  }
}
