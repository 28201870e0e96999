import Files
import SQLite
public import TravelModel

public struct MergedLibrary: Hashable, Sendable {
  public var pinCount = 0
  public var photoCount = 0
  public var tripCount = 0
  /// The existing pins whose albums have changed.
  public var changed: [Pin.ID] = []
  /// The step that undoes it; nil if nothing was added.
  public var step: StepID?
}

extension MergedLibrary {
  public init(_ changes: StepChanges) {
    let pins = changes.pinsBack + changes.pinsGone
    pinCount = pins.count
    photoCount = (changes.photosBack + changes.photosGone).count
    photoCount += pins.reduce(0) { $0 + $1.photoCount }
    tripCount = changes.trips.count
  }
}

extension TravelStore {
  /// Adds what a checked library has and this one lacks: all of it, or nothing.
  ///
  /// Pins of the same name and place count as one, and their albums are combined. What the user has
  /// removed here is not added, and existing rows are not changed, except that awaited photos get
  /// their files.
  public func merge(
    _ staged: StagedLibrary, isWanted: @escaping @Sendable () -> Bool = { true }
  ) throws(StoreError) -> MergedLibrary {
    try requireWritable()
    try connection.run("ATTACH ? AS staged", [staged.work.library])
    defer { try? connection.execute("DETACH staged") }
    let photos = "\(staged.work.path)/\(WorkFolder.photos)"
    let synced = try onDisk(at: photos) { () throws(DiskFailure) in
      try SyncedFolder(syncing: photos)
    }
    var merge = Merge(connection: connection, files: files, staged: synced, isWanted: isWanted)
    var mayBeKnown = false
    do throws(StoreError) {
      let outcome = try recording { () throws(StoreError) in
        var outcome = try merge.run()
        if outcome.pinCount + outcome.photoCount + outcome.tripCount > 0 {
          let step = try addStep(.libraryMerged)
          try merge.add(to: step)
          outcome.step = step
        }
        mayBeKnown = true
        return outcome
      }
      try connection.execute(Merge.end)
      return outcome
    } catch {
      // A failed commit may still be in the log; then the next sweep decides about the files.
      if !mayBeKnown {
        for path in merge.moved { files.delete(path) }
      }
      throw error
    }
  }
}

/// The steps of one merge, within its transaction.
private struct Merge {
  let connection: LibraryConnection
  let files: PhotoFiles
  let staged: SyncedFolder
  let isWanted: () -> Bool
  /// The paths of the files that were moved in, to be deleted after a failure.
  var moved: [String] = []

  /// The columns of pins that are not copied; of each table all others are, even those that later
  /// versions add.
  private static let ownColumns = ["id", "photo_count", "removed_at"]
  /// The tables of pins whose rows are not simply copied.
  private static let special: Set<String> = ["photo", "removed_photo", "spare_photo", "trip_pin"]

  static let end = """
    DROP TABLE temp.merged_pin; DROP TABLE temp.merged_photo; DROP TABLE temp.merged_trip
    """

  mutating func run() throws(StoreError) -> MergedLibrary {
    var outcome = MergedLibrary()
    try matchPins()
    outcome.pinCount = try addPins()
    try completePins()
    try choosePhotos()
    try moveFiles()
    outcome.photoCount = try addPhotos()
    try addMemory()
    outcome.tripCount = try addTrips()
    outcome.changed = try connection.all(
      """
      SELECT DISTINCT pin FROM temp.merged_photo
      WHERE pin IN (SELECT new FROM temp.merged_pin WHERE NOT is_new)
      """
    ) { Pin.ID($0.integer(0)) }
    return outcome
  }

  /// Records in a step what was added; existing pins keep what they have gained.
  func add(to step: StepID) throws(StoreError) {
    try connection.run(
      """
      INSERT INTO undo_pin (step_id, pin_id) SELECT ?, new FROM temp.merged_pin WHERE is_new
      """, [step.number])
    try connection.run(
      """
      INSERT INTO undo_photo (step_id, photo_id)
      SELECT ?1, here.id
      FROM temp.merged_photo AS m JOIN temp.merged_pin ON new = m.pin AND NOT is_new
        JOIN staged.photo AS there ON there.id = m.old
        JOIN main.photo AS here ON here.pin_id = m.pin
          AND here.source = there.source AND here.source_id = there.source_id
      WHERE m.into_photo IS NULL
      """, [step.number])
    try connection.run(
      "INSERT INTO undo_trip (step_id, trip_id) SELECT ?, new FROM temp.merged_trip",
      [step.number])
  }

