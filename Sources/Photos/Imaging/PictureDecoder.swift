import Files
public import TravelModel

/// Decodes pictures away from the main thread: the small ones of albums, and one large one.
///
/// Each waits for its turn as long as its task is not cancelled.
public final class PictureDecoder: Sendable {
  private let cache: ThumbnailCache
  /// Two at once, the cores of a small machine; the newest request first, because it is what is on
  /// the screen.
  private let small = Limiter(width: 2, order: .newestFirst)
  /// One at a time takes as much memory as all thumbnails of an album.
  private let large = Limiter(width: 1)

  /// Makes a decoder that keeps thumbnails below a folder of caches.
  public init(cacheFolder: String) {
    cache = ThumbnailCache(folder: "\(cacheFolder)/thumbnails")
    Task { [cache] in await WorkQueue.shared.run { cache.prune() } }
  }

  /// Decodes a file's picture to cover a square cell of so many pixels.
  ///
  /// `name` is the file's own and nobody else's: what is kept under it is taken for its picture.
  public func thumbnail(
    of file: String, named name: String, side: Int
  ) async throws -> DecodedPicture {
    try await small.pass { [cache] in
      try await WorkQueue.shared.run { () throws(PictureFailure) in
        try cache.thumbnail(of: file, named: name, side: side)
      }
    }
  }

  /// Decodes the picture in a file to the size that `wanted` makes of the file's own.
  public func picture(
    at path: String, sized wanted: @escaping @Sendable (PixelSize) -> PixelSize
  ) async throws -> DecodedPicture {
    try await large.pass {
      try await WorkQueue.shared.run { () throws(PictureFailure) in
        let file = try PictureFile(sniffing: path)
        return try DecodedPicture(of: path, covering: wanted(file.size))
      }
    }
  }
}
