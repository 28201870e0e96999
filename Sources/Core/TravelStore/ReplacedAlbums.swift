import SQLite
public import TravelModel

/// An album that was replaced and can be brought back.
public struct ReplacedAlbum: Hashable, Sendable {
  public let step: StepID
  public let pin: Pin.ID
  /// The number of its photos, without favourites, which stay in the album.
  public let count: Int
  /// The source of its photos, if known.
  public let source: String?
}

/// Replaced albums, as long as a step keeps them.
extension TravelStore {
  /// Exchanges the present album with the one that a step keeps; `all` moves all present photos
  /// into the step, otherwise only those that came with it.
  ///
  /// Favourites stay, and removed photos are not restored. The source keeps its position, because
  /// the photos that go have been seen.
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
    return ExchangedAlbum(old: old, photos: try album(of: pin), info: try albumInfo(of: pin))
  }

  /// The replaced albums of a pin whose replacements have no photo yet.
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

  /// Moves an album that is about to be replaced into a new step, except favourites, which stay.
  ///
  /// An album without a picture is deleted instead.
  func removeAlbumToReplace(of pin: Pin.ID) throws(StoreError) -> ReplacedAlbum? {
    let isWorthIt = try connection.has(
      "SELECT 1 FROM photo WHERE pin_id = ? AND path IS NOT NULL AND NOT is_favorite", [pin.number])
    guard isWorthIt else {
      try connection.run(
        """
        DELETE FROM photo WHERE id IN (SELECT id FROM photo WHERE pin_id = ?1) AND +pin_id = ?1
          AND NOT is_favorite
        """, [pin.number])
      try requireNoPhotos(of: pin)
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

  /// Moves an album into a step: the photos after `lastPhoto`, or all if it is nil, except
  /// favourites.
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

  /// Throws if a damaged index still lists photos of a pin, after all but favourites were moved away.
  private func requireNoPhotos(of pin: Pin.ID) throws(StoreError) {
    let isLeft = try connection.has(
      "SELECT 1 FROM photo WHERE pin_id = ? AND NOT is_favorite", [pin.number])
    if isLeft { throw .damaged(path: connection.path) }
  }
}

/// SQL: whether the replacement of an album in `undo_step` and `undo_pin` has a photo, or none is
/// expected.
let isSettled = """
  (NOT EXISTS (
      SELECT 1 FROM photo WHERE photo.pin_id = undo_pin.pin_id
        AND photo.id > last_photo AND NOT is_favorite)
    OR EXISTS (
      SELECT 1 FROM photo WHERE photo.pin_id = undo_pin.pin_id
        AND photo.id > last_photo AND NOT is_favorite AND path IS NOT NULL))
  """
