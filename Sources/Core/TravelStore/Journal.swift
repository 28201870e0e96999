import Files
import SQLite
public import TravelModel

/// A change of the library that can be undone, and redone after that.
public struct Step: Hashable, Identifiable, Sendable {
  public let id: RowID<Step>
  public let kind: StepKind
  /// A pin that it affects; if there are several, any of them.
  public let pin: Pin.ID?
}

public typealias StepID = Step.ID

public enum StepDirection: Hashable, Sendable { case undo, redo }

/// The next steps to undo and to redo.
public struct NextSteps: Hashable, Sendable {
  public var undo: Step?
  public var redo: Step?
  /// The pins whose albums have removed photos that can be restored.
  public var restorable: Set<Pin.ID> = []
  public init(undo: Step? = nil, redo: Step? = nil) { (self.undo, self.redo) = (undo, redo) }
}

/// What is kept so that steps can be undone or redone.
public struct KeptChanges: Hashable, Sendable {
  public internal(set) var steps = 0
  /// The number of photos that have files, and the size of these.
  public internal(set) var photos = 0
  public internal(set) var bytes = 0
}

/// The journal: the undoable steps, which survive restarts.
///
/// A step is added in the transaction of its change. What it has removed is in companion tables,
/// and is deleted for good with the step's row: with the fifty-first step after it, when it is a
/// month old, or, if it was undone, when something else is done.
extension TravelStore {
  private static let journalLength: Int64 = 50
  /// How often the age of steps is updated, in seconds: not at each start, which would write to the
  /// disk each time.
  private static let ageingInterval: Int64 = 24 * 3600

  public func nextSteps() throws(StoreError) -> NextSteps {
    var next = NextSteps(undo: try nextStep(.undo), redo: try nextStep(.redo))
    next.restorable = Set(
      try connection.all(
        """
        SELECT DISTINCT pin_id FROM undo_step JOIN undo_pin ON step_id = id
        WHERE NOT is_undone AND kind = 'photos-removed'
        """
      ) { Pin.ID($0.integer(0)) })
    return next
  }

  /// The steps that have removed photos from a pin's album, the last one first.
  public func photoRemovals(from pin: Pin.ID) throws(StoreError) -> [Step] {
    try steps(
      """
      WHERE NOT is_undone AND kind = 'photos-removed'
        AND id IN (SELECT step_id FROM undo_pin WHERE pin_id = ?)
      ORDER BY place DESC
      """, [pin.number])
  }

  /// The next step to undo, or to redo; with a pin, of what was done to its album.
  ///
  /// All that concerns a pin keeps its order: where the last of it was not done to the album, such
  /// as a move of the pin, there is no such step.
  public func nextStep(
    _ direction: StepDirection, inAlbumOf pin: Pin.ID? = nil
  ) throws(StoreError) -> Step? {
    let isUndone = Int64(direction == .redo ? 1 : 0)
    guard let pin else {
      return try steps("WHERE is_undone = ? ORDER BY place DESC", [isUndone]).first
    }
    let last = try steps(
      """
      WHERE is_undone = ?1
        AND (EXISTS (SELECT 1 FROM undo_pin WHERE step_id = undo_step.id AND pin_id = ?2)
          OR EXISTS (
            SELECT 1 FROM undo_photo WHERE step_id = undo_step.id AND photo_id IN (
              SELECT id FROM photo WHERE pin_id = ?2
              UNION ALL SELECT id FROM kept_photo WHERE pin_id = ?2)))
      ORDER BY place DESC
      """, [isUndone, pin.number]
    ).first
    return last.flatMap { $0.kind.isOfAlbum ? $0 : nil }
  }

  public func step(_ id: StepID) throws(StoreError) -> Step? {
    try steps("WHERE id = ?", [id.number]).first
  }

  /// Undoes or redoes a step.
  ///
  /// Throws `gone` if nothing that it affects is left; then the step is deleted.
  public func apply(_ step: Step, _ direction: StepDirection) throws(StoreError) -> StepChanges {
    try requireWritable()
    let isUndone = Int64(direction == .undo ? 1 : 0)
    do throws(StoreError) {
      return try recording { () throws(StoreError) in
        try connection.run(
          """
          UPDATE undo_step SET is_undone = ?2, place = (SELECT max(place) + 1 FROM undo_step)
          WHERE id = ?1 AND is_undone <> ?2
          """, [step.id.number, isUndone])
        // Another program may have undone it already.
        guard connection.changedRows == 1 else { throw .gone }
        return try changes(of: step, direction)
      }
    } catch {
      // The step is useless now, unless another program has undone or redone it.
      if error == .gone {
        try recording { () throws(StoreError) in
          try connection.run(
            "DELETE FROM undo_step WHERE id = ? AND is_undone <> ?", [step.id.number, isUndone])
        }
      }
      throw error
    }
  }

