import SQLite
public import TravelModel

extension TravelStore {
  /// The photos of a pin's album, in their order.
  public func album(of pin: Pin.ID) throws(StoreError) -> [Photo] {
    try photos("WHERE pin_id = ? ORDER BY position, id", [pin.number])
  }

  /// A pin's album as shown: its photos in their order, and its other state.
  public func openedAlbum(of pin: Pin.ID) throws(StoreError) -> (photos: [Photo], info: AlbumInfo) {
    (try album(of: pin), try albumInfo(of: pin))
  }

  /// The state of a pin's album besides its photos.
  public func albumInfo(of pin: Pin.ID) throws(StoreError) -> AlbumInfo {
    try connection.first(
      """
      SELECT state, source, total, radius, has_begun_again, stands_in_for, failure, has_unlisted,
        category
      FROM album WHERE pin_id = ?
      """, [pin.number], read: AlbumInfo.init) ?? AlbumInfo()
  }

  /// Records that a search has begun, so that it is resumed after a restart; `source` is the user's
  /// choice for this album.
  public func searchBegan(for pin: Pin.ID, from source: String? = nil) throws(StoreError) {
    try connection.transaction { () throws(StoreError) in
      try requirePin(pin)
      try connection.run(
        """
        INSERT INTO album (pin_id, state, source) VALUES (?, 'wanted', ?)
        ON CONFLICT (pin_id) DO UPDATE
          SET state = 'wanted', source = excluded.source, category = NULL, stands_in_for = NULL,
            failure = NULL
        """, [pin.number, source])
    }
  }

  /// Records that a search failed; the album stays as it is.
  public func searchFailed(for pin: Pin.ID, because failure: SourceFailure) throws(StoreError) {
    try connection.run(
      "UPDATE album SET state = 'failed', failure = ? WHERE pin_id = ?",
      [failure.rawValue, pin.number])
  }

  /// The results of earlier searches of a source for a pin.
  public func history(of pin: Pin.ID, in source: String) throws(StoreError) -> SearchHistory {
    var history = SearchHistory()
    history.bookmark = try connection.first(
      "SELECT text FROM bookmark WHERE pin_id = ? AND source = ?", [pin.number, source]
    ) { $0.text(0) }
    history.seen = Set(
      try connection.all(
        "SELECT source_id FROM seen_photo WHERE pin_id = ? AND source = ?", [pin.number, source]
      ) { $0.text(0) })
    // A favourite is in the next album anyway: as one of the source's photos it would take the place
    // of another.
    history.unwanted = Set(
      try connection.all(
        """
        SELECT source_id FROM removed_photo WHERE pin_id = ?1 AND source = ?2
        UNION SELECT source_id FROM near_copy WHERE pin_id = ?1 AND source = ?2
        UNION SELECT source_id FROM photo WHERE pin_id = ?1 AND source = ?2 AND is_favorite
        """, [pin.number, source]
      ) { $0.text(0) })
    return history
  }

  /// Replaces a pin's album by new photos, all awaited, in one transaction.
  ///
  /// Returns the new album, and the old one if it is worth bringing back, which makes the
  /// replacement an undoable step.
  ///
  /// Favourites stay, and come first. Photos that the user has removed are left out.
  public func replaceAlbum(
    of pin: Pin.ID, with album: NewAlbum
  ) throws(StoreError) -> (photos: [Photo], old: ReplacedAlbum?) {
    try recording { () throws(StoreError) in
      try requirePin(pin)
      let old = try removeAlbumToReplace(of: pin)
      let first = try positionAfterPhotos(of: pin)
      let unwanted = try favoritesAndRemovedPhotos(of: pin)
      let new = album.slice.photos.enumerated()
        .filter { !unwanted.contains([$0.element.source, $0.element.sourceID]) }
        .map { (position: first + $0.offset, photo: $0.element) }
      try connection.insert(new, by: "INSERT INTO photo", for: pin)
      try connection.run("DELETE FROM spare_photo WHERE pin_id = ?", [pin.number])
      try connection.insert(
        album.slice.spares.enumerated().map { ($0.offset, $0.element) },
        by: "INSERT OR IGNORE INTO spare_photo", for: pin)
      try write(album, of: pin)
      return (try self.album(of: pin), old)
    }
  }

