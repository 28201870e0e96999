public import Files
import Glibc
public import Travels

/// Downloads what is at an address, which a source gave, into a new file; it throws where it cannot.
public typealias LargeImageFetcher =
  @Sendable (_ address: String, _ source: String, _ file: IncomingFile) async throws -> Void

/// The photos as large as their sources have them, for whoever looks at one.
///
/// They lie in a folder of the cache that stays within a bound, and may be deleted at any time.
@MainActor
public final class LargeImages {
  private let cache: CacheFolder
  private let check: PictureCheck
  private let fetch: LargeImageFetcher
  private var downloads: [String: Download] = [:]

  /// One photo on its way, and how many wait for it.
  private struct Download {
    let number: Int
    let task: Task<String, any Error>
    var waiting: Int
  }
  private var nextNumber = 0

  /// How much the folder holds, in bytes: some dozens of photos as cameras make them.
  public nonisolated static let standardLimit = 300 << 20

  /// Makes large images that are kept in a folder, which is made when it is needed.
  public init(
    folder: String, limit: Int = LargeImages.standardLimit, check: @escaping PictureCheck,
    fetch: @escaping LargeImageFetcher
  ) {
    cache = CacheFolder(path: folder, limit: limit)
    self.check = check
    self.fetch = fetch
  }

  /// Tells whether a photo's source has a larger image than the stored one.
  public func hasLarger(_ photo: Photo) -> Bool { request(for: photo) != nil }

  /// The path of the large image, once it is there; nil where the stored file is the largest.
  ///
  /// It throws a `PhotoFailure`, or `CancellationError` where the task was cancelled. Nothing is
  /// downloaded twice at a time, nor any longer than somebody waits for it.
  public func image(of photo: Photo) async throws -> String? {
    guard let request = request(for: photo) else { return nil }
    try Task.checkCancellation()
    let number = join(request)
    let task = downloads[request.name]!.task
    let outcome = await withTaskCancellationHandler {
      await task.result
    } onCancel: {
      Task { @MainActor in self.leave(request.name, number) }
    }
    // A task that was cancelled has left already, in `onCancel`.
    try Task.checkCancellation()
    leave(request.name, number)
    return try outcome.get()
  }

  /// Deletes the large image that is here, which turned out to be none.
  public func discardImage(of photo: Photo) async {
    guard let request = request(for: photo) else { return }
    await WorkQueue.shared.run { [cache] in
      if let path = cache.find(request.name) { unlink(path) }
    }
  }
}

extension LargeImages {
  private struct Request {
    /// The name of the file, without its end.
    let name: String
    let address: String
    let source: String
  }

  private func request(for photo: Photo) -> Request? {
    guard let address = photo.details.largeAddress, WebAddress.isAllowed(address),
      let path = photo.path, !path.isEmpty
    else { return nil }
    // The library never gives two files one name, not even two libraries one after the other.
    let name = path.prefix { $0 != "." }.replacing("/", with: "-")
    return Request(name: String(name), address: address, source: photo.details.source)
  }

  /// Begins a download or takes part in the one that is under way, and returns its number.
  private func join(_ request: Request) -> Int {
    let current = downloads[request.name]
    if let current, current.waiting > 0 {
      downloads[request.name]!.waiting += 1
      return current.number
    }
    nextNumber += 1
    let number = nextNumber
    let task = Task { [cache, check, fetch] in
      // A cancelled download ends first: the server is not to send the same twice at once.
      _ = await current?.task.result
      defer { if downloads[request.name]?.number == number { downloads[request.name] = nil } }
      return try await LargeImages.download(request, to: cache, check: check, fetch: fetch)
    }
    downloads[request.name] = Download(number: number, task: task, waiting: 1)
    return number
  }

  private func leave(_ name: String, _ number: Int) {
    guard downloads[name]?.number == number else { return }
    downloads[name]!.waiting -= 1
    if downloads[name]!.waiting == 0 { downloads[name]!.task.cancel() }
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
      let name = "\(request.name).\(try await check(incoming.path).fileExtension)"
      try Task.checkCancellation()
      return try await disk.run { () throws(DiskFailure) in try cache.keep(incoming, as: name) }
    } catch {
      incoming.discard()
      throw PhotoFailure(error) ?? error
    }
  }
}
