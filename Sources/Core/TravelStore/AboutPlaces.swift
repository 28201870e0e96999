import SQLite
public import TravelModel

/// Articles about the places of pins.
extension TravelStore {
  /// What is known about a pin's place; nil if it was never fetched for the pin's present place.
  public func aboutPlace(of pin: Pin.ID) throws(StoreError) -> AboutPlace? {
    let isAnswered = try connection.has(
      """
      SELECT 1 FROM place_words AS words JOIN pin ON pin.id = words.pin_id
      WHERE pin.id = ? AND words.latitude = pin.latitude AND words.longitude = pin.longitude
      """, [pin.number])
    guard isAnswered else { return nil }
    var about = AboutPlace()
    about.texts = try connection.all(
      """
      SELECT work, language, title, text, page_url, latitude, longitude FROM place_text
      WHERE pin_id = ? ORDER BY work
      """, [pin.number], read: PlaceText.init)
    about.sights = try connection.all(
      """
      SELECT title, detail, latitude, longitude FROM place_sight
      WHERE pin_id = ? ORDER BY position
      """, [pin.number], read: Sight.init)
    return about
  }

  /// Saves what is known about a pin's place, replacing earlier data.
  ///
  /// Throws `gone`, and saves nothing, if the pin has moved meanwhile.
  public func save(_ about: AboutPlace, of pin: Pin.ID, at place: Coordinate) throws(StoreError) {
    try connection.transaction { () throws(StoreError) in
      let isThere = try connection.has(
        "SELECT 1 FROM pin WHERE id = ? AND latitude = ? AND longitude = ?",
        [pin.number, place.latitude, place.longitude])
      guard isThere else { throw .gone }
      try connection.run("DELETE FROM place_text WHERE pin_id = ?", [pin.number])
      try connection.run("DELETE FROM place_sight WHERE pin_id = ?", [pin.number])
      try connection.run(
        """
        INSERT INTO place_words (pin_id, latitude, longitude) VALUES (?, ?, ?)
        ON CONFLICT (pin_id) DO UPDATE
          SET latitude = excluded.latitude, longitude = excluded.longitude
        """, [pin.number, place.latitude, place.longitude])
      for text in about.texts {
        try connection.run(
          """
          INSERT OR REPLACE INTO place_text (pin_id, work, language, title, text, page_url,
            license, license_url, latitude, longitude)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          """,
          [
            pin.number, text.work.rawValue, text.language, text.title, text.text, text.pageAddress,
            PlaceText.license.name, PlaceText.license.address, text.coordinate?.latitude,
            text.coordinate?.longitude,
          ])
      }
      for (position, sight) in about.sights.enumerated() {
        try connection.run(
          """
          INSERT INTO place_sight (pin_id, position, title, detail, latitude, longitude)
          VALUES (?, ?, ?, ?, ?, ?)
          """,
          [
            pin.number, Int64(position), sight.title, sight.detail, sight.coordinate.latitude,
            sight.coordinate.longitude,
          ])
      }
    }
  }
}

extension PlaceText {
  /// Reads a text; nil if its work is unknown, or another program has emptied it.
  fileprivate init?(_ row: Row) {
    guard let work = row.text(0).flatMap(Work.init), let title = row.text(2),
      let text = row.text(3), !text.isEmpty
    else { return nil }
    self.init(
      work: work, language: row.text(1) ?? "", title: title, text: text, pageAddress: row.text(4),
      coordinate: row.coordinate(5))
  }
}

extension Sight {
  fileprivate init?(_ row: Row) {
    guard let title = row.text(0), let place = row.coordinate(2) else { return nil }
    self.init(title: title, detail: row.text(1) ?? "", coordinate: place)
  }
}
