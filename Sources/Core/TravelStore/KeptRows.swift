import SQLite
import TravelModel

/// A table out of which steps move rows.
///
/// Beside it, `kept_NAME` has them as long as they can come back, with all of their columns and
/// `step_id`. They are rows, and no changesets of SQLite's sessions, because the paths of files must be
/// found, and because what comes back heeds what was done since.
enum KeptTable: String, CaseIterable {
  case album, photo, pin
  case tripPin = "trip_pin"
  case trip

  fileprivate var kept: String { "kept_\(rawValue)" }

  /// The column by which the rows of a table are deleted.
  fileprivate var key: String {
    switch self {
    case .photo, .pin, .trip: "id"
    case .album: "pin_id"
    case .tripPin: "trip_id"
    }
  }
}

extension LibraryConnection {
  /// Copies the rows of a table that fulfil a condition into a step, and returns how many there were.
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

  /// Moves the rows of a table that fulfil a condition into a step, and returns how many there were.
  @discardableResult
  func move(
    _ table: KeptTable, where condition: String, into step: StepID
  ) throws(StoreError) -> Int {
    let count = try copy(table, where: condition, into: step)
    // By their keys: a damaged index must not lead to other rows than those that were copied.
    try execute(
      """
      DELETE FROM \(table.rawValue) WHERE \(table.key) IN (
        SELECT \(table.key) FROM \(table.kept) WHERE step_id = \(step.number))
      """)
    return count
  }

  /// Moves the rows of a step that fulfil a condition back into their table.
  ///
  /// A photo that is in its album again already is only deleted from the step.
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

  /// Renumbers the rows that a step keeps of a table, so that others can come in their place, and
  /// returns the number that they have until they move back: that of no step.
  func setAside(_ table: KeptTable, of step: StepID) throws(StoreError) -> StepID {
    let aside = StepID(-step.number)
    try execute(
      "UPDATE \(table.kept) SET step_id = \(aside.number) WHERE step_id = \(step.number)")
    return aside
  }

  /// Deletes what tables keep for steps that are not in the journal.
  func deleteRowsWithoutStep() throws(StoreError) {
    for table in KeptTable.allCases.map(\.kept) + ["undo_pin", "undo_photo", "undo_trip"] {
      try execute("DELETE FROM \(table) WHERE step_id NOT IN (SELECT id FROM undo_step)")
    }
  }

  /// The columns that a table and that of its kept rows have.
  private func columns(of table: KeptTable) throws(StoreError) -> String {
    try columns(of: table.rawValue, that: table.kept).joined(separator: ", ")
  }

  /// The names of the columns of a table that another table has too, in quotes.
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

  /// Gives a table of kept rows the columns that its table has got since.
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

  private static func quoted(_ name: String) -> String {
    "\"\(name.replacing("\"", with: "\"\""))\""
  }
}
