public import Files
import SQLite

extension TravelStore {
  /// A new file for a download, below the photo folder.
  public nonisolated func newIncoming() async -> IncomingFile {
    await WorkQueue.shared.run { [files] in files.newIncoming() }
  }

  /// The file of a photo's path; nil if the path leads out of the photo folder.
  public nonisolated func file(at path: String) -> String? {
    PhotoFiles.isInside(path) ? "\(files.folder)/\(path)" : nil
  }

  /// Cleans up after a crash: deletes unfinished downloads and sets files without a row aside.
  ///
  /// These are only deleted after a month, because an older copy of the library may have been put
  /// in place. It works in short steps, so that other calls get their turn, and only while no other
  /// process uses the library.
  public func sweep() async throws(StoreError) {
    deleteDoomedFiles()
    guard connection.refusal == nil,
      try lock.exclusively({ files.discardLeftovers() }) != nil
    else { return }
    var strays: Set<String> = []
    for place in files.places {
      await Task.yield()
      let isDone: Void? = try lock.exclusively { () throws(StoreError) in
        for path in files.photos(in: place) where try !isKnown(path) { strays.insert(path) }
      }
      guard isDone != nil else { return }
    }
    for path in try await withoutRows(strays) {
      await Task.yield()
      _ = try lock.exclusively { () throws(StoreError) in
        if try !isKnown(path) { files.setAside(path) }
      }
    }
    try await deleteOldStrays()
  }

  /// Deletes the files whose rows are gone; failures are retried at the next start.
  ///
  /// Those that a recent snapshot needs are set aside for a week, unless it is `forGood`.
  /// The files of thousands of pins are deleted in short steps, so that other calls get their turn.
  func deleteDoomedFiles(forGood: Bool = false) {
    guard connection.refusal == nil else { return }
    deleteDoomedFiles(after: "", forGood: forGood)
  }

  private func deleteDoomedFiles(after last: String, forGood: Bool) {
    // The files of a replaced album wait until a new photo is stored, or none is expected.
    let doomed =
      try? connection.all(
        """
        SELECT path FROM doomed_file WHERE path > ? AND (waits_for IS NULL
          OR NOT EXISTS (SELECT 1 FROM photo WHERE pin_id = waits_for AND NOT is_favorite)
          OR EXISTS (
            SELECT 1 FROM photo WHERE pin_id = waits_for AND NOT is_favorite AND path IS NOT NULL))
        ORDER BY path LIMIT ?
        """, [last, filesPerStep]
      ) { $0.text(0) ?? "" }
    guard let doomed, !doomed.isEmpty else { return }
    defer {
      if doomed.count == filesPerStep, let last = doomed.last {
        Task { deleteDoomedFiles(after: last, forGood: forGood) }
      }
    }
    let snapshots = forGood ? [] : Snapshots(of: folder).ofLastWeek(now())
    var aside: [String] = []
    // A file is kept if a row names it, or if the rows cannot be read.
    let deleted = doomed.filter { path in
      guard let isKnown = try? connection.hasPhoto(at: path) else { return false }
      if isKnown { return true }
      guard snapshots.contains(where: { (try? $0.hasPhoto(at: path)) ?? true }) else {
        return files.delete(path)
      }
      files.setAside(path)
      aside.append(path)
      return true
    }
    guard !deleted.isEmpty else { return }
    try? connection.transaction { () throws(StoreError) in
      for path in deleted {
        try connection.run("DELETE FROM doomed_file WHERE path = ?", [path])
      }
      for path in aside {
        try connection.run(
          "INSERT OR REPLACE INTO set_aside_file (path, age, seen_at) VALUES (?, ?, ?)",
          [path, Absence.month - Absence.week, now()])
      }
    }
  }

  /// Moves files back that were set aside and now have a row again, for example because a newer
  /// copy of the library was put in place.
  func restoreKnownStrays() throws(StoreError) {
    for path in files.photosSetAside where try connection.hasPhoto(at: path) {
      files.restore(path)
    }
  }
}

/// The number of files deleted in one step: some hundredths of a second.
private let filesPerStep: Int64 = 1_000

