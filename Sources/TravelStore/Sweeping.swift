public import Files
import SQLite

extension TravelStore {
  /// Where a download may put its bytes: a new file each time, below the photo folder.
  public nonisolated func newIncoming() async -> IncomingFile {
    await WorkQueue.shared.run { [files] in files.newIncoming() }
  }

  /// The file of a photo's path; nil where the path leads out of the photo folder.
  public nonisolated func file(at path: String) -> String? {
    PhotoFiles.isInside(path) ? "\(files.folder)/\(path)" : nil
  }

  /// Clears up what a sudden end has left: downloads that never ended, and files without a row.
  ///
  /// The latter are set aside, for a library may know less than it did; what was set aside for a
  /// month goes. All of it is done in short steps, so that others get their turn between them, and
  /// only while no other process uses the library.
  public nonisolated func sweep() async throws(StoreError) {
    guard try await beginSweep() else { return }
    var found: [String] = []
    for place in await places() {
      guard let strays = try await strays(in: place) else { return }
      found += strays
      if found.count >= Sweep.batch {
        try await setAside(found)
        found = []
      }
    }
    if !found.isEmpty { try await setAside(found) }
    try await deleteOldStrays()
  }

  /// Deletes the files whose rows have gone.
  ///
  /// What cannot be deleted now is tried again at the next start.
  func deleteDoomedFiles() {
    guard connection.refusal == nil else { return }
    try? releaseReplacedFiles()
    var doomed: [String] = []
    try? connection.run("SELECT path FROM doomed_file WHERE waits_for IS NULL") {
      row throws(StoreError) in doomed.append(row.text(0) ?? "")
    }
    // What is known is no more doomed than what cannot be asked for.
    let settled = doomed.filter { path in
      guard let isKnown = try? connection.hasPhoto(at: path) else { return false }
      return isKnown || files.delete(path)
    }
    guard !settled.isEmpty else { return }
    try? connection.transaction { () throws(StoreError) in
      for path in settled {
        try connection.run("DELETE FROM doomed_file WHERE path = ?", [path])
      }
    }
  }

  /// Lets the files of replaced albums go where a new photo is there, or none is to come.
  private func releaseReplacedFiles() throws(StoreError) {
    var pins: [Int64] = []
    try connection.run("SELECT DISTINCT waits_for FROM doomed_file WHERE waits_for IS NOT NULL") {
      row throws(StoreError) in pins.append(row.integer(0))
    }
    for pin in pins {
      try connection.run(
        """
        UPDATE doomed_file SET waits_for = NULL WHERE waits_for = ?1
          AND (NOT EXISTS (SELECT 1 FROM photo WHERE pin_id = ?1)
            OR EXISTS (SELECT 1 FROM photo WHERE pin_id = ?1 AND path IS NOT NULL))
        """, [pin])
    }
  }

  /// Brings back what was set aside and is known again, as when a library was put back that knew
  /// more than the one before it.
  func bringBackStrays() throws(StoreError) {
    for path in files.photosSetAside where try connection.hasPhoto(at: path) {
      files.bringBack(path)
    }
  }
}

/// What a sweep is bound by.
private enum Sweep {
  /// As many strays are looked for in all rows at once: so many that this is seldom done twice,
  /// and their paths take a few megabytes.
  static let batch = 50_000
  /// As many rows are read, or files moved, in one step: a few milliseconds' work.
  static let step: Int64 = 5_000

  /// How long a file that nobody knows is kept, in seconds.
  static let month: Int64 = 30 * 24 * 3600
  /// A time between two starts that is longer than this, in seconds, speaks of a clock that was
  /// wrong as much as of a long absence, and counts as a week.
  static let longestAbsence = 2 * month
  static let week: Int64 = 7 * 24 * 3600
}

extension TravelStore {
  private func beginSweep() throws(StoreError) -> Bool {
    deleteDoomedFiles()
    guard connection.refusal == nil else { return false }
    return try lock.alone { files.discardLeftovers() } != nil
  }

  private func places() -> [String] { files.places }

  /// The files in a pin's folder that no row seems to name; nil where the library has another user.
  private func strays(in place: String) throws(StoreError) -> [String]? {
    try lock.alone { () throws(StoreError) in
      var strays: [String] = []
      for path in files.photos(in: place) where try !isKnown(path) { strays.append(path) }
      return strays
    }
  }

  private nonisolated func setAside(_ strays: [String]) async throws(StoreError) {
    var unknown = Set(strays)
    // The indices may be damaged: the rows themselves are asked as well.
    for table in [Rows.photos, .removedPhotos] {
      var last: Int64? = .min
      while let place = last, !unknown.isEmpty {
        last = try await subtractRows(of: table, after: place, from: &unknown)
      }
    }
    for path in unknown { try await setAside(path) }
  }

