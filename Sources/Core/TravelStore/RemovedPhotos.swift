import SQLite
import TravelModel

/// Photos that a step takes out of albums and brings back.
///
/// Their rows stay among the removed ones when the step is final, without a file, to keep them out of
/// new albums.
extension TravelStore {
  /// Takes away those photos of a step that are there.
  func takeAwayPhotos(of step: StepID) throws(StoreError) -> [Photo] {
    let photos = try photos(ids(of: step))
    guard !photos.isEmpty else { throw .gone }
    for photo in photos {
      try connection.run(
        [
          "INSERT OR REPLACE INTO removed_photo (step_id,", photoColumns, ") SELECT ?2,",
          photoColumns, "FROM photo WHERE id = ?1",
        ], [photo.id.number, step.number])
      try connection.run("DELETE FROM photo WHERE id = ?", [photo.id.number])
    }
    return photos
  }

  /// Brings removed photos back to their positions.
  func bringBackPhotos(of step: StepID) throws(StoreError) -> [Photo] {
    var back: [Photo.ID] = []
    for id in try ids(of: step) {
      try connection.run(
        [
          "INSERT OR IGNORE INTO photo (", photoColumns, ") SELECT", photoColumns,
          """
          FROM removed_photo WHERE id = ? AND step_id = ?
            AND pin_id IN (SELECT pin.id FROM pin)
          """,
        ], [id.number, step.number])
      guard connection.changedRows == 1 else { continue }
      try connection.run("DELETE FROM removed_photo WHERE id = ?", [id.number])
      back.append(id)
    }
    guard !back.isEmpty else { throw .gone }
    return try photos(back)
  }

  private func ids(of step: StepID) throws(StoreError) -> [Photo.ID] {
    var ids: [Photo.ID] = []
    try connection.run(
      "SELECT photo_id FROM undo_photo WHERE step_id = ? ORDER BY photo_id", [step.number]
    ) { row throws(StoreError) in ids.append(Photo.ID(row.integer(0))) }
    return ids
  }
}
