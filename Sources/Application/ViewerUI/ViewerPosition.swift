import TouristSession
import TravelModel

/// A position among an album's photos, which may change meanwhile.
struct ViewerPosition {
  let album: AlbumModel
  /// The present index of the photo, or its last one.
  private(set) var place: Int
  private var edition: Int
  /// Photos removed in the viewer that are still in the album's list.
  private var leaving: Set<Photo.ID> = []
  /// Photos removed in the viewer that have left the list, and may be restored.
  private var gone: Set<Photo.ID> = []

  /// Starts at a photo; nil if it is not in the album.
  init?(_ album: AlbumModel, at id: Photo.ID) {
    guard let index = album.photos.firstIndex(where: { $0.id == id }) else { return nil }
    self.album = album
    place = index
    edition = album.edition
  }

  /// The photos of the album, without those that are leaving.
  var photos: [Photo] {
    leaving.isEmpty ? album.photos : album.photos.filter { !leaving.contains($0.id) }
  }

  var neighbours: (before: Photo?, after: Photo?) {
    let photos = photos
    return (
      place > 0 ? photos[place - 1] : nil, place + 1 < photos.count ? photos[place + 1] : nil
    )
  }

  /// Moves to an index; false if it is out of range.
  mutating func go(to place: Int) -> Bool {
    guard photos.indices.contains(place) else { return false }
    self.place = place
    return true
  }

  /// Removes a photo and moves to the next one, or the previous if it was the last; returns the
  /// direction, or nil if no photo is left.
  mutating func remove(_ photo: Photo) -> Int? {
    leaving.insert(photo.id)
    let count = photos.count
    guard count > 0 else { return nil }
    guard place >= count else { return 1 }
    place = count - 1
    return -1
  }

  /// The reaction to a change of the album.
  enum Turn {
    case stay
    /// The photo at the current position.
    case show
    case leave
  }

  /// Follows a change of the album while a photo is shown.
  mutating func follow(showing shown: Photo) -> Turn {
    if album.edition != edition {
      edition = album.edition
      (leaving, gone) = ([], [])
    }
    let all = Set(album.photos.map(\.id))
    // A restored photo is shown.
    let back = gone.intersection(all)
    gone.formUnion(leaving.subtracting(all))
    gone.subtract(back)
    // If the library could not remove them, they stay.
    leaving = album.trouble == nil ? leaving.intersection(all) : []
    let photos = photos
    if let index = photos.firstIndex(where: { back.contains($0.id) }) {
      place = index
      return .show
    }
    guard let index = photos.firstIndex(where: { $0.id == shown.id }) else {
      guard !photos.isEmpty else { return .leave }
      place = min(place, photos.count - 1)
      return .show
    }
    place = index
    var known = shown
    known.isFavorite = photos[index].isFavorite
    return photos[index] == known ? .stay : .show
  }
}
