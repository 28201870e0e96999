public import TravelModel

/// The kinds of steps that can be undone.
///
/// To add one:
/// 1. A case here, and its two ways in `apply`. Each way takes from the library what the other one
///    gives, and keeps it in rows that name the step, so that it can go both ways again and again.
/// 2. The function that makes the change runs it in `asStep`, calls `noteStep` there, and `note` for
///    the pins that it concerns.
/// 3. Where it keeps rows in tables of its own, a trigger after the deletion of an `undo_step` deletes
///    those of the step, and `endJournal` what has none. Tables that refer to pins do so by no foreign
///    key: they keep their rows while the pin is in `removed_pin`, and `pin_left` and
///    `removed_pin_left` delete them.
/// 4. What is shown of it: a case of `StepEffect` in `Session.show`, and one of `Removal` with its
///    words in `Words.removed` and `Words.undone`.
public enum StepKind: String, CaseIterable, Sendable {
  case pinsRemoved = "pins-removed"
  case pinsMade = "pins-made"
  case pinMoved = "pin-moved"
  case pinRenamed = "pin-renamed"
  case pinWords = "pin-words"
  case photosRemoved = "photos-removed"
  case albumReplaced = "album-replaced"
  /// A trip was made, changed or removed.
  case tripChanged = "trip-changed"
  /// Another library was merged.
  case libraryMerged = "library-merged"
}

/// What has changed when a step was undone, or done again.
public enum StepEffect: Hashable, Sendable {
  case pinsBack([Pin])
  case pinsGone([Pin])
  case pinChanged(Pin)
  case photosBack([Photo])
  case photosGone([Photo])
  case tripsChanged([TripChange])
  case mergeBack(MergedParts)
  case mergeGone(MergedParts)
  /// The album of a pin has other photos: those that it had, or those that came in their place.
  case albumExchanged(ReplacedAlbum, photos: [Photo], info: AlbumInfo)
}

extension TravelStore {
  /// Goes one way from a step, within a transaction; throws `gone` where nothing is left of what it
  /// concerns.
  func apply(_ step: Step, _ direction: StepDirection) throws(StoreError) -> StepEffect {
    // Trips may be made together with pins.
    if step.kind == .pinsMade { try exchangeTripsIfAny(by: step.id) }
    return switch (step.kind, direction) {
    case (.pinsRemoved, .undo), (.pinsMade, .redo): .pinsBack(try bringBackPins(of: step.id))
    case (.pinsRemoved, .redo), (.pinsMade, .undo): .pinsGone(try takeAwayPins(of: step.id))
    case (.pinMoved, _): .pinChanged(try exchangePlace(by: step))
    case (.pinRenamed, _): .pinChanged(try exchangeTitle(by: step))
    case (.pinWords, _): .pinChanged(try exchangeWords(by: step))
    case (.photosRemoved, .undo): .photosBack(try bringBackPhotos(of: step.id))
    case (.photosRemoved, .redo): .photosGone(try takeAwayPhotos(of: step.id))
    case (.tripChanged, _): .tripsChanged(try exchangeTrips(by: step.id))
    case (.albumReplaced, .undo): try exchangeAlbum(by: step, all: false)
    case (.albumReplaced, .redo): try exchangeAlbum(by: step, all: true)
    case (.libraryMerged, .undo): .mergeGone(try takeAwayMerge(of: step.id))
    case (.libraryMerged, .redo): .mergeBack(try bringBackMerge(of: step.id))
    }
  }
}
