import SQLite
public import TravelModel

/// The kinds of undoable steps.
///
/// To add one, write the function that makes the change: it runs in `recording`, calls `addStep`,
/// and lists what it affects in `undo_pin`, `undo_photo` and `undo_trip`. Rows that it removes are
/// moved into the step (`KeptTable`). Then add a case here, and a way to undo it in `changes(of:)`
/// if the affected rows do not simply come and go. Its texts are in `Words.done` and
/// `Words.undone`. What follows elsewhere is told by the rows that come, go or change.
public enum StepKind: String, CaseIterable, Sendable {
  case pinsRemoved = "pins-removed"
  case pinsMade = "pins-made"
  case pinMoved = "pin-moved"
  case pinRenamed = "pin-renamed"
  case pinDetails = "pin-words"
  case photosRemoved = "photos-removed"
  case albumReplaced = "album-replaced"
  /// A trip was made, changed or removed.
  case tripChanged = "trip-changed"
  /// Another library was merged.
  case libraryMerged = "library-merged"

  /// Whether it adds pins and photos, so that undoing it removes them.
  var isAddition: Bool { self == .pinsMade || self == .libraryMerged }

  /// Whether it is undone on the page of its album, which shows what it has changed.
  public var isOfAlbum: Bool {
    [.photosRemoved, .albumReplaced, .pinRenamed, .pinDetails].contains(self)
  }

  /// Whether it changes what the work on its album is for: the place, or the album itself.
  public var changesWork: Bool { self == .pinMoved || self == .albumReplaced }
}

/// The changes made by undoing or redoing a step.
public struct StepChanges: Hashable, Sendable {
  public var pinsBack: [Pin] = []
  public var pinsGone: [Pin] = []
  /// A pin whose place, title or details have changed.
  public var changedPin: Pin?
  /// Photos that came back to albums of existing pins.
  public var photosBack: [Photo] = []
  public var photosGone: [Photo] = []
  public var trips: [TripChange] = []
  /// The album whose photos were exchanged.
  public var album: ExchangedAlbum?
}

/// An album whose photos were exchanged with those in a step.
public struct ExchangedAlbum: Hashable, Sendable {
  public let old: ReplacedAlbum
  public let photos: [Photo]
  public let info: AlbumInfo
}

extension TravelStore {
  /// Undoes or redoes a step, within a transaction; throws `gone` if nothing that it affects is
  /// left.
  func changes(of step: Step, _ direction: StepDirection) throws(StoreError) -> StepChanges {
    var changes = StepChanges()
    changes.trips = try exchangeTrips(of: step.id)
    switch step.kind {
    case .pinMoved: changes.changedPin = try exchangePlace(by: step)
    case .pinRenamed: changes.changedPin = try exchange("title", by: step)
    case .pinDetails: changes.changedPin = try exchange("note, color, mark", by: step)
    case .albumReplaced: changes.album = try exchangeAlbum(by: step, all: direction == .redo)
    case .pinsRemoved, .pinsMade, .photosRemoved, .tripChanged, .libraryMerged:
      if step.kind.isAddition == (direction == .undo) {
        (changes.pinsGone, changes.photosGone) = try moveRows(into: step.id, as: step.kind)
      } else {
        (changes.pinsBack, changes.photosBack) = try bringBack(by: step.id)
      }
    }
    if changes == StepChanges() { throw .gone }
    return changes
  }

  /// Moves those pins and photos of a step that exist into the step, pins with their albums.
  @discardableResult
  func moveRows(
    into step: StepID, as kind: StepKind
  ) throws(StoreError) -> (pins: [Pin], photos: [Photo]) {
    let photos = try photos(of: step)
    try connection.move(
      .photo, where: "id IN (SELECT photo_id FROM undo_photo WHERE step_id = \(step.number))",
      into: step)
    if kind == .photosRemoved {
      try connection.run(
        """
        INSERT OR REPLACE INTO removed_photo (pin_id, source, source_id, step_id)
        SELECT pin_id, source, source_id, step_id FROM kept_photo WHERE step_id = ?
        """, [step.number])
      return ([], photos)
    }
    let pins = try pins(of: step)
    let isOfStep = "IN (SELECT pin_id FROM undo_pin WHERE step_id = \(step.number))"
    // A damaged index must not lead to another pin's photos.
    try connection.move(.photo, where: "pin_id \(isOfStep) AND +pin_id \(isOfStep)", into: step)
    let isLeft = try connection.has(
      "SELECT 1 FROM photo WHERE pin_id IN (SELECT pin_id FROM undo_pin WHERE step_id = ?)",
      [step.number])
    if isLeft { throw .damaged(path: connection.path) }
    try connection.move(.pin, where: "id \(isOfStep)", into: step)
    return (pins, photos)
  }

  /// Restores the pins and photos that a step keeps, photos to their positions; those of a missing
  /// pin stay in the step.
  private func bringBack(by step: StepID) throws(StoreError) -> (pins: [Pin], photos: [Photo]) {
    let hasPins = try connection.has("SELECT 1 FROM kept_pin WHERE step_id = ?", [step.number])
    try connection.moveBack(.pin, from: step)
    try connection.moveBack(.photo, from: step, where: "pin_id IN (SELECT id FROM pin)")
    try connection.run(
      "DELETE FROM removed_photo WHERE step_id = ? AND pin_id IN (SELECT id FROM pin)",
      [step.number])
    return (hasPins ? try pins(of: step) : [], try photos(of: step))
  }

  /// The existing pins of a step.
  private func pins(of step: StepID) throws(StoreError) -> [Pin] {
    try connection.pins(
      "WHERE id IN (SELECT pin_id FROM undo_pin WHERE step_id = ?) ORDER BY id", [step.number])
  }

  /// The existing photos of a step.
  private func photos(of step: StepID) throws(StoreError) -> [Photo] {
    try photos(
      "WHERE id IN (SELECT photo_id FROM undo_photo WHERE step_id = ?) ORDER BY id", [step.number])
  }
}
