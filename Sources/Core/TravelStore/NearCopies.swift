import SQLite
public import TravelModel

/// Photos that look like others of their album, and the spare ones that replace them.
extension TravelStore {
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
      try connection.run(
        "UPDATE photo SET position = ? WHERE id = ?", [Int64(position), next])
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

  /// Deletes the spare photos of a pin whose album is complete.
  func forgetNeedlessSpares(of pin: Pin.ID) throws(StoreError) {
    try connection.run(
      """
      DELETE FROM spare_photo WHERE pin_id = ?1
        AND NOT EXISTS (SELECT 1 FROM photo WHERE pin_id = ?1 AND path IS NULL)
      """, [pin.number])
  }
}
