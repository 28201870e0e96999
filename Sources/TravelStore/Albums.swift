public import Travels

extension TravelStore {
  /// The photos of a pin's album, in their order.
  public func album(of pin: Pin.ID) throws(StoreError) -> [Photo] {
    var photos: [Photo] = []
    try connection.run(
      """
      SELECT id, pin_id, source, source_id, title, author, license, license_url, page_url,
        image_url, path, state
      FROM photo WHERE pin_id = ? ORDER BY position, id
      """, [pin.number]
    ) { row throws(StoreError) in photos.append(Photo(row)) }
    return photos
  }

  /// Puts new photos, all awaited, in the place of a pin's album: all of them, or none.
  public func replaceAlbum(
    of pin: Pin.ID, with photos: [PhotoDetails]
  ) throws(StoreError) -> [Photo] {
    try connection.transaction { () throws(StoreError) in
      guard
        try connection.first("SELECT 1 FROM pin WHERE id = ?", [pin.number], read: { _ in })
          != nil
      else { throw .gone }
      try connection.run("DELETE FROM photo WHERE pin_id = ?", [pin.number])
      for (position, photo) in photos.enumerated() {
        try connection.run(
          """
          INSERT INTO photo (pin_id, position, source, source_id, title, author, license,
            license_url, page_url, image_url)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """,
          [
            pin.number, Int64(position), photo.source, photo.sourceID, photo.title, photo.author,
            photo.license, photo.licenseAddress, photo.pageAddress, photo.imageAddress,
          ])
      }
      return try album(of: pin)
    }
  }
}

extension Photo {
  fileprivate init(_ row: Row) {
    var details = PhotoDetails(
      source: row.text(2) ?? "", sourceID: row.text(3) ?? "", title: row.text(4) ?? "")
    details.author = row.text(5)
    details.license = row.text(6)
    details.licenseAddress = row.text(7)
    details.pageAddress = row.text(8)
    details.imageAddress = row.text(9)
    self.init(
      id: ID(row.integer(0)), pin: Pin.ID(row.integer(1)), details: details, path: row.text(10),
      state: row.text(11).flatMap(State.init) ?? .awaited)
  }
}