  /// Replaces an awaited photo by the next spare one, which goes to the end of the album; nil if
  /// there is none, or the photo is not awaited any more.
  ///
  /// The source does not return the replaced photo again for this pin.
  public func replaceNearCopy(_ id: Photo.ID) throws(StoreError) -> Photo? {
    let next = try connection.transaction { () throws(StoreError) -> Int64? in
      let pin = try connection.first(
        "SELECT pin_id FROM photo WHERE id = ? AND path IS NULL AND NOT is_favorite", [id.number]
      ) { Pin.ID($0.integer(0)) }
      guard let pin else { return nil }
      try connection.run(
        """
        INSERT OR IGNORE INTO photo (\(detailColumns)) SELECT \(detailColumns)
        FROM spare_photo AS spare WHERE pin_id = ?1 AND NOT EXISTS (
            SELECT 1 FROM photo WHERE pin_id = ?1 AND source = spare.source
              AND source_id = spare.source_id)
          AND NOT EXISTS (
            SELECT 1 FROM removed_photo WHERE pin_id = ?1 AND source = spare.source
              AND source_id = spare.source_id)
        ORDER BY spare.position LIMIT 1
        """, [pin.number])
      guard connection.changedRows > 0 else { return nil }
      let next = connection.lastInsertedNumber
      try connection.run(
        """
        DELETE FROM spare_photo WHERE pin_id = ?1 AND (source, source_id) =
          (SELECT source, source_id FROM photo WHERE id = ?2)
        """, [pin.number, next])
      let position = try positionAfterPhotos(of: pin)
      try connection.run("UPDATE photo SET position = ? WHERE id = ?", [Int64(position), next])
      try addSeenPhotos(of: pin)
      try connection.run(
        """
        INSERT OR IGNORE INTO near_copy (pin_id, source, source_id)
        SELECT pin_id, source, source_id FROM photo WHERE id = ?
        """, [id.number])
      try connection.run("DELETE FROM photo WHERE id = ?", [id.number])
      return next
    }
    return try next.flatMap { number throws(StoreError) in try photo(Photo.ID(number)) }
  }

  /// The pins whose albums were being searched or downloaded when the program ended.
  public func unfinishedAlbums() throws(StoreError) -> [Pin.ID] {
    // Continuing an album needs a library that can be written.
    guard connection.refusal == nil else { return [] }
    return try connection.all(
      """
      SELECT pin_id FROM album WHERE state = 'wanted' AND pin_id IN (SELECT id FROM pin)
        AND NOT EXISTS (
          SELECT 1 FROM photo WHERE photo.pin_id = album.pin_id AND NOT is_favorite)
      UNION SELECT pin_id FROM photo WHERE state = 'awaited'
      """
    ) { Pin.ID($0.integer(0)) }
  }

  /// The number of photos without a file, for each pin that has such photos.
  public func missingPhotos() throws(StoreError) -> [Pin.ID: Int] {
    var missing: [Pin.ID: Int] = [:]
    // Paths are unique, so SQLite has an index for `path IS NULL`.
    try connection.run("SELECT pin_id FROM photo WHERE path IS NULL") { row throws(StoreError) in
      missing[Pin.ID(row.integer(0)), default: 0] += 1
    }
    return missing
  }

  /// Records that the albums of new pins, which have consecutive ids, are to be filled.
  func awaitAlbums(of pins: ClosedRange<Pin.ID>, from source: String?) throws(StoreError) {
    try connection.run(
      """
      INSERT OR REPLACE INTO album (pin_id, state, source)
      SELECT id, 'wanted', ? FROM pin WHERE id BETWEEN ? AND ?
      """, [source, pins.lowerBound.number, pins.upperBound.number])
  }

