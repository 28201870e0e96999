import Tourist
import Travels

/// The way through an album's photos, and where on it one is.
struct ViewerPosition {
  let album: AlbumModel
  /// Where the photo is in the list, or was when it was last seen there.
  private(set) var place: Int
  private var edition: Int
  /// Photos that were given up here, and are in the album's list still.
  private var leaving: Set<Photo.ID> = []
  /// Photos that were given up here and have gone, and may be brought back.
  private var gone: Set<Photo.ID> = []

  /// Begins at a photo; nil where the album has none such.
  init?(_ album: AlbumModel, at id: Photo.ID) {
    guard let index = album.photos.firstIndex(where: { $0.id == id }) else { return nil }
    self.album = album
    place = index
    edition = album.edition
  }

  /// The photos that can be gone through.
  var photos: [Photo] {
    leaving.isEmpty ? album.photos : album.photos.filter { !leaving.contains($0.id) }
  }

  /// The photos beside this one.
  var neighbours: (before: Photo?, after: Photo?) {
    let photos = photos
    return (
      place > 0 ? photos[place - 1] : nil, place + 1 < photos.count ? photos[place + 1] : nil
    )
  }

  /// Goes to a place in the list; false where there is none such.
  mutating func go(to place: Int) -> Bool {
    guard photos.indices.contains(place) else { return false }
    self.place = place
    return true
  }

  /// Gives a photo up and goes to the one after it, or before it where it was the last; returns the
  /// direction, nil where none is left.
  mutating func giveUp(_ photo: Photo) -> Int? {
    leaving.insert(photo.id)
    let count = photos.count
    guard count > 0 else { return nil }
    guard place >= count else { return 1 }
    place = count - 1
    return -1
  }

  /// What there is to show instead of a photo, after the album has changed.
  enum Turn {
    case stay
    /// The photo at the place where one is now.
    case show
    case leave
  }

  /// Takes what became of the album while a photo is shown.
  mutating func follow(showing shown: Photo) -> Turn {
    if album.edition != edition {
      edition = album.edition
      (leaving, gone) = ([], [])
    }
    let all = Set(album.photos.map(\.id))
    // What was brought back is looked at, as the one who did it has it in mind.
    let back = gone.intersection(all)
    gone.formUnion(leaving.subtracting(all))
    gone.subtract(back)
    // Where the library could not let go of them, they are here to stay.
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
    return photos[index] == shown ? .stay : .show
  }
}
