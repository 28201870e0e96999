public import Files
import Glibc
public import TravelModel

/// Downloads from an address given by a source into a new file.
public typealias LargeImageFetcher =
  @Sendable (_ address: String, _ source: String, _ file: IncomingFile) async throws -> Void

/// The photos in full size, downloaded when the viewer asks for them.
///
/// They are kept in a cache folder of bounded size.
@MainActor
public final class LargeImages {
  private let cache: CacheFolder
  private let check: PictureCheck
  private let fetch: LargeImageFetcher
  /// Downloads one image at a time, or a few: others who want the same one find it in the cache.
  private let limiter: Limiter

  /// The size of the cache, in bytes: some dozens of photos as cameras make them.
  public nonisolated static let standardLimit = 300 << 20

  /// Keeps the images in `folder`, which is created when needed, and downloads `width` at once.
  public init(
    folder: String, limit: Int = LargeImages.standardLimit, width: Int = 1,
    check: @escaping PictureCheck, fetch: @escaping LargeImageFetcher
  ) {
    cache = CacheFolder(path: folder, limit: limit)
    limiter = Limiter(width: width)
    self.check = check
    self.fetch = fetch
  }

  /// Whether a photo's source has a larger image than the stored one.
  public func hasLarger(_ photo: Photo) -> Bool { request(for: photo) != nil }

  /// The path of the large image, downloaded if needed; nil if the stored file is the largest.
  ///
  /// Throws a `PhotoFailure`, or `CancellationError` if the task is cancelled.
  public func image(of photo: Photo) async throws -> String? {
    guard let request = request(for: photo) else { return nil }
    return try await limiter.pass { [cache, check, fetch] in
      try await LargeImages.download(request, to: cache, check: check, fetch: fetch)
    }
  }

  /// Deletes a cached image that turned out to be no picture.
  public func discardImage(of photo: Photo) async {
    guard let request = request(for: photo) else { return }
    await WorkQueue.shared.run { [cache] in
      if let path = cache.find(request.name) { unlink(path) }
    }
  }
}

extension LargeImages {
  private struct Request {
    /// The file name without extension.
    let name: String
    let address: String
    let source: String
  }

  private func request(for photo: Photo) -> Request? {
    guard let address = photo.details.largeAddress, WebAddress.isAllowed(address),
      let path = photo.path, !path.isEmpty
    else { return nil }
    // Photo paths are random, so even another library never gives the same name.
    let name = path.prefix { $0 != "." }.replacing("/", with: "-")
    return Request(name: String(name), address: address, source: photo.details.source)
  }

  @concurrent
  private static func download(
    _ request: Request, to cache: CacheFolder, check: PictureCheck, fetch: LargeImageFetcher
  ) async throws -> String {
    try Task.checkCancellation()
    let disk = WorkQueue.shared
    if let path = await disk.run({ cache.find(request.name) }) { return path }
    let incoming = await disk.run { cache.newIncoming() }
    do {
      try await fetch(request.address, request.source, incoming)
      let name = "\(request.name).\(try await check(incoming.path, false).fileExtension)"
      try Task.checkCancellation()
      return try await disk.run { () throws(DiskFailure) in try cache.add(incoming, as: name) }
    } catch {
      await disk.run { incoming.discard() }
      try Task.checkCancellation()
      throw PhotoFailure(error) ?? error
    }
  }
}
