import SQLite
public import TravelModel

/// Changes of pins: place, title and details.
///
/// The step stores the old values in `undo_pin`; undoing or redoing it exchanges them with those of
/// the pin.
extension TravelStore {
  public func renamePin(_ id: Pin.ID, to title: String) throws(StoreError) {
    try recording { () throws(StoreError) in
      guard let old = try pin(id) else { throw .gone }
      guard old.title != title else { return }
      try copy("title", of: id, into: try addStep(.pinRenamed))
      try connection.run("UPDATE pin SET title = ?2 WHERE id = ?1", [id.number, title])
    }
  }

  /// Saves the details of a pin; `recordDetails` makes that a step.
  public func setDetails(_ details: PinDetails, of id: Pin.ID) throws(StoreError) {
    try connection.transaction { () throws(StoreError) in
      try connection.run(
        "UPDATE pin SET note = ?2, color = ?3, mark = ?4 WHERE id = ?1",
        [id.number, details.note, details.color?.rawValue, details.mark?.rawValue])
      guard connection.changedRows == 1 else { throw .gone }
    }
  }

  /// Records a change of a pin's details as a step.
  public func recordDetails(_ before: PinDetails, of id: Pin.ID) throws(StoreError) -> StepID {
    try recording { () throws(StoreError) in
      try requirePin(id)
      let step = try addStep(.pinDetails)
      try connection.run(
        "INSERT INTO undo_pin (step_id, pin_id, note, color, mark) VALUES (?, ?, ?, ?, ?)",
        [
          step.number, id.number, before.note, before.color?.rawValue, before.mark?.rawValue,
        ])
      return step
    }
  }

  /// Moves a pin and its album to another place, where its sources start anew.
  @discardableResult
  public func movePin(
    _ id: Pin.ID, to place: Coordinate, titled title: String
  ) throws(StoreError) -> StepID {
    try recording { () throws(StoreError) in
      try requirePin(id)
      let step = try addStep(.pinMoved)
      try copy("latitude, longitude, title", of: id, into: step)
      try connection.run(
        "UPDATE pin SET latitude = ?2, longitude = ?3, title = ?4 WHERE id = ?1",
        [id.number, place.latitude, place.longitude, title])
      try pinMoved(id, by: step)
      return step
    }
  }

  func exchangePlace(by step: Step) throws(StoreError) -> Pin {
    // A title that the pin was given after the move stays.
    let isRenamed = try connection.has(
      """
      SELECT 1 FROM undo_pin JOIN pin ON pin.id = pin_id
      WHERE step_id = ? AND present_title IS NOT pin.title
      """, [step.id.number])
    let pin = try exchange(
      isRenamed ? "latitude, longitude" : "latitude, longitude, title", by: step)
    try pinMoved(pin.id, by: isRenamed ? nil : step.id)
    return try self.pin(pin.id) ?? pin
  }

  /// Deletes what sources have said of a pin's old place, and records the title that a step has
  /// given it.
  private func pinMoved(_ id: Pin.ID, by step: StepID?) throws(StoreError) {
    try connection.run(
      """
      UPDATE undo_pin SET present_title = (SELECT title FROM pin WHERE id = pin_id)
      WHERE step_id = ?
      """, [step?.number])
    try connection.run("DELETE FROM bookmark WHERE pin_id = ?", [id.number])
    // An empty album of the old place says nothing about the new one.
    try connection.run(
      """
      DELETE FROM album WHERE pin_id = ?1
        AND NOT EXISTS (SELECT 1 FROM photo WHERE pin_id = ?1)
      """, [id.number])
  }

  /// Copies columns of a pin into a step.
  private func copy(_ columns: String, of pin: Pin.ID, into step: StepID) throws(StoreError) {
    try connection.run(
      """
      INSERT INTO undo_pin (step_id, pin_id, \(columns)) SELECT ?, id, \(columns)
      FROM pin WHERE id = ?
      """, [step.number, pin.number])
  }

  /// Exchanges columns of a step's pin with those in the step, and returns the pin.
  func exchange(_ columns: String, by step: Step) throws(StoreError) -> Pin {
    guard let pin = step.pin else { throw .gone }
    try requirePin(pin)
    let aside = StepID(-step.id.number)
    try copy(columns, of: pin, into: aside)
    try connection.run(
      """
      UPDATE pin SET (\(columns)) = (SELECT \(columns) FROM undo_pin WHERE step_id = ?1) WHERE id = ?2
      """, [step.id.number, pin.number])
    try connection.run(
      """
      UPDATE undo_pin SET (\(columns)) = (SELECT \(columns) FROM undo_pin WHERE step_id = ?2)
      WHERE step_id = ?1
      """, [step.id.number, aside.number])
    try connection.run("DELETE FROM undo_pin WHERE step_id = ?", [aside.number])
    guard let changed = try self.pin(pin) else { throw .gone }
    return changed
  }
}
