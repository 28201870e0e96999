import SQLite
import TravelModel

/// A table whose rows steps can keep.
///
/// Its companion `kept_NAME` has all of its columns and `step_id`, and contains the rows as long as
/// they can be restored. These are rows, and not changesets of SQLite's session extension, because
/// the paths of files must be found, and because restoring depends on later changes.
enum KeptTable: String, CaseIterable {
  case album, photo, pin
  case tripPin = "trip_pin"
  case trip

  fileprivate var kept: String { "kept_\(rawValue)" }

  /// The column by which rows of a table are deleted.
  fileprivate var key: String {
    switch self {
    case .photo, .pin, .trip: "id"
    case .album: "pin_id"
    case .tripPin: "trip_id"
    }
  }
}

extension LibraryConnection {
  /// Copies the rows of a table that meet a condition into a step, and returns their number.
  @discardableResult
  func copy(
    _ table: KeptTable, where condition: String, into step: StepID
  ) throws(StoreError) -> Int {
    try addMissingColumns(to: table)
    let columns = try columns(of: table)
    try execute(
      """
      INSERT OR REPLACE INTO \(table.kept) (step_id, \(columns))
      SELECT \(step.number), \(columns) FROM \(table.rawValue) WHERE \(condition)
      """)
    return changedRows
  }

  /// Moves the rows of a table that meet a condition into a step, and returns their number.
  @discardableResult
  func move(
    _ table: KeptTable, where condition: String, into step: StepID
  ) throws(StoreError) -> Int {
    let count = try copy(table, where: condition, into: step)
    // By key, because a damaged index must not lead to other rows than those copied.
    try execute(
      """
      DELETE FROM \(table.rawValue) WHERE \(table.key) IN (
        SELECT \(table.key) FROM \(table.kept) WHERE step_id = \(step.number))
      """)
    return count
  }

  /// Moves rows that a step keeps back into their table, if they meet a condition.
  ///
  /// A photo that has come back to its album in another way is deleted instead.
  func moveBack(
    _ table: KeptTable, from step: StepID, where condition: String = "1"
  ) throws(StoreError) {
    let columns = try columns(of: table)
    try execute(
      """
      INSERT \(table == .photo ? "OR IGNORE " : "")INTO \(table.rawValue) (\(columns))
      SELECT \(columns) FROM \(table.kept) WHERE step_id = \(step.number) AND (\(condition));
      DELETE FROM \(table.kept) WHERE step_id = \(step.number) AND (\(condition))
      """)
  }

  /// Renumbers the rows of a table that a step keeps, so that others can take their place.
  ///
  /// Returns their temporary number, which belongs to no step, until they move back.
  func setAside(_ table: KeptTable, of step: StepID) throws(StoreError) -> StepID {
    let aside = StepID(-step.number)
    try execute("UPDATE \(table.kept) SET step_id = \(aside.number) WHERE step_id = \(step.number)")
    return aside
  }

  func deleteRowsWithoutStep() throws(StoreError) {
    for table in KeptTable.allCases.map(\.kept) + ["undo_pin", "undo_photo", "undo_trip"] {
      try execute("DELETE FROM \(table) WHERE step_id NOT IN (SELECT id FROM undo_step)")
    }
  }

  /// The columns that a table and its companion have in common.
  private func columns(of table: KeptTable) throws(StoreError) -> String {
    try columns(of: table.rawValue, that: table.kept).joined(separator: ", ")
  }

  /// The quoted names of the columns of a table that another table has, too.
  func columns(
    of table: String, in schema: String = "main", that other: String
  ) throws(StoreError) -> [String] {
    try all(
      """
      SELECT name FROM pragma_table_info(?1, ?2)
      WHERE name IN (SELECT name FROM pragma_table_info(?3, 'main')) ORDER BY cid
      """, [table, schema, other]
    ) { LibraryConnection.quoted($0.text(0) ?? "") }
  }

  /// Adds to a companion table the columns that its table has got since.
  private func addMissingColumns(to table: KeptTable) throws(StoreError) {
    let columns = try all(
      """
      SELECT name, dflt_value FROM pragma_table_info(?1)
      WHERE name NOT IN (SELECT name FROM pragma_table_info(?2)) ORDER BY cid
      """, [table.rawValue, table.kept]
    ) { row in
      let value = row.text(1).map { " DEFAULT (\($0))" } ?? ""
      return LibraryConnection.quoted(row.text(0) ?? "") + value
    }
    for column in columns { try execute("ALTER TABLE \(table.kept) ADD COLUMN \(column)") }
  }

  static func quoted(_ name: String) -> String {
    "\"\(name.replacing("\"", with: "\"\""))\""
  }
}
