import Files
public import TravelModel

/// Decodes pictures off the main thread: the thumbnails of albums, and one large picture.
///
/// Each waits for its turn as long as its task is not cancelled.
public final class PictureDecoder: Sendable {
  private let cache: ThumbnailCache
  /// Decodes two thumbnails at once, for the cores of a small machine; the newest request comes
  /// first, because it is on the screen.
  private let small = Limiter(width: 2, order: .newestFirst)
  /// Decodes one large picture at a time: it takes as much memory as all thumbnails of an album.
  private let large = Limiter(width: 1)

  /// Makes a decoder that caches thumbnails below a cache folder.
  public init(cacheFolder: String) {
    cache = ThumbnailCache(folder: "\(cacheFolder)/thumbnails")
    Task { [cache] in await WorkQueue.shared.run { cache.prune() } }
  }

  /// Decodes a file's picture to cover a square cell of a side in pixels.
  ///
  /// `name` must be unique to the file: what is cached under it is taken for its picture.
  public func thumbnail(
    of file: String, named name: String, side: Int
  ) async throws -> DecodedPicture {
    try await small.pass { [cache] in
      try await WorkQueue.shared.run { () throws(PictureFailure) in
        try cache.thumbnail(of: file, named: name, side: side)
      }
    }
  }

  /// Decodes the picture in a file at the size that `wanted` returns for its original size, and reads
  /// whether it is a sphere.
  public func picture(
    at path: String, sized wanted: @escaping @Sendable (PixelSize) -> PixelSize
  ) async throws -> DecodedPicture {
    try await large.pass {
      try await WorkQueue.shared.run { () throws(PictureFailure) in
        let cell = wanted(try PictureFile(sniffing: path).size)
        // Metadata that harm their reader do not cost the picture.
        if let whole = try? DecodedPicture(of: path, covering: cell, mayBeSphere: true) {
          return whole
        }
        return try DecodedPicture(of: path, covering: cell)
      }
    }
  }
}