  /// Makes a step final, which deletes what it keeps.
  public func forget(_ step: StepID) throws(StoreError) {
    try recording { () throws(StoreError) in
      try connection.run("DELETE FROM undo_step WHERE id = ?", [step.number])
    }
  }

  public func keptChanges() async throws(StoreError) -> KeptChanges {
    let steps = try connection.count("SELECT count(*) FROM undo_step WHERE NOT \(isAwaitedStep)")
    let paths = try connection.all(
      """
      SELECT path FROM kept_photo WHERE path IS NOT NULL
        AND step_id IN (SELECT id FROM undo_step WHERE NOT \(isAwaitedStep))
      """
    ) { $0.text(0) ?? "" }
    let bytes = await WorkQueue.shared.run { [files] in
      paths.reduce(0) { $0 + min(files.size(of: $1), .max - $0) }
    }
    return KeptChanges(steps: steps, photos: paths.count, bytes: bytes)
  }

  /// Makes all steps final, except those that keep an album whose replacement has no photo yet.
  public func forgetSteps() throws(StoreError) {
    try requireWritable()
    try recording(forGood: true) { () throws(StoreError) in
      try connection.run("DELETE FROM undo_step WHERE NOT \(isAwaitedStep)")
    }
  }

  private func steps(_ condition: String, _ values: [any Bindable]) throws(StoreError) -> [Step] {
    try connection.all(
      """
      SELECT id, kind, (SELECT min(pin_id) FROM undo_pin WHERE step_id = undo_step.id)
      FROM undo_step \(condition)
      """, values
    ) { row in
      // Unknown kinds, written by other programs, are no steps.
      row.text(1).flatMap(StepKind.init).map { kind in
        Step(id: StepID(row.integer(0)), kind: kind, pin: row.optionalInteger(2).map { Pin.ID($0) })
      }
    }
  }

  /// Makes a change of the journal in a transaction, and then deletes the files of rows that are
  /// final, with `forGood` also those that a snapshot needs.
  func recording<Value>(
    forGood: Bool = false, _ change: () throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    let value = try connection.transaction(change)
    deleteDoomedFiles(forGood: forGood)
    journalChanged()
    return value
  }

  /// Adds a step, within `recording`; this makes undone steps final, and the oldest ones.
  func addStep(_ kind: StepKind) throws(StoreError) -> StepID {
    try connection.run("DELETE FROM undo_step WHERE is_undone")
    try connection.run(
      """
      INSERT INTO undo_step (kind, place, seen_at)
      SELECT ?, ifnull(max(place), 0) + 1, ? FROM undo_step
      """, [kind.rawValue, now()])
    let step = StepID(connection.lastInsertedNumber)
    try connection.run(
      """
      DELETE FROM undo_step
      WHERE id IN (SELECT id FROM undo_step ORDER BY place DESC LIMIT -1 OFFSET ?)
        AND NOT \(isAwaitedStep)
      """, [TravelStore.journalLength])
    return step
  }

  func add(_ pin: Pin.ID, to step: StepID) throws(StoreError) {
    try connection.run(
      "INSERT OR IGNORE INTO undo_pin (step_id, pin_id) VALUES (?, ?)", [step.number, pin.number])
  }

  /// Adds pins with consecutive ids to those that a step affects.
  func add(_ pins: ClosedRange<Pin.ID>, to step: StepID) throws(StoreError) {
    try connection.run(
      "INSERT INTO undo_pin (step_id, pin_id) SELECT ?, id FROM pin WHERE id BETWEEN ? AND ?",
      [step.number, pins.lowerBound.number, pins.upperBound.number])
  }

  /// Makes steps final that are a month old; called at the start.
  func forgetOldSteps() throws(StoreError) {
    let isDue = try connection.has(
      "SELECT 1 FROM undo_step WHERE seen_at > ?1 OR seen_at <= ?1 - ?2",
      [now(), TravelStore.ageingInterval])
    guard isDue else { return }
    try connection.transaction { () throws(StoreError) in
      try connection.run(
        "UPDATE undo_step SET \(Absence.aging)", [now(), Absence.longest, Absence.week])
      try connection.run(
        "DELETE FROM undo_step WHERE age >= ? AND NOT \(isAwaitedStep)", [Absence.month])
    }
  }
}

/// SQL: whether a step keeps an album whose replacement has no photo yet.
private let isAwaitedStep = """
  (NOT is_undone AND kind = 'album-replaced' AND EXISTS (
    SELECT 1 FROM undo_pin WHERE step_id = undo_step.id AND NOT \(isSettled)))
  """

extension LibraryConnection {
  /// Makes all steps final in a copy of a library, except those that keep an album whose
  /// replacement has no photo yet.
  func endJournal() throws(StoreError) {
    try run("DELETE FROM undo_step WHERE NOT \(isAwaitedStep)")
    try deleteRowsWithoutStep()
    try execute(
      """
      UPDATE removed_photo SET step_id = NULL WHERE step_id IS NOT NULL;
      DELETE FROM doomed_file; DELETE FROM set_aside_file
      """)
  }
}
