public import TravelModel

/// How many photos of an album there are, and how many are missing.
public struct PhotoStock: Hashable, Sendable {
  public let stored: Int
  public let all: Int
  /// Whether the last work on the album left photos missing.
  public let hasFailed: Bool
}

extension AlbumModel {
  public var stock: PhotoStock {
    PhotoStock(stored: tally.stored, all: tally.all, hasFailed: hasFailed)
  }

  /// How many photos are missing; nil while the album is being filled.
  var missing: Int? { isBusy ? nil : tally.all - tally.stored }
}

extension MapModel {
  /// Shows the number of photos of an album, and how many are missing.
  func showCount(of album: AlbumModel) {
    setPhotoCount(album.photos.count, missing: album.missing, of: album.pin.id)
  }

  /// The number of a pin's photos when its album is not loaded.
  public func stock(of pin: Pin) -> PhotoStock {
    let missing = missing[pin.id, default: 0]
    // Photos missing since an earlier run have failed, unless they are being downloaded.
    return PhotoStock(
      stored: max(0, pin.photoCount - missing), all: pin.photoCount,
      hasFailed: progress[pin.id].map { $0 == .failed } ?? (missing > 0))
  }
}
