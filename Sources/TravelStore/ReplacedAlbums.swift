import SQLite
public import TravelModel

/// An album that was replaced and can be brought back.
public struct ReplacedAlbum: Hashable, Sendable {
  let number: Int64
  public let pin: Pin.ID
  /// How many photos it has; its favourites stay in the album and do not count.
  public let count: Int
}

/// An album as it is after its photos were replaced.
public struct Replacement: Sendable {
  public let photos: [Photo]
  /// What was replaced; nil where that is not worth bringing back.
  public let old: ReplacedAlbum?
}

/// Albums that were replaced, as long as that can be undone.
extension TravelStore {
  /// Brings back the photos of a replaced album, in place of all that came later.
  ///
  /// What became a favourite meanwhile stays, and what was removed stays away. The source goes on
  /// from where it is: the photos that go now have been seen.
  public func restore(
    _ old: ReplacedAlbum
  ) throws(StoreError) -> (photos: [Photo], info: AlbumInfo) {
    let (pin, number) = (old.pin.number, old.number)
    let album = try connection.transaction { () throws(StoreError) in
      try requirePin(old.pin)
      let lastPhoto = try connection.first(
        "SELECT last_photo FROM replaced_album WHERE id = ?1 AND pin_id = ?2", [number, pin]
      ) { $0.integer(0) }
      guard let lastPhoto else { throw .gone }
      // A damaged index must not lead to another pin's photos.
      try connection.run(
        """
        DELETE FROM photo WHERE id IN (SELECT id FROM photo WHERE pin_id = ?1) AND +pin_id = ?1
          AND id > ?2 AND NOT is_favorite
        """, [pin, lastPhoto])
      try connection.run(
        [
          "INSERT OR IGNORE INTO photo (", photoColumns, ") SELECT", photoColumns,
          """
          FROM replaced_photo AS old WHERE album_id = ? AND NOT EXISTS (
            SELECT 1 FROM removed_photo AS gone WHERE gone.pin_id = old.pin_id
              AND gone.source = old.source AND gone.source_id = old.source_id)
          """,
        ], [number])
      try noteSeenPhotos(of: old.pin)
      try connection.run(
        """
        INSERT OR REPLACE INTO album
          (pin_id, state, source, total, radius, has_begun_again, stands_in_for, failure)
        SELECT pin_id, state, source, total, radius, has_begun_again, stands_in_for, failure
        FROM replaced_album WHERE id = ?
        """, [number])
      // Another process may have replaced what came in its place.
      try connection.run(
        """
        DELETE FROM replaced_photo
        WHERE album_id IN (SELECT id FROM replaced_album WHERE pin_id = ?1 AND id >= ?2)
        """, [pin, number])
      try connection.run(
        "DELETE FROM replaced_album WHERE pin_id = ?1 AND id >= ?2", [pin, number])
      return (photos: try self.album(of: old.pin), info: try albumInfo(of: old.pin))
    }
    deleteDoomedFiles()
    return album
  }

  /// The replaced albums of a pin, of which no photo has come yet in their place.
  public func replacedAlbums(of pin: Pin.ID) throws(StoreError) -> [ReplacedAlbum] {
    var albums: [ReplacedAlbum] = []
    try connection.run(
      [
        "SELECT id, (SELECT count(*) FROM replaced_photo WHERE album_id = replaced_album.id)",
        "FROM replaced_album WHERE pin_id = ? AND NOT", isSettled, "ORDER BY id",
      ], [pin.number]
    ) { row throws(StoreError) in
      albums.append(
        ReplacedAlbum(number: row.integer(0), pin: pin, count: Int(row.integer(1))))
    }
    return albums
  }

  /// Makes the replacement of albums final; their files go when the first new photo is there.
  public func forget(_ albums: [ReplacedAlbum]) throws(StoreError) {
    try connection.transaction { () throws(StoreError) in
      for album in albums { try forgetReplacedAlbum(album.number) }
    }
    deleteDoomedFiles()
  }

  /// Makes the replacement of those albums final in whose place photos have come.
  func forgetReplacedAlbums() throws(StoreError) {
    var settled: [Int64] = []
    try connection.run(["SELECT id FROM replaced_album WHERE", isSettled]) {
      row throws(StoreError) in settled.append(row.integer(0))
    }
    for number in settled { try forgetReplacedAlbum(number) }
  }

  private func forgetReplacedAlbum(_ number: Int64) throws(StoreError) {
    try connection.run(
      """
      INSERT OR REPLACE INTO doomed_file (path, waits_for)
      SELECT path, pin_id FROM replaced_photo WHERE album_id = ? AND path IS NOT NULL
      """, [number])
    try connection.run("DELETE FROM replaced_photo WHERE album_id = ?", [number])
    try connection.run("DELETE FROM replaced_album WHERE id = ?", [number])
  }

  /// Keeps the photos of an album that is about to be replaced, but for its favourites, which stay.
  ///
  /// An album without a picture is not worth it.
  func keepReplacedAlbum(of pin: Pin.ID) throws(StoreError) -> ReplacedAlbum? {
    try connection.run(
      """
      INSERT INTO replaced_album (pin_id, last_photo, state, source, total, radius,
        has_begun_again, stands_in_for, failure)
      SELECT pin.id, ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'photo'), 0),
        ifnull(state, 'found'), source, ifnull(total, 0), radius, ifnull(has_begun_again, 0),
        stands_in_for, failure
      FROM pin LEFT JOIN album ON album.pin_id = pin.id
      WHERE pin.id = ?1 AND EXISTS (
        SELECT 1 FROM photo WHERE pin_id = ?1 AND path IS NOT NULL AND NOT is_favorite)
      """, [pin.number])
    guard connection.changedRows > 0 else { return nil }
    let number = connection.lastInsertedNumber
    try connection.run(
      [
        "INSERT OR REPLACE INTO replaced_photo (album_id,", photoColumns, ") SELECT ?2,",
        photoColumns, "FROM photo WHERE pin_id = ?1 AND NOT is_favorite",
      ], [pin.number, number])
    return ReplacedAlbum(number: number, pin: pin, count: connection.changedRows)
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
