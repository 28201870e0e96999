import SQLite
public import TravelModel

/// An album that was replaced and can be brought back.
public struct ReplacedAlbum: Hashable, Sendable {
  public let step: StepID
  public let pin: Pin.ID
  /// How many photos it has; its favourites stay in the album and do not count.
  public let count: Int
  /// Where they were from, if that is known.
  public let source: String?
}

/// An album as it is after its photos were replaced.
public struct Replacement: Sendable {
  public let photos: [Photo]
  /// What was replaced; nil where that is not worth bringing back.
  public let old: ReplacedAlbum?
}

/// Albums that were replaced, as long as a step holds them.
extension TravelStore {
  /// Puts the album that a step holds in the place of the present one, which the step holds then.
  ///
  /// Favourites stay, and what was removed stays away. The source goes on from where it is: the photos
  /// that go now have been seen. All photos go, or those that came with the step.
  func exchangeAlbum(by step: Step, all: Bool) throws(StoreError) -> StepEffect {
    guard let pin = step.pin else { throw .gone }
    try requirePin(pin)
    let held = try connection.first(
      "SELECT id, last_photo FROM replaced_album WHERE step_id = ?1 AND pin_id = ?2",
      [step.id.number, pin.number]
    ) { (number: $0.integer(0), lastPhoto: $0.integer(1)) }
    guard let held else { throw .gone }
    let number = try addReplacedAlbum(of: pin, by: step.id, lastPhoto: held.lastPhoto)
    let count = try moveToReplacedAlbum(number, of: pin, after: all ? nil : held.lastPhoto)
    try connection.run(
      [
        "INSERT OR IGNORE INTO photo (", photoColumns, ") SELECT", photoColumns,
        """
        FROM replaced_photo AS old WHERE album_id = ? AND NOT EXISTS (
          SELECT 1 FROM removed_photo AS gone WHERE gone.pin_id = old.pin_id
            AND gone.source = old.source AND gone.source_id = old.source_id)
        """,
      ], [held.number])
    try noteSeenPhotos(of: pin)
    try connection.run(
      """
      INSERT OR REPLACE INTO album
        (pin_id, state, source, total, has_unlisted, radius, has_begun_again, stands_in_for,
        failure)
      SELECT pin_id, state, source, total, has_unlisted, radius, has_begun_again, stands_in_for,
        failure
      FROM replaced_album WHERE id = ?
      """, [held.number])
    try connection.run("DELETE FROM replaced_photo WHERE album_id = ?", [held.number])
    try connection.run("DELETE FROM replaced_album WHERE id = ?", [held.number])
    return .albumExchanged(
      ReplacedAlbum(
        step: step.id, pin: pin, count: count, source: try source(ofReplacedAlbum: number)),
      photos: try album(of: pin), info: try albumInfo(of: pin))
  }

  /// The replaced albums of a pin, of which no photo has come yet in their place.
  public func replacedAlbums(of pin: Pin.ID) throws(StoreError) -> [ReplacedAlbum] {
    var albums: [ReplacedAlbum] = []
    try connection.run(
      [
        """
        SELECT step_id, (SELECT count(*) FROM replaced_photo WHERE album_id = replaced_album.id),
          source
        FROM replaced_album JOIN undo_step ON undo_step.id = step_id
        WHERE pin_id = ? AND NOT is_undone AND NOT
        """, isSettled, "ORDER BY replaced_album.id",
      ], [pin.number]
    ) { row throws(StoreError) in
      albums.append(
        ReplacedAlbum(
          step: StepID(row.integer(0)), pin: pin, count: Int(row.integer(1)), source: row.text(2)))
    }
    return albums
  }

  /// Moves the photos of an album that is about to be replaced into a step, but for its favourites,
  /// which stay.
  ///
  /// An album without a picture is not worth it: it goes.
  func keepReplacedAlbum(of pin: Pin.ID) throws(StoreError) -> ReplacedAlbum? {
    let isWorthIt =
      try connection.first(
        "SELECT 1 FROM photo WHERE pin_id = ? AND path IS NOT NULL AND NOT is_favorite",
        [pin.number], read: { _ in }) != nil
    guard isWorthIt else {
      try deletePhotos(of: pin)
      return nil
    }
    let lastPhoto =
      try connection.first("SELECT seq FROM sqlite_sequence WHERE name = 'photo'") {
        $0.integer(0)
      } ?? 0
    let step = try noteStep(.albumReplaced)
    try note(pin, of: step)
    let number = try addReplacedAlbum(of: pin, by: step, lastPhoto: lastPhoto)
    let count = try moveToReplacedAlbum(number, of: pin, after: nil)
    return ReplacedAlbum(
      step: step, pin: pin, count: count, source: try source(ofReplacedAlbum: number))
  }

  private func source(ofReplacedAlbum number: Int64) throws(StoreError) -> String? {
    try connection.first("SELECT source FROM replaced_album WHERE id = ?", [number]) { $0.text(0) }
      ?? nil
  }

  private func addReplacedAlbum(
    of pin: Pin.ID, by step: StepID, lastPhoto: Int64
  ) throws(StoreError) -> Int64 {
    try connection.run(
      """
      INSERT INTO replaced_album (pin_id, step_id, last_photo, state, source, total, has_unlisted,
        radius, has_begun_again, stands_in_for, failure)
      SELECT pin.id, ?2, ?3, ifnull(state, 'found'), source, ifnull(total, 0),
        ifnull(has_unlisted, 0), radius, ifnull(has_begun_again, 0), stands_in_for, failure
      FROM pin LEFT JOIN album ON album.pin_id = pin.id WHERE pin.id = ?1
      """, [pin.number, step.number, lastPhoto])
    return connection.lastInsertedNumber
  }

  /// Moves photos of a pin to a replaced album, but for favourites, and returns how many.
  private func moveToReplacedAlbum(
    _ number: Int64, of pin: Pin.ID, after lastPhoto: Int64?
  ) throws(StoreError) -> Int {
    // A damaged index must not lead to another pin's photos.
    try connection.run(
      [
        "INSERT OR REPLACE INTO replaced_photo (album_id,", photoColumns, ") SELECT ?2,",
        photoColumns,
        "FROM photo WHERE pin_id = ?1 AND +pin_id = ?1 AND NOT is_favorite AND id > ?3",
      ], [pin.number, number, lastPhoto ?? .min])
    let count = connection.changedRows
    try connection.run(
      "DELETE FROM photo WHERE id IN (SELECT id FROM replaced_photo WHERE album_id = ?)", [number])
    if lastPhoto == nil { try requireNoPhotos(of: pin) }
    return count
  }
}

/// Whether a photo has come in place of a replaced album, or none is expected.
let isSettled: StaticString = """
  (NOT EXISTS (
      SELECT 1 FROM photo WHERE photo.pin_id = replaced_album.pin_id
        AND photo.id > last_photo AND NOT is_favorite)
    OR EXISTS (
      SELECT 1 FROM photo WHERE photo.pin_id = replaced_album.pin_id
        AND photo.id > last_photo AND NOT is_favorite AND path IS NOT NULL))
  """