  private enum Rows { case photos, removedPhotos }

  /// Takes the paths of some rows out of a set, and returns the last of these rows' numbers.
  private func subtractRows(
    of table: Rows, after number: Int64, from unknown: inout Set<String>
  ) throws(StoreError) -> Int64? {
    let sql: StaticString =
      switch table {
      case .photos: "SELECT id, path FROM photo NOT INDEXED WHERE id > ? ORDER BY id LIMIT ?"
      case .removedPhotos:
        "SELECT id, path FROM removed_photo NOT INDEXED WHERE id > ? ORDER BY id LIMIT ?"
      }
    var last: Int64?
    try connection.run(sql, [number, Sweep.step]) { row throws(StoreError) in
      last = row.integer(0)
      if let path = row.text(1) { unknown.remove(path) }
    }
    return last
  }

  private func setAside(_ path: String) throws(StoreError) {
    _ = try lock.alone { () throws(StoreError) in
      if try !isKnown(path) { files.setAside(path) }
    }
  }

  /// Tells whether some row says that a file is a photo's, or that it waits to be deleted.
  private func isKnown(_ path: String) throws(StoreError) -> Bool {
    if try connection.hasPhoto(at: path) { return true }
    return try connection.first(
      "SELECT 1 FROM doomed_file WHERE path = ?", [path], read: { _ in }) != nil
  }
}

/// What becomes of files that were set aside.
extension TravelStore {
  /// Deletes the files that were set aside for a month, if the library is whole.
  private nonisolated func deleteOldStrays() async throws(StoreError) {
    let old = try await ageStrays()
    guard !old.isEmpty else { return }
    // A library that is damaged cannot say that it does not know a file.
    guard try await isWhole() else {
      let damage = StoreError.damaged(path: path)
      await refuse(because: damage)
      throw damage
    }
    for path in old { try await deleteStray(path) }
  }

  /// Writes nothing any more, and says why: nobody hears of a sweep that fails.
  private func refuse(because damage: StoreError) { connection.refuse(because: damage) }

  /// Notes how long files have been set aside and returns the paths of those that may go.
  private func ageStrays() throws(StoreError) -> [String] {
    let present = files.photosSetAside
    let isNoted =
      try connection.first("SELECT 1 FROM set_aside_file LIMIT 1", read: { _ in }) != nil
    guard isNoted || !present.isEmpty else { return [] }
    return try lock.alone { () throws(StoreError) in
      try connection.transaction { () throws(StoreError) in try ageStrays(present) }
    } ?? []
  }

  private func ageStrays(_ present: [String]) throws(StoreError) -> [String] {
    var gone: Set<String> = []
    try connection.run("SELECT path FROM set_aside_file") { row throws(StoreError) in
      gone.insert(row.text(0) ?? "")
    }
    for path in present where gone.remove(path) == nil {
      try connection.run(
        "INSERT INTO set_aside_file (path, age, seen_at) VALUES (?, 0, ?)", [path, now()])
    }
    for path in gone {
      try connection.run("DELETE FROM set_aside_file WHERE path = ?", [path])
    }
    // A clock that went back has told nothing.
    try connection.run(
      """
      UPDATE set_aside_file SET seen_at = ?1, age = age + CASE
        WHEN ?1 < seen_at THEN 0 WHEN ?1 - seen_at > ?2 THEN ?3 ELSE ?1 - seen_at END
      """, [now(), Sweep.longestAbsence, Sweep.week])
    var old: [String] = []
    try connection.run("SELECT path FROM set_aside_file WHERE age >= ?", [Sweep.month]) {
      row throws(StoreError) in old.append(row.text(0) ?? "")
    }
    return old
  }

  private func deleteStray(_ path: String) throws(StoreError) {
    _ = try lock.alone { () throws(StoreError) in
      if try isKnown(path) {
        files.bringBack(path)
      } else {
        files.deleteSetAside(path)
      }
    }
  }

  /// Tells whether all of the library hangs together.
  ///
  /// That takes long where there is much, so it happens on a thread and a connection of its own.
  private nonisolated func isWhole() async throws(StoreError) -> Bool {
    let path = path
    return try await WorkThread.disk().run { () throws(StoreError) in
      try LibraryConnection(path: path, makingFile: false).first("PRAGMA integrity_check(1)") {
        $0.text(0)
      } == "ok"
    }
  }
}

extension LibraryConnection {
  /// Tells whether some row says that a file is a photo's.
  fileprivate func hasPhoto(at path: String) throws(StoreError) -> Bool {
    try first(
      """
      SELECT 1 FROM photo WHERE path = ?1 UNION ALL SELECT 1 FROM removed_photo WHERE path = ?1
      """, [path], read: { _ in }) != nil
  }
}
