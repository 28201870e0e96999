public import Files
public import TravelModel
public import WebServices

/// A source of pictures of streets.
///
/// Functions throw a `SourceFailure` or a `CancellationError`.
public protocol StreetSource: Sendable {
  /// The picture that is nearest to a place; nil if none is near.
  func nearest(to place: Coordinate) async throws -> StreetPicture?

  /// The picture with an id; nil if it is gone.
  func picture(_ id: String) async throws -> StreetPicture?
}

/// Panoramax, a federation of servers with pictures of streets.
///
/// Only the one at the endpoint, which knows those of all, is asked; images come from theirs.
public struct PanoramaxSource: PhotoSource, StreetSource {
  private let service: Service
  /// The service for what nobody waits for.
  private let quietService: Service
  private let downloader: Downloader
  private let endpoint: @Sendable () async -> String

  /// The useful radii of an album, in metres.
  static let radii = 10.0...5_000.0
  /// How far from a place one stands at most, in metres: first about across the street.
  private static let (reach, farReach) = (50, 500.0)
  /// The most pictures of an answer, of some kilobytes each.
  private static let limit = 300

  public init(
    client: any HTTPClient, downloader: Downloader, retry: RetryPolicy = .search,
    endpoint: @escaping @Sendable () async -> String
  ) {
    service = Service(client: client, retry: retry)
    quietService = service.keepingPauses()
    (self.downloader, self.endpoint) = (downloader, endpoint)
  }

  public var name: String { SourceChoice.panoramax.rawValue }

  public func photos(_ request: PhotoRequest) async throws -> PhotoSlice {
    let place = request.coordinate
    var radius = Radius.first(request.radius, within: PanoramaxSource.radii)
    while true {
      let answer = try await ask(["bbox": box(around: place, radius)])
      let free = nearestFirst(answer, place)
        .filter { $0.isFree && $0.place.distance(to: place) <= radius }.map(\.details)
      var excluded = request.unwanted
      let wanted = free.filter { excluded.insert($0.sourceID).inserted }
      let isFull = answer.count >= PanoramaxSource.limit
      if wanted.count < request.count, !isFull,
        let wider = Radius.next(after: radius, within: PanoramaxSource.radii)
      {
        radius = wider
        continue
      }
      let unseen = wanted.filter { !request.seen.contains($0.sourceID) }
      let chosen = Ranking.chosen(
        unseen.isEmpty ? wanted : unseen, atMost: request.count + request.spareCount,
        near: place, radius: radius)
      var slice = PhotoSlice(
        photos: Array(chosen.prefix(request.count)), total: free.count, radius: radius)
      slice.spares = Array(chosen.dropFirst(request.count))
      slice.hasUnlisted = isFull
      slice.hasBegunAgain = unseen.isEmpty && !wanted.isEmpty
      return slice
    }
  }

  public func fetch(_ photo: PhotoDetails, into file: IncomingFile) async throws {
    guard let address = photo.imageAddress else { throw SourceFailure.gone }
    try await downloader.fetch(address, of: await endpoint(), into: file)
  }

  public func nearest(to place: Coordinate) async throws -> StreetPicture? {
    let (latitude, longitude) = place.decimalParts
    // Of flat pictures, those that look at the place.
    var answer = try await ask([
      "place_position": "\(longitude),\(latitude)",
      "place_distance": "0-\(PanoramaxSource.reach)", "place_fov_tolerance": "180",
    ])
    if answer.pictures.isEmpty {
      answer = try await ask(["bbox": box(around: place, PanoramaxSource.farReach)])
    }
    guard let nearest = nearestFirst(answer, place).first,
      nearest.place.distance(to: place) <= PanoramaxSource.farReach
    else { return nil }
    // A search need not tell the neighbours.
    guard nearest.next == nil, nearest.previous == nil else { return nearest }
    return try await picture(nearest.details.sourceID) ?? nearest
  }

  public func picture(_ id: String) async throws -> StreetPicture? {
    try await ask(["ids": id]).pictures.first { $0.details.sourceID == id }
  }

  /// A square of the map with where there are pictures, as a vector tile.
  ///
  /// It has the ways along which they were taken from zoom 12 on, and each of them from zoom 15 on.
  public func coverage(x: Int, y: Int, zoom: Int) async throws -> [UInt8] {
    let address = "\(await endpoint())/map/\(zoom)/\(x)/\(y).mvt"
    return try await quietService.askForBytes(address, isOptional: true) { $0 }
  }

  private func ask(_ parameters: KeyValuePairs<String, String>) async throws -> PanoramaxAnswer {
    let search = address("\(await endpoint())/search", parameters)
    return try await service.ask(address(search, ["limit": String(PanoramaxSource.limit)])) {
      try PanoramaxAnswer($0)
    }
  }

  private func nearestFirst(_ answer: PanoramaxAnswer, _ place: Coordinate) -> [StreetPicture] {
    answer.pictures.map { ($0, $0.place.distance(to: place)) }.sorted { $0.1 < $1.1 }
      .map { $0.0 }
  }

  /// The bounds around a place, west and south first; at the date line, those on its own side.
  private func box(around place: Coordinate, _ radius: Double) -> String {
    let (latitudes, ranges) = place.bounds(within: radius)
    let longitudes = ranges.first { $0.contains(place.longitude) } ?? ranges[0]
    return [
      longitudes.lowerBound, latitudes.lowerBound, longitudes.upperBound, latitudes.upperBound,
    ].map(decimals).joined(separator: ",")
  }
}
