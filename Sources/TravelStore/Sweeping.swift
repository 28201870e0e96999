import Glibc

extension TravelStore {
  /// Where a download may put its bytes: a new path each time, below the photo folder.
  public nonisolated var incomingFile: String { files.newIncoming() }

  /// Deletes what a download that came to nothing has left at its path.
  public nonisolated func discard(_ incomingFile: String) { files.discard(incomingFile) }

  /// The file of a photo's path; nil where the path leads out of the photo folder.
  public nonisolated func file(at path: String) -> String? {
    PhotoFiles.isInside(path) ? "\(files.folder)/\(path)" : nil
  }

  /// Deletes what a sudden end has left: files without a row, and downloads that never ended.
  ///
  /// It goes folder by folder, so that others get their turn between them.
  public nonisolated func sweep() async throws(StoreError) {
    guard try await beginSweep() else { return }
    for folder in await photoFolders() { try await sweep(folder) }
  }

  /// Deletes the files whose rows have gone.
  ///
  /// What cannot be deleted now is tried again at the next start.
  func deleteDoomedFiles() {
    var doomed: [String] = []
    try? connection.run("SELECT path FROM doomed_file") { row throws(StoreError) in
      doomed.append(row.text(0) ?? "")
    }
    guard !doomed.isEmpty else { return }
    for path in doomed where (try? isKnown(path)) == false { files.delete(path) }
    try? connection.transaction { () throws(StoreError) in
      for path in doomed {
        try connection.run("DELETE FROM doomed_file WHERE path = ?", [path])
      }
    }
  }
}

extension TravelStore {
  private func beginSweep() throws(StoreError) -> Bool {
    deleteDoomedFiles()
    guard files.isOurs else { return false }
    files.discardLeftovers()
    return true
  }

  private func photoFolders() -> [String] {
    names(in: files.folder).filter { !$0.hasPrefix(".") }
  }

  private func sweep(_ folder: String) throws(StoreError) {
    for name in names(in: "\(files.folder)/\(folder)") {
      let path = "\(folder)/\(name)"
      if try !isKnown(path) { files.delete(path) }
    }
    // A file beside the folders, or a folder that was left empty.
    if try !isKnown(folder) { files.delete(folder) }
  }

  /// Tells whether some row says that a file is its own.
  private func isKnown(_ path: String) throws(StoreError) -> Bool {
    try connection.first(
      """
      SELECT 1 FROM photo WHERE path = ?1 UNION ALL SELECT 1 FROM removed_photo WHERE path = ?1
      """, [path], read: { _ in }) != nil
  }
}
