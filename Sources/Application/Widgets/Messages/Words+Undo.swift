import GLibBridge
package import TouristSession
import TravelModel
import TravelStore

/// What was done, and what was undone.
extension Words {
  /// What an undo would restore: a pin, photos of one album, or a whole one.
  ///
  /// The verb comes first: in a narrow window the end of a long title is cut off.
  package static func removed(_ removals: [Removal]) -> String? {
    switch removals.last {
    case .pin(let pin): return tr("Removed “{title}”", ["title": pin.title])
    case .pins(let pins):
      return tr("{count} pin removed", plural: "{count} pins removed", count: pins.count)
    case .made(let pins) where pins.count == 1:
      return tr("Added “{title}”", ["title": pins[0].title])
    case .made(let pins):
      return tr("{count} pin made", plural: "{count} pins made", count: pins.count)
    case .move(let pin): return tr("Moved “{title}”", ["title": pin.title])
    case .name(let pin): return tr("Renamed “{title}”", ["title": pin.title])
    case .words(let pin): return tr("Changed “{title}”", ["title": pin.title])
    case .trip(let change): return changed(change)
    case .photo(let last): return removedPhotos(removals, last)
    case .photos(let photos): return photos.last.flatMap { removedPhotos(removals, $0) }
    case .album(let old) where old.source == SourceChoice.postcards.rawValue:
      return tr(
        "{count} postcard replaced", plural: "{count} postcards replaced", count: old.count)
    case .album(let old):
      return tr("{count} photo replaced", plural: "{count} photos replaced", count: old.count)
    case .merge(let library): return merged(library)
    case nil: return nil
    }
  }

  private static func removedPhotos(_ removals: [Removal], _ last: Photo) -> String {
    let count = removals.reversed().prefix { $0.photos.first?.pin == last.pin }
      .reduce(0) { $0 + $1.photos.count }
    guard count == 1 else {
      return tr("{count} photo removed", plural: "{count} photos removed", count: count)
    }
    return tr("Removed “{title}”", ["title": title(of: last)])
  }

  /// What was undone; `place` is the name of the pin that photos belong to.
  package static func undone(_ removal: Removal, at place: String) -> String {
    switch removal {
    case .pin(let pin): tr("Restored “{title}”", ["title": pin.title])
    case .pins(let pins):
      tr("Restored {count} pin", plural: "Restored {count} pins", count: pins.count)
    case .made(let pins) where pins.count == 1:
      tr("Removed “{title}”", ["title": pins[0].title])
    case .made(let pins):
      tr("Removed {count} pin", plural: "Removed {count} pins", count: pins.count)
    case .move(let pin): tr("Moved “{title}” back", ["title": pin.title])
    case .name(let pin): tr("Restored the name “{title}”", ["title": pin.title])
    case .words(let pin):
      tr("Restored the note, colour and mark of “{title}”", ["title": pin.title])
    case .trip(let change): undone(change)
    case .photo, .photos: tr("Restored photos of “{title}”", ["title": place])
    case .album: tr("Restored the album of “{title}”", ["title": place])
    case .merge: tr("Removed what came from the backup")
    }
  }
}
