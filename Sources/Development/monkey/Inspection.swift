import Foundation
import TestFiles

/// The problems of a library after its program has ended.
struct Inspection {
  /// The problems, a sentence each.
  private(set) var complaints: [String] = []
  /// The files without a row that were not set aside.
  private(set) var strays: [String] = []
  /// The files that were set aside at a start.
  private(set) var setAside: [String] = []

  init(of folder: URL) {
    let file = folder.appendingPathComponent("library.sqlite").path
    // Before the first change there may be no library.
    guard FileManager.default.fileExists(atPath: file) else { return }
    do {
      let database = try Database(file)
      for rule in Inspection.rules {
        do {
          let rows = try Inspection.rows(rule.query, in: database)
          guard rows != rule.rows else { continue }
          complaints.append("\(rule.name): \(rows.prefix(5).joined(separator: ", "))")
        } catch {
          complaints.append("\(rule.name): \(error)")
        }
      }
      try compareFiles(in: folder.appendingPathComponent("photos"), with: database)
    } catch {
      complaints.append("the library cannot be read: \(error)")
    }
  }

  private mutating func compareFiles(in photos: URL, with database: Database) throws {
    let known = """
      SELECT path FROM photo WHERE path IS NOT NULL
      UNION SELECT path FROM kept_photo WHERE path IS NOT NULL
      """
    let rows = try Inspection.rows(known, in: database)
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

  /// The first column of a query's result.
  private static func rows(_ query: String, in database: Database) throws -> [String] {
    try database.rows(query).map { $0[0] ?? "" }
  }
}
