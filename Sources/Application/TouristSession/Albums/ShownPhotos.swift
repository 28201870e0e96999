public import TravelModel

/// The photos of an album that its grid shows: all of them, or those of some decades.
@MainActor
public final class ShownPhotos {
  public let album: AlbumModel
  /// The decades that are shown, by their first years; if there are none, all photos are.
  public var decades: Set<Int> = []
  /// The places in the album of the photos that are shown; nil if all are.
  private var places: [Int]?

  public init(of album: AlbumModel) { self.album = album }

  public var count: Int { places?.count ?? album.photos.count }

  public var all: [Photo] { (0..<count).compactMap { self[$0] } }

  public subscript(position: Int) -> Photo? {
    guard (0..<count).contains(position), case let place = places?[position] ?? position,
      place < album.photos.count
    else { return nil }
    return album.photos[place]
  }

  public func position(of photo: Photo.ID) -> Int? { (0..<count).first { self[$0]?.id == photo } }

  /// Finds the photos that are shown in the album as it is now.
  public func find() {
    places =
      decades.isEmpty
      ? nil
      : album.photos.indices.filter { place in
        let years = album.photos[place].details.years
        return years.map { !decades.isDisjoint(with: Decades.of($0)) } ?? false
      }
  }

  /// Converts a change of the album into that of the shown photos; nil if many have changed.
  public func follow(_ change: AlbumModel.Change) -> AlbumModel.Change? {
    guard let before = places else { return change }
    find()
    func positions(of changed: [Int], in places: [Int]) -> [Int] {
      let changed = Set(changed)
      return places.indices.filter { changed.contains(places[$0]) }
    }
    return switch change {
    case .removed(let gone): .removed(positions(of: gone, in: before))
    case .inserted(let new): .inserted(positions(of: new, in: places ?? []))
    case .replaced: nil
    case .changed: change
    }
  }
}
