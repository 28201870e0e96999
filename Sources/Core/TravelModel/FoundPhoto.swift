/// A photo that somebody has taken of a place, on the map without a pin.
public struct FoundPhoto: Hashable, Sendable {
  /// What an album keeps of it.
  public let details: PhotoDetails
  public let coordinate: Coordinate
  /// Where a small image of it can be downloaded.
  public let thumbnailAddress: String
  /// How many of the photos that were found with it are better.
  public let rank: Int

  /// Makes a photo; nil if it has no place or no image.
  public init?(_ details: PhotoDetails, thumbnailAddress: String?, rank: Int) {
    guard let coordinate = details.coordinate,
      let address = thumbnailAddress ?? details.imageAddress
    else { return nil }
    (self.details, self.coordinate, self.rank) = (details, coordinate, rank)
    self.thumbnailAddress = address
  }

  /// Chooses the first of some photos, at most `count`, of which none is under another at a zoom.
  public static func apart(_ photos: [FoundPhoto], zoom: Double, count: Int) -> [FoundPhoto] {
    // Those that are closer would share a marker.
    let gap =
      PinIndex.clusterRadius / MapView(center: .origin, zoom: zoom.rounded()).worldSize
    var chosen: [(photo: FoundPhoto, point: WorldPoint)] = []
    for photo in photos where chosen.count < count {
      let point = Mercator.project(photo.coordinate)
      let isFree = chosen.allSatisfy { other in
        let way = point.nearest(to: other.point) - other.point
        return abs(way.x) >= gap || abs(way.y) >= gap
      }
      if isFree { chosen.append((photo, point)) }
    }
    return chosen.map(\.photo)
  }
}
