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

/// Albums that were replaced, as long as a step keeps them.
extension TravelStore {
  /// Puts the album that a step keeps in the place of the present one, which the step keeps then.
  ///
  /// Favourites stay, and what was removed stays away. The source goes on from where it is: the photos
  /// that go now have been seen. All photos go, or those that came with the step.
  func exchangeAlbum(by step: Step, all: Bool) throws(StoreError) -> ExchangedAlbum {
    guard let pin = step.pin else { throw .gone }
    try requirePin(pin)
    let lastPhoto = try connection.first(
      "SELECT last_photo FROM undo_step WHERE id = ?", [step.id.number]
    ) { $0.optionalInteger(0) }
    guard let lastPhoto else { throw .gone }
    _ = try connection.setAside(.album, of: step.id)
    let aside = try connection.setAside(.photo, of: step.id)
    let old = try moveAlbum(of: pin, after: all ? nil : lastPhoto, into: step.id)
    try connection.moveBack(
      .photo, from: aside,
      where: """
        (pin_id, source, source_id) NOT IN (
          SELECT pin_id, source, source_id FROM removed_photo WHERE pin_id = \(pin.number))
        """)
    try connection.run("DELETE FROM kept_photo WHERE step_id = ?", [aside.number])
    try connection.moveBack(.album, from: aside)
    try addSeenPhotos(of: pin)
    return ExchangedAlbum(
      old: old, photos: try album(of: pin), info: try albumInfo(of: pin))
  }

  /// The replaced albums of a pin, of which no photo has come yet in their place.
  public func replacedAlbums(of pin: Pin.ID) throws(StoreError) -> [ReplacedAlbum] {
    try connection.all(
      """
      SELECT id, (SELECT count(*) FROM kept_photo WHERE step_id = undo_step.id),
        (SELECT source FROM kept_album WHERE step_id = undo_step.id)
      FROM undo_step JOIN undo_pin ON undo_pin.step_id = id
      WHERE pin_id = ? AND kind = 'album-replaced' AND NOT is_undone AND NOT \(isSettled)
      ORDER BY id
      """, [pin.number]
    ) { row in
      ReplacedAlbum(
        step: StepID(row.integer(0)), pin: pin, count: Int(row.integer(1)), source: row.text(2))
    }
  }

  /// Moves an album that is about to be replaced into a new step, but for its favourites, which stay.
  ///
  /// An album of which no picture has arrived is deleted instead; then this returns nil.
  func removeAlbumToReplace(of pin: Pin.ID) throws(StoreError) -> ReplacedAlbum? {
    let isWorthIt = try connection.has(
      "SELECT 1 FROM photo WHERE pin_id = ? AND path IS NOT NULL AND NOT is_favorite", [pin.number])
    guard isWorthIt else {
      try deletePhotos(of: pin)
      return nil
    }
    let step = try addStep(.albumReplaced)
    try add(pin, to: step)
    try connection.run(
      """
      UPDATE undo_step SET last_photo =
        ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'photo'), 0)
      WHERE id = ?
      """, [step.number])
    return try moveAlbum(of: pin, after: nil, into: step)
  }

  /// Moves an album into a step: its photos after one, or all of them, but for favourites.
  private func moveAlbum(
    of pin: Pin.ID, after lastPhoto: Int64?, into step: StepID
  ) throws(StoreError) -> ReplacedAlbum {
    let number = pin.number
    // A damaged index must not lead to another pin's photos.
    let count = try connection.move(
      .photo,
      where: """
        pin_id = \(number) AND +pin_id = \(number) AND NOT is_favorite
          AND id > \(lastPhoto ?? 0)
        """, into: step)
    if lastPhoto == nil { try requireNoPhotos(of: pin) }
    try connection.move(.album, where: "pin_id = \(number)", into: step)
    let source = try connection.first(
      "SELECT source FROM kept_album WHERE step_id = ?", [step.number]
    ) { $0.text(0) }
    return ReplacedAlbum(step: step, pin: pin, count: count, source: source)
  }
}

/// Whether a photo has come in place of an album that a step of `undo_step` and `undo_pin` has replaced,
/// or none is expected.
let isSettled = """
  (NOT EXISTS (
      SELECT 1 FROM photo WHERE photo.pin_id = undo_pin.pin_id
        AND photo.id > last_photo AND NOT is_favorite)
    OR EXISTS (
      SELECT 1 FROM photo WHERE photo.pin_id = undo_pin.pin_id
        AND photo.id > last_photo AND NOT is_favorite AND path IS NOT NULL))
  """