  /// Matches pins with existing ones, each at most once.
  private func matchPins() throws(StoreError) {
    try connection.execute(
      """
      CREATE TEMP TABLE merged_pin
        (old INTEGER PRIMARY KEY, new INTEGER NOT NULL UNIQUE, is_new INTEGER NOT NULL)
      """)
    let present = PinIndex(try connection.pins("ORDER BY id"))
    var known: Set<Pin.ID> = []
    for pin in try connection.pins(of: "staged", "ORDER BY id") {
      let same = present.pins(within: Pin.reach, of: pin.coordinate)
        .filter { $0.title == pin.title && !known.contains($0.id) }
        .min {
          $0.coordinate.distance(to: pin.coordinate) < $1.coordinate.distance(to: pin.coordinate)
        }
      guard let same else { continue }
      known.insert(same.id)
      try connection.run(
        "INSERT INTO temp.merged_pin (old, new, is_new) VALUES (?, ?, 0)",
        [pin.id.number, same.id.number])
    }
  }

  private func addPins() throws(StoreError) -> Int {
    try connection.execute(
      """
      INSERT INTO temp.merged_pin (old, new, is_new)
      SELECT id, row_number() OVER (ORDER BY id) + ifnull(
        (SELECT seq FROM main.sqlite_sequence WHERE name = 'pin'), 0), 1
      FROM staged.pin WHERE id NOT IN (SELECT old FROM temp.merged_pin)
      """)
    let columns = try list(of: "pin", but: Merge.ownColumns)
    try connection.execute(
      """
      INSERT INTO main.pin (id, \(columns)) SELECT new, \(columns)
      FROM staged.pin JOIN temp.merged_pin ON old = id WHERE is_new ORDER BY new
      """)
    return connection.changedRows
  }

  /// Adds to existing pins what they lack, such as a note.
  private func completePins() throws(StoreError) {
    let identity = ["latitude", "longitude", "title", "created_at"]
    for column in try columns(of: "pin", but: Merge.ownColumns + identity) {
      try connection.execute(
        """
        UPDATE main.pin SET \(column) = (
          SELECT there.\(column) FROM staged.pin AS there JOIN temp.merged_pin ON old = there.id
          WHERE new = pin.id)
        WHERE id IN (SELECT new FROM temp.merged_pin WHERE NOT is_new)
          AND (\(column) IS NULL OR \(column) = '')
        """)
    }
  }

  /// Finds which photos to add, and which existing ones get a file.
  private func choosePhotos() throws(StoreError) {
    try connection.execute(
      """
      CREATE TEMP TABLE merged_photo (
        old INTEGER PRIMARY KEY, pin INTEGER NOT NULL, position INTEGER, path TEXT,
        into_photo INTEGER, new_path TEXT);
      INSERT INTO temp.merged_photo (old, pin, position, path)
      SELECT id, new, max(0, min(position, 1000000000)) + iif(is_new, 0, ifnull(
        (SELECT max(0, min(max(position), 1000000000)) + 1 FROM main.photo WHERE pin_id = new), 0)),
        path
      FROM staged.photo JOIN temp.merged_pin ON merged_pin.old = pin_id
      WHERE NOT EXISTS (
          SELECT 1 FROM main.photo AS here WHERE here.pin_id = new
            AND here.source = photo.source AND here.source_id = photo.source_id)
        AND NOT EXISTS (
          SELECT 1 FROM main.removed_photo AS gone WHERE gone.pin_id = new
            AND gone.source = photo.source AND gone.source_id = photo.source_id);
      INSERT INTO temp.merged_photo (old, pin, path, into_photo)
      SELECT photo.id, new, photo.path, here.id
      FROM staged.photo JOIN temp.merged_pin ON merged_pin.old = photo.pin_id AND NOT is_new
        JOIN main.photo AS here ON here.pin_id = new
          AND here.source = photo.source AND here.source_id = photo.source_id
      WHERE photo.path IS NOT NULL AND here.path IS NULL
      """)
  }

  /// Moves the files into place before any row refers to them.
  private mutating func moveFiles() throws(StoreError) {
    guard isWanted() else { throw .cancelled }
    try connection.run(
      "SELECT old, pin, path FROM temp.merged_photo WHERE path IS NOT NULL ORDER BY old"
    ) { row throws(StoreError) in
      guard isWanted() else { throw .cancelled }
      let (path, pin) = (row.text(2) ?? "", Pin.ID(row.integer(1)))
      guard let file = staged.file(path), let name = OwnNames.parts(of: path)?.file else {
        throw .damaged(path: path)
      }
      let ending = name.split(separator: ".").last.map(String.init) ?? ""
      let newPath = try files.moveIn(file, for: pin, ending)
      moved.append(newPath)
      try connection.run(
        "UPDATE temp.merged_photo SET new_path = ? WHERE old = ?", [newPath, row.integer(0)])
    }
    if !moved.isEmpty { try files.syncAll() }
  }

