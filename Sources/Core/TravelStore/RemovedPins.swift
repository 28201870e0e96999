import SQLite
import TravelModel

/// Pins that a step takes away and brings back: many of them as fast as one.
extension TravelStore {
  /// Takes away those pins of a step that are there, with their albums.
  func takeAwayPins(of step: StepID) throws(StoreError) -> [Pin] {
    let values = [step.number]
    try connection.run(
      [
        "INSERT INTO removed_pin (step_id, created_at,", pinColumns, ") SELECT ?1, created_at,",
        pinColumns, "FROM pin WHERE id IN (SELECT pin_id FROM undo_pin WHERE step_id = ?1)",
      ], values)
    guard connection.changedRows > 0 else { throw .gone }
    try connection.run(
      """
      INSERT INTO replaced_album (pin_id, step_id, last_photo, state, source, total, radius,
        has_begun_again, stands_in_for, failure)
      SELECT removed_pin.id, ?1, 0, ifnull(state, 'found'), source, ifnull(total, 0), radius,
        ifnull(has_begun_again, 0), stands_in_for, failure
      FROM removed_pin LEFT JOIN album ON album.pin_id = removed_pin.id
      WHERE step_id = ?1 AND EXISTS (SELECT 1 FROM photo WHERE pin_id = removed_pin.id)
      """, values)
    // A damaged index must not lead to another pin's photos.
    try connection.run(
      [
        "INSERT OR REPLACE INTO replaced_photo (album_id,", photoColumns,
        """
        ) SELECT (
          SELECT album.id FROM replaced_album AS album
          WHERE album.pin_id = photo.pin_id AND album.step_id = ?1),
        """,
        photoColumns,
        """
        FROM photo WHERE pin_id IN (SELECT id FROM removed_pin WHERE step_id = ?1)
          AND +pin_id IN (SELECT id FROM removed_pin WHERE step_id = ?1)
        """,
      ], values)
    try connection.run(
      """
      DELETE FROM photo WHERE id IN (
        SELECT id FROM replaced_photo
        WHERE album_id IN (SELECT id FROM replaced_album WHERE step_id = ?1))
      """, values)
    let isLeft =
      try connection.first(
        """
        SELECT 1 FROM photo WHERE pin_id IN (SELECT id FROM removed_pin WHERE step_id = ?1)
        """, values, read: { _ in }) != nil
    if isLeft { throw .damaged(path: connection.path) }
    try connection.run(
      "DELETE FROM pin WHERE id IN (SELECT id FROM removed_pin WHERE step_id = ?1)", values)
    return try pins("FROM removed_pin WHERE step_id = ?1 ORDER BY id", values)
  }

  /// Brings back the pins that a step has taken away, with their albums.
  func bringBackPins(of step: StepID) throws(StoreError) -> [Pin] {
    let values = [step.number]
    let pins = try pins("FROM removed_pin WHERE step_id = ?1 ORDER BY id", values)
    guard !pins.isEmpty else { throw .gone }
    try connection.run(
      """
      INSERT INTO pin (id, latitude, longitude, title, created_at, note, color, mark)
      SELECT id, latitude, longitude, title, created_at, note, color, mark
      FROM removed_pin WHERE step_id = ?1
      """, values)
    try connection.run(
      [
        "INSERT INTO photo (", photoColumns, ") SELECT", photoColumns,
        """
        FROM replaced_photo
        WHERE album_id IN (SELECT id FROM replaced_album WHERE step_id = ?1)
        """,
      ], values)
    try connection.run(
      """
      DELETE FROM replaced_photo
      WHERE album_id IN (SELECT id FROM replaced_album WHERE step_id = ?1)
      """, values)
    try connection.run("DELETE FROM replaced_album WHERE step_id = ?1", values)
    try connection.run("DELETE FROM removed_pin WHERE step_id = ?1", values)
    return pins
  }
}

/// What a step has changed of a pin, which changes places with what the pin has now.
extension TravelStore {
  func exchangePlace(by step: Step) throws(StoreError) -> Pin {
    let now = try changedPin(of: step)
    var other: (place: Coordinate, title: String, present: String)?
    try connection.run(
      """
      SELECT latitude, longitude, title, present_title FROM undo_pin WHERE step_id = ?
      """, [step.id.number]
    ) { row throws(StoreError) in
      guard let place = Coordinate(latitude: row.number(0), longitude: row.number(1)) else {
        return
      }
      other = (place, row.text(2) ?? "", row.text(3) ?? "")
    }
    guard let other else { throw .gone }
    // A name that the pin was given after the move stays.
    let isRenamed = now.title != other.present
    let title = isRenamed ? now.title : other.title
    try put(now.id, at: other.place, titled: title)
    try connection.run(
      "UPDATE undo_pin SET latitude = ?2, longitude = ?3 WHERE step_id = ?1",
      [step.id.number, now.coordinate.latitude, now.coordinate.longitude])
    if !isRenamed {
      try connection.run(
        "UPDATE undo_pin SET title = ?2, present_title = ?3 WHERE step_id = ?1",
        [step.id.number, now.title, title])
    }
    return try changedPin(of: step)
  }

  func exchangeTitle(by step: Step) throws(StoreError) -> Pin {
    let now = try changedPin(of: step)
    try connection.run(
      """
      UPDATE pin SET title = (SELECT title FROM undo_pin WHERE step_id = ?2) WHERE id = ?1
      """, [now.id.number, step.id.number])
    try connection.run(
      "UPDATE undo_pin SET title = ? WHERE step_id = ?", [now.title, step.id.number])
    return try changedPin(of: step)
  }

  func exchangeWords(by step: Step) throws(StoreError) -> Pin {
    let now = try changedPin(of: step)
    try connection.run(
      """
      UPDATE pin SET (note, color, mark) =
        (SELECT note, color, mark FROM undo_pin WHERE step_id = ?2)
      WHERE id = ?1
      """, [now.id.number, step.id.number])
    try keep(now.words, in: step.id)
    return try changedPin(of: step)
  }

  /// Keeps what the user has said of the pin of a step.
  func keep(_ words: PinWords, in step: StepID) throws(StoreError) {
    try connection.run(
      "UPDATE undo_pin SET note = ?2, color = ?3, mark = ?4 WHERE step_id = ?1",
      [step.number, words.note, words.color?.rawValue, words.mark?.rawValue])
  }

  private func changedPin(of step: Step) throws(StoreError) -> Pin {
    guard let pin = step.pin, let now = try self.pin(pin) else { throw .gone }
    return now
  }
}
