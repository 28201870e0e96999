public import Files
import SQLite
public import TravelModel

/// A downloaded and checked file that is to be moved into the library.
public struct ArrivedFile: Hashable, Sendable {
  public var photo: Photo.ID
  public var file: SyncedFile
  public var content: PictureContent
  public init(photo: Photo.ID, file: SyncedFile, content: PictureContent) {
    (self.photo, self.file, self.content) = (photo, file, content)
  }
}

extension TravelStore {
  /// Moves files into the library: each is in place and synced before its row refers to it.
  ///
  /// Returns the updated photos. Files of photos that are gone, or have a file already, are
  /// deleted.
  public func save(_ files: [ArrivedFile]) throws(StoreError) -> [Photo] {
    var kept: [(arrived: ArrivedFile, path: String)] = []
    var late: [String] = []
    var pins: Set<Pin.ID> = []
    var mayBeKnown = false
    do {
      for file in files {
        let awaited = try connection.first(
          "SELECT pin_id FROM photo WHERE id = ? AND path IS NULL", [file.photo.number]
        ) { Pin.ID($0.integer(0)) }
        guard let pin = awaited else {
          file.file.discard()
          continue
        }
        let path = try self.files.moveIn(file.file, for: pin, file.content.fileExtension)
        kept.append((file, path))
        pins.insert(pin)
      }
      for pin in pins { try self.files.sync(pin) }
      try connection.transaction { () throws(StoreError) in
        for (arrived, path) in kept {
          let size = arrived.content.size
          try connection.run(
            """
            UPDATE photo SET path = ?1, state = 'stored', failure = NULL,
              width = iif(large_url IS NULL, ?2, width),
              height = iif(large_url IS NULL, ?3, height), look = ?5
            WHERE id = ?4 AND path IS NULL
            """,
            [
              path, Int64(size.width), Int64(size.height), arrived.photo.number,
              arrived.content.look.map { Int64(bitPattern: $0.bits) },
            ])
          if connection.changedRows == 0 { late.append(path) }
        }
        for pin in pins { try forgetNeedlessSpares(of: pin) }
        mayBeKnown = true
      }
    } catch {
      // A failed commit may still be in the log; then the next sweep decides about the files.
      if !mayBeKnown {
        for (_, path) in kept { self.files.delete(path) }
      }
      throw error
    }
    for path in late { self.files.delete(path) }
    deleteDoomedFiles()
    return try photos(kept.filter { !late.contains($0.path) }.map(\.arrived.photo))
  }

  /// Records that a photo's download ended without a file.
  public func fail(_ id: Photo.ID, because failure: PhotoFailure) throws(StoreError) -> Photo? {
    try connection.run(
      "UPDATE photo SET state = 'failed', failure = ? WHERE id = ? AND state = 'awaited'",
      [failure.rawValue, id.number])
    return try photo(id)
  }

  /// Sets failed photos, and photos whose files are lost, back to awaited, unless they have got
  /// another file meanwhile.
  ///
  /// The old file, if there is one, stays in the folder: the user may have changed it.
  public func awaitAgain(_ photos: [Photo]) throws(StoreError) -> [Photo] {
    try connection.transaction { () throws(StoreError) in
      for photo in photos {
        try connection.run(
          """
          UPDATE photo SET state = 'awaited', failure = NULL, path = NULL
          WHERE id = ? AND path IS ?
          """, [photo.id.number, photo.path])
        guard connection.changedRows > 0 else { continue }
        try connection.run("DELETE FROM doomed_file WHERE path = ?", [photo.path])
      }
    }
    return try self.photos(photos.map(\.id))
  }

  /// The first photos of a pin's album that have files, favourites first.
  public func storedPhotos(of pin: Pin.ID, limit: Int) throws(StoreError) -> [Photo] {
    try photos(
      "WHERE pin_id = ? AND path IS NOT NULL ORDER BY is_favorite DESC, position, id LIMIT ?",
      [pin.number, Int64(limit)])
  }

  public func photo(_ id: Photo.ID) throws(StoreError) -> Photo? {
    try photos("WHERE id = ?", [id.number]).first
  }

  /// Saves the directions in which photos of a pin look, by their ids at a source.
  public func setHeadings(
    _ headings: [String: Double], of source: String, for pin: Pin.ID
  ) throws(StoreError) {
    try connection.transaction { () throws(StoreError) in
      for (id, heading) in headings {
        try connection.run(
          "UPDATE photo SET heading = ? WHERE pin_id = ? AND source = ? AND source_id = ?",
          [heading, pin.number, source, id])
      }
    }
  }

  /// Marks photos as favourites, or removes the mark; returns those that still exist.
  public func setFavorites(_ ids: [Photo.ID], to isFavorite: Bool) throws(StoreError) -> [Photo] {
    try connection.transaction { () throws(StoreError) in
      for id in ids {
        try connection.run(
          "UPDATE photo SET is_favorite = ? WHERE id = ?", [Int64(isFavorite ? 1 : 0), id.number])
      }
    }
    return try photos(ids)
  }

  /// The favourite with a file that follows a photo, in an order that mixes the albums and has no end;
  /// nil if there is none.
  public func favorite(after last: Photo.ID) throws(StoreError) -> Photo? {
    // On a circle, multiples of the golden section lie far from those before them.
    func place(_ id: Photo.ID) -> UInt64 { UInt64(bitPattern: id.number) &* 0x9E37_79B9_7F4A_7C15 }
    func way(to id: Photo.ID) -> UInt64 { place(id) &- place(last) &- 1 }
    let ids = try connection.all(
      "SELECT id FROM photo WHERE is_favorite AND path IS NOT NULL"
    ) { Photo.ID($0.integer(0)) }
    guard let next = ids.min(by: { way(to: $0) < way(to: $1) }) else { return nil }
    return try photo(next)
  }

  /// Adds a photo, awaited, to the end of a pin's album, as a favourite; nil if it is in the album.
  public func addPhoto(_ photo: PhotoDetails, to pin: Pin.ID) throws(StoreError) -> Photo? {
    try connection.transaction { () throws(StoreError) -> Photo? in
      try requirePin(pin)
      let isThere = try connection.has(
        "SELECT 1 FROM photo WHERE pin_id = ? AND source = ? AND source_id = ?",
        [pin.number, photo.source, photo.sourceID])
      guard !isThere else { return nil }
      let position = try positionAfterPhotos(of: pin)
      try connection.insert([(position, photo)], by: "INSERT INTO photo", for: pin)
      let added = Photo.ID(connection.lastInsertedNumber)
      try connection.run("UPDATE photo SET is_favorite = 1 WHERE id = ?", [added.number])
      return try self.photo(added)
    }
  }

  /// Removes photos from their albums in one step; nil if none of them exists.
  @discardableResult
  public func removePhotos(_ ids: [Photo.ID]) throws(StoreError) -> StepID? {
    try recording { () throws(StoreError) -> StepID? in
      let there = try photos(ids)
      guard !there.isEmpty else { return nil }
      let step = try addStep(.photosRemoved)
      for photo in there {
        try add(photo.pin, to: step)
        try connection.run(
          "INSERT OR IGNORE INTO undo_photo (step_id, photo_id) VALUES (?, ?)",
          [step.number, photo.id.number])
      }
      try moveRows(into: step, as: .photosRemoved)
      return step
    }
  }

  func photos(_ ids: [Photo.ID]) throws(StoreError) -> [Photo] {
    var photos: [Photo] = []
    for id in ids {
      if let photo = try photo(id) { photos.append(photo) }
    }
    return photos
  }
}
