public import PhotoSources
public import TravelModel

/// A walk through a street, from picture to picture.
///
/// Functions throw what `PhotoFailure` can be made of, or a `CancellationError`.
@MainActor
public final class StreetWalk {
  /// The picture at which one stands, whose file is there; nil before the first.
  public private(set) var picture: StreetPicture?

  private let source: any StreetSource
  private let images: LargeImages
  private let network: NetworkWatch?

  public init(_ source: any StreetSource, images: LargeImages, network: NetworkWatch? = nil) {
    (self.source, self.images, self.network) = (source, images, network)
  }

  /// Stands at the picture that is nearest to a place, and returns its file; nil if none is near.
  public func stand(at place: Coordinate) async throws -> String? {
    picture = nil
    network?.start()
    guard let nearest = try await source.nearest(to: place) else { return nil }
    return try await arrive(at: nearest)
  }

  /// Walks to the next picture in a direction, and returns its file; nil at the end.
  public func walk(_ way: StreetPicture.Way) async throws -> String? {
    guard let neighbor = picture?.neighbor(way) else { return nil }
    guard let next = try await source.picture(neighbor.id) else { throw SourceFailure.gone }
    return try await arrive(at: next)
  }

  /// A larger file of the picture; nil if there is none.
  public func largeFile() async throws -> String? {
    guard let picture, let address = picture.details.largeAddress else { return nil }
    return try await images.image(of: photo(of: picture, "large", at: address))
  }

  private func arrive(at next: StreetPicture) async throws -> String? {
    guard let address = next.details.imageAddress,
      let file = try await images.image(of: photo(of: next, "small", at: address))
    else { throw SourceFailure.gone }
    try Task.checkCancellation()
    picture = next
    return file
  }

  /// A picture as the cache of images knows it.
  private func photo(of picture: StreetPicture, _ size: String, at address: String) -> Photo {
    var details = picture.details
    details.largeAddress = address
    return Photo(
      id: Photo.ID(0), pin: Pin.ID(0), position: 0, details: details,
      path: "street/\(picture.details.sourceID)/\(size)", state: .stored)
  }
}
