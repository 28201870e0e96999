import GLibBridge
package import TouristSession
import TravelModel
import TravelStore

/// What was done, and what was undone.
extension Words {
  /// What an undo would restore: a pin, photos of one album, or a whole one.
  ///
  /// The verb comes first: in a narrow window the end of a long title is cut off.
  package static func done(_ steps: [ShownStep]) -> String? {
    guard let step = steps.last else { return nil }
    let title = ["title": step.pins.first?.title ?? ""]
    switch step.kind {
    case .pinsRemoved where step.pins.count == 1: return tr("Removed “{title}”", title)
    case .pinsRemoved:
      return tr("{count} pin removed", plural: "{count} pins removed", count: step.pins.count)
    case .pinsMade where step.pins.count == 1: return tr("Added “{title}”", title)
    case .pinsMade:
      return tr("{count} pin made", plural: "{count} pins made", count: step.pins.count)
    case .pinMoved: return tr("Moved “{title}”", title)
    case .pinRenamed: return tr("Renamed “{title}”", title)
    case .pinWords: return tr("Changed “{title}”", title)
    case .tripChanged: return step.trips.first.map { changed($0) }
    case .photosRemoved: return step.photos.last.map { removedPhotos(steps, $0) }
    case .albumReplaced:
      let count = step.album?.count ?? 0
      if step.album?.source == SourceChoice.postcards.rawValue {
        return tr("{count} postcard replaced", plural: "{count} postcards replaced", count: count)
      }
      return tr("{count} photo replaced", plural: "{count} photos replaced", count: count)
    case .libraryMerged: return step.merged.map { merged($0) }
    }
  }

  private static func removedPhotos(_ steps: [ShownStep], _ last: Photo) -> String {
    let count = steps.reversed().prefix { $0.kind == .photosRemoved && $0.pin == last.pin }
      .reduce(0) { $0 + $1.photos.count }
    guard count == 1 else {
      return tr("{count} photo removed", plural: "{count} photos removed", count: count)
    }
    return tr("Removed “{title}”", ["title": title(of: last)])
  }

  /// What was undone; `place` is the name of the pin that photos belong to.
  package static func undone(_ step: ShownStep, at place: String) -> String {
    let (title, place) = (["title": step.pins.first?.title ?? ""], ["title": place])
    return switch step.kind {
    case .pinsRemoved where step.pins.count == 1: tr("Restored “{title}”", title)
    case .pinsRemoved:
      tr("Restored {count} pin", plural: "Restored {count} pins", count: step.pins.count)
    case .pinsMade where step.pins.count == 1: tr("Removed “{title}”", title)
    case .pinsMade:
      tr("Removed {count} pin", plural: "Removed {count} pins", count: step.pins.count)
    case .pinMoved: tr("Moved “{title}” back", title)
    case .pinRenamed: tr("Restored the name “{title}”", title)
    case .pinWords: tr("Restored the note, colour and mark of “{title}”", title)
    case .tripChanged: step.trips.first.map { undone($0) } ?? ""
    case .photosRemoved: tr("Restored photos of “{title}”", place)
    case .albumReplaced: tr("Restored the album of “{title}”", place)
    case .libraryMerged: tr("Removed what came from the backup")
    }
  }
}