/// Counts the time between starts for things that are kept for a while, in seconds.
enum Absence {
  /// How long a file without a row is kept, and an undoable step.
  static let month: Int64 = 30 * 24 * 3600
  /// A longer time between two starts may come from a wrong clock, and counts as a week.
  static let longest = 2 * month
  static let week: Int64 = 7 * 24 * 3600
  /// SQL for `UPDATE`: adds the time since `seen_at` to `age`, given the present time, `longest`
  /// and `week`; a clock that went back counts as no time.
  static let aging = """
    seen_at = ?1, age = age + CASE
      WHEN ?1 < seen_at THEN 0 WHEN ?1 - seen_at > ?2 THEN ?3 ELSE ?1 - seen_at END
    """
}

extension TravelStore {
  /// Those of the paths that have no row, even if indices are damaged.
  private func withoutRows(_ paths: Set<String>) async throws(StoreError) -> Set<String> {
    guard !paths.isEmpty else { return [] }
    return try await WorkThread.disk().run { [path] () throws(StoreError) in
      var unknown = paths
      try LibraryConnection(path: path, makingFile: false).run(
        "SELECT path FROM photo NOT INDEXED UNION ALL SELECT path FROM kept_photo NOT INDEXED"
      ) { row throws(StoreError) in unknown.remove(row.text(0) ?? "") }
      return unknown
    }
  }

  /// Whether a row refers to a file, or the file is to be deleted.
  private func isKnown(_ path: String) throws(StoreError) -> Bool {
    if try connection.hasPhoto(at: path) { return true }
    return try connection.has("SELECT 1 FROM doomed_file WHERE path = ?", [path])
  }

  /// Deletes the files that were set aside a month ago, if the library is intact.
  private func deleteOldStrays() async throws(StoreError) {
    let old = try ageStrays()
    guard !old.isEmpty else { return }
    // A damaged library may have lost the row of a file.
    guard try await isWhole() else {
      let damage = StoreError.damaged(path: path)
      // Nobody sees the error of a sweep, so the library becomes read-only and shows it.
      connection.refuse(because: damage)
      throw damage
    }
    for path in old {
      await Task.yield()
      _ = try lock.exclusively { () throws(StoreError) in
        if try isKnown(path) { files.restore(path) } else { files.deleteSetAside(path) }
      }
    }
  }

  /// Updates the ages of files set aside, and returns the paths of those to delete.
  private func ageStrays() throws(StoreError) -> [String] {
    let present = files.photosSetAside
    var gone = Set(try connection.all("SELECT path FROM set_aside_file") { $0.text(0) })
    guard !gone.isEmpty || !present.isEmpty else { return [] }
    return try lock.exclusively { () throws(StoreError) in
      try connection.transaction { () throws(StoreError) in
        for path in present where gone.remove(path) == nil {
          try connection.run(
            "INSERT OR IGNORE INTO set_aside_file (path, age, seen_at) VALUES (?, 0, ?)",
            [path, now()])
        }
        for path in gone {
          try connection.run("DELETE FROM set_aside_file WHERE path = ?", [path])
        }
        try connection.run(
          "UPDATE set_aside_file SET \(Absence.aging)", [now(), Absence.longest, Absence.week])
        return try connection.all(
          "SELECT path FROM set_aside_file WHERE age >= ?", [Absence.month]
        ) { $0.text(0) }
      }
    } ?? []
  }

  /// Checks the library, on a thread and a connection of its own because it takes long.
  func isWhole() async throws(StoreError) -> Bool {
    try await WorkThread.disk().run { [path] () throws(StoreError) in
      try LibraryConnection(path: path, makingFile: false).isWhole()
    }
  }
}

extension LibraryConnection {
  func isWhole() throws(StoreError) -> Bool {
    try first("PRAGMA integrity_check(1)") { $0.text(0) } == "ok"
  }

  /// Whether the row of a photo, or one kept by a step, refers to a file.
  func hasPhoto(at path: String) throws(StoreError) -> Bool {
    try first(
      """
      SELECT 1 FROM photo WHERE path = ?1 UNION ALL SELECT 1 FROM kept_photo WHERE path = ?1
      """, [path], read: { _ in }) != nil
  }
}
