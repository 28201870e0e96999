import CSQLite
import Foundation

/// What is found in a library whose program has ended.
struct Inspection {
  /// What should not be, a sentence each.
  private(set) var complaints: [String] = []
  /// The files that no row knows, and that were not set aside either.
  private(set) var strays: [String] = []
  /// The files that no row knew at a start.
  private(set) var setAside: [String] = []

  /// Looks at the library in a folder.
  init(of folder: URL) {
    let file = folder.appendingPathComponent("library.sqlite").path
    // Before it was first changed there may be none.
    guard FileManager.default.fileExists(atPath: file) else { return }
    var database: OpaquePointer?
    defer { sqlite3_close_v2(database) }
    guard sqlite3_open_v2(file, &database, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK, let database
    else {
      complaints.append("the library cannot be opened")
      return
    }
    for rule in Inspection.rules {
      switch Inspection.rows(rule.query, in: database) {
      case .failure(let failure): complaints.append("\(rule.name): \(failure.text)")
      case .success(let rows) where rows != rule.rows:
        complaints.append("\(rule.name): \(rows.prefix(5).joined(separator: ", "))")
      case .success: break
      }
    }
    compareFiles(in: folder.appendingPathComponent("photos"), with: database)
  }

  private mutating func compareFiles(in photos: URL, with database: OpaquePointer) {
    let known = """
      SELECT path FROM photo WHERE path IS NOT NULL
      UNION SELECT path FROM kept_photo WHERE path IS NOT NULL
      """
    guard case .success(let rows) = Inspection.rows(known, in: database) else { return }
    let all = FileManager.default.enumerator(atPath: photos.path)?.compactMap { $0 as? String }
    let files = Set(all ?? []).filter {
      var isFolder: ObjCBool = false
      let path = photos.appendingPathComponent($0).path
      return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        && !isFolder.boolValue
    }
    let missing = Set(rows).subtracting(files).sorted()
    if !missing.isEmpty {
      complaints.append("rows without their files: \(missing.prefix(5).joined(separator: ", "))")
    }
    let unknown = files.subtracting(rows).sorted()
    strays = unknown.filter { !$0.hasPrefix(".set-aside/") }
    setAside = unknown.filter { $0.hasPrefix(".set-aside/") }
  }

  private static let rules: [(name: String, query: String, rows: [String])] = [
    ("the library is damaged", "PRAGMA integrity_check", ["ok"]),
    ("rows refer to what is not there", "PRAGMA foreign_key_check", []),
    (
      "pins count their photos wrongly",
      """
      SELECT id FROM pin
      WHERE photo_count <> (SELECT count(*) FROM photo WHERE pin_id = pin.id)
      """, []
    ),
    (
      "photos are stored without a file, or have one and are not stored",
      "SELECT id FROM photo WHERE (state = 'stored') <> (path IS NOT NULL)", []
    ),
    (
      "photos are in an album and removed from it",
      """
      SELECT photo.id FROM photo JOIN removed_photo USING (pin_id, source, source_id)
      """, []
    ),
    (
      "a file belongs to two photos",
      """
      SELECT path FROM (
        SELECT path FROM photo UNION ALL SELECT path FROM kept_photo)
      WHERE path IS NOT NULL GROUP BY path HAVING count(*) > 1
      """, []
    ),
  ]

  private struct Failure: Error {
    let text: String
  }

  /// The first column of what a query answers.
  private static func rows(
    _ query: String, in database: OpaquePointer
  ) -> Result<[String], Failure> {
    var statement: OpaquePointer?
    defer { sqlite3_finalize(statement) }
    guard sqlite3_prepare_v2(database, query, -1, &statement, nil) == SQLITE_OK else {
      return .failure(Failure(text: String(cString: sqlite3_errmsg(database))))
    }
    var rows: [String] = []
    var code = sqlite3_step(statement)
    while code == SQLITE_ROW {
      rows.append(sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? "")
      code = sqlite3_step(statement)
    }
    guard code == SQLITE_DONE else {
      return .failure(Failure(text: String(cString: sqlite3_errmsg(database))))
    }
    return .success(rows)
  }
}