  func requirePin(_ pin: Pin.ID) throws(StoreError) {
    guard try connection.has("SELECT 1 FROM pin WHERE id = ?", [pin.number]) else { throw .gone }
  }

  func positionAfterPhotos(of pin: Pin.ID) throws(StoreError) -> Int {
    let last = try connection.first(
      "SELECT max(position) FROM photo WHERE pin_id = ?", [pin.number]
    ) { $0.optionalNumber(0) }
    // Another program may have written any number.
    return last.map { Int(min(max($0, 0), 1e9)) + 1 } ?? 0
  }

  /// The sources and source ids of photos that a new collection must not contain.
  private func favoritesAndRemovedPhotos(of pin: Pin.ID) throws(StoreError) -> Set<[String]> {
    Set(
      try connection.all(
        """
        SELECT source, source_id FROM removed_photo WHERE pin_id = ?1
        UNION SELECT source, source_id FROM photo WHERE pin_id = ?1 AND is_favorite
        """, [pin.number]
      ) { [$0.text(0) ?? "", $0.text(1) ?? ""] })
  }

  /// Saves the source of the album's photos, and which ones it has returned.
  private func write(_ album: NewAlbum, of pin: Pin.ID) throws(StoreError) {
    try connection.run(
      """
      INSERT OR REPLACE INTO album
        (pin_id, state, source, total, has_unlisted, radius, has_begun_again, stands_in_for,
          category)
      VALUES (?, 'found', ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        pin.number, album.source, Int64(album.slice.total),
        Int64(album.slice.hasUnlisted ? 1 : 0), album.slice.radius,
        Int64(album.slice.hasBegunAgain ? 1 : 0), album.fallbackReason?.rawValue, album.category,
      ])
    if album.slice.hasBegunAgain {
      try connection.run(
        "DELETE FROM seen_photo WHERE pin_id = ? AND source = ?", [pin.number, album.source])
    }
    try addSeenPhotos(of: pin)
    guard let bookmark = album.slice.bookmark else { return }
    try connection.run(
      "INSERT OR REPLACE INTO bookmark (pin_id, source, text) VALUES (?, ?, ?)",
      [pin.number, album.source, bookmark])
  }

  func addSeenPhotos(of pin: Pin.ID) throws(StoreError) {
    try connection.run(
      """
      INSERT OR IGNORE INTO seen_photo (pin_id, source, source_id)
      SELECT pin_id, source, source_id FROM photo WHERE pin_id = ?
      """, [pin.number])
  }

  /// Deletes the spare photos of a pin whose album is complete.
  func forgetNeedlessSpares(of pin: Pin.ID) throws(StoreError) {
    try connection.run(
      """
      DELETE FROM spare_photo WHERE pin_id = ?1
        AND NOT EXISTS (SELECT 1 FROM photo WHERE pin_id = ?1 AND path IS NULL)
      """, [pin.number])
  }
}

extension AlbumInfo {
  /// The possible distances between two places on Earth, in metres, with a margin.
  private static let radii = 0.0...20_100_000

  fileprivate init(_ row: Row) {
    self.init()
    source = row.text(1)
    total = max(0, Int(row.integer(2)))
    radius = row.optionalNumber(3).flatMap { AlbumInfo.radii.contains($0) ? $0 : nil }
    hasBegunAgain = row.integer(4) != 0
    hasUnlisted = row.integer(7) != 0
    category = row.text(8)
    fallbackReason = row.text(5).flatMap(SourceFailure.init)
    state =
      switch row.text(0) {
      case "wanted": .searching
      case "failed": .failed(row.text(6).flatMap(SourceFailure.init) ?? .unreadable)
      default: .found
      }
  }
}