  private func addPhotos() throws(StoreError) -> Int {
    let columns = try columns(of: "photo", but: ["id", "pin_id", "position", "path"])
    try connection.execute(
      """
      INSERT INTO main.photo (pin_id, position, path, \(columns.joined(separator: ", ")))
      SELECT m.pin, m.position, m.new_path, \(columns.map { "photo.\($0)" }.joined(separator: ", "))
      FROM temp.merged_photo AS m JOIN staged.photo ON photo.id = m.old
      WHERE m.into_photo IS NULL ORDER BY m.pin, m.position, m.old
      """)
    let count = connection.changedRows
    try connection.execute(
      """
      UPDATE main.photo SET state = 'stored', failure = NULL, path = new_path
      FROM temp.merged_photo WHERE into_photo = photo.id;
      UPDATE main.photo SET is_favorite = 1 WHERE id IN (
        SELECT here.id
        FROM staged.photo AS old JOIN temp.merged_pin ON merged_pin.old = old.pin_id AND NOT is_new
          JOIN main.photo AS here ON here.pin_id = new
            AND here.source = old.source AND here.source_id = old.source_id
        WHERE old.is_favorite) AND NOT is_favorite
      """)
    return count
  }

  /// Adds the lists of removed photos, and the bookmarks of sources.
  private func addMemory() throws(StoreError) {
    let columns = try list(of: "removed_photo", but: ["pin_id", "step_id"])
    try connection.execute(
      """
      INSERT OR IGNORE INTO main.removed_photo (pin_id, \(columns))
      SELECT new, \(columns)
      FROM staged.removed_photo AS gone JOIN temp.merged_pin ON old = pin_id
      WHERE NOT EXISTS (
        SELECT 1 FROM main.photo AS here WHERE here.pin_id = new
          AND here.source = gone.source AND here.source_id = gone.source_id)
      """)
    for table in try Migrations.pinTables() where !Merge.special.contains(table) {
      let columns = try list(of: table, but: ["pin_id"])
      // Articles about a place are taken all together, and not mixed with existing ones.
      let condition = table.hasPrefix("place_") ? "is_new" : "1"
      try connection.execute(
        """
        INSERT OR IGNORE INTO main.\(table) (pin_id, \(columns)) SELECT new, \(columns)
        FROM staged.\(table) JOIN temp.merged_pin ON old = pin_id WHERE \(condition)
        """)
    }
  }

  /// Adds trips that do not exist here; existing ones are not changed.
  private func addTrips() throws(StoreError) -> Int {
    let columns = try list(of: "trip", but: ["id"])
    try connection.execute(
      """
      CREATE TEMP TABLE merged_trip (old INTEGER PRIMARY KEY, new INTEGER NOT NULL);
      INSERT INTO temp.merged_trip (old, new)
      SELECT id, row_number() OVER (ORDER BY id) + ifnull(
        (SELECT seq FROM main.sqlite_sequence WHERE name = 'trip'), 0)
      FROM staged.trip WHERE uid NOT IN (SELECT uid FROM main.trip);
      INSERT INTO main.trip (id, \(columns))
      SELECT new, \(columns) FROM staged.trip JOIN temp.merged_trip ON old = id ORDER BY new
      """)
    let count = connection.changedRows
    let stops = try list(of: "trip_pin", but: ["trip_id", "pin_id"])
    try connection.execute(
      """
      INSERT INTO main.trip_pin (trip_id, pin_id, \(stops))
      SELECT merged_trip.new, merged_pin.new, \(stops)
      FROM staged.trip_pin JOIN temp.merged_trip ON merged_trip.old = trip_id
        JOIN temp.merged_pin ON merged_pin.old = pin_id
      """)
    return count
  }

  /// The names of the columns that a table has in both libraries, except some.
  private func columns(of table: String, but own: [String]) throws(StoreError) -> [String] {
    try connection.columns(of: table, in: "staged", that: table)
      .filter { !own.contains(String($0.dropFirst().dropLast())) }
  }

  private func list(of table: String, but own: [String]) throws(StoreError) -> String {
    try columns(of: table, but: own).joined(separator: ", ")
  }
}
