import CGLib
import Files
import Glibc
import TravelModel

/// Thumbnails on the disk, so that an album's large pictures are decoded once.
///
/// All of it may be deleted at any time.
struct ThumbnailCache: Sendable {
  private let folder: CacheFolder

  /// The bound of the cache, in bytes: some ten thousand thumbnails.
  private static let limit = 256 << 20
  /// The precision of the time of last use, in seconds.
  private static let day = 24 * 3600
  private static let quality = 88

  /// Makes a cache in a folder, which is created when first needed.
  init(folder: String) {
    self.folder = CacheFolder(path: folder, limit: ThumbnailCache.limit)
  }

  /// The thumbnail of a file's picture that covers a square cell of a side in pixels.
  ///
  /// `name` must be unique to the file: what is cached under it is taken for its picture.
  func thumbnail(
    of file: String, named name: String, side: Int
  ) throws(PictureFailure) -> DecodedPicture {
    let kept = "\(folder.path)/\(name.map { $0 == "/" ? "-" : String($0) }.joined())-\(side).jpg"
    let cell = PixelSize(width: side, height: side)
    var now = timespec()
    clock_gettime(CLOCK_REALTIME_COARSE, &now)
    // The thumbnail is outdated if another program has changed the file since.
    if let time = changeTime(of: file), let keptTime = changeTime(of: kept), keptTime > time,
      PictureFile.flaw(at: kept) == nil,
      let thumbnail = try? DecodedPicture(of: kept, covering: cell)
    {
      if keptTime.seconds < now.tv_sec - ThumbnailCache.day { mark(kept, now) }
      return thumbnail
    }
    let thumbnail = try DecodedPicture(of: file, covering: cell)
    save(thumbnail, at: kept, now)
    return thumbnail
  }

  /// Deletes the least recently used thumbnails above the bound.
  func prune() { folder.trim() }

  /// When a file's content last changed; nil if there is no file.
  private func changeTime(of file: String) -> (seconds: Int, nanoseconds: Int)? {
    var status = stat()
    guard SystemPath.use(file, { stat($0, &status) }) == 0 else { return nil }
    return (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
  }

  /// Sets the modification time of a thumbnail to before its picture was read, so that a later
  /// change of that is newer.
  private func mark(_ thumbnail: String, _ time: timespec) {
    utimensat(AT_FDCWD, thumbnail, [time, time], 0)
  }

  private func save(_ thumbnail: DecodedPicture, at path: String, _ time: timespec) {
    // JPEG has no transparency, which is rare in photos.
    guard !thumbnail.hasAlpha, let jpeg = thumbnail.jpeg(quality: ThumbnailCache.quality) else {
      return
    }
    // Several tasks may write the same thumbnail: each has a file of its own, and the last one
    // stays.
    let file = folder.newIncoming()
    do {
      try file.append(jpeg)
      mark(file.path, time)
      try file.move(to: path)
    } catch {
      file.discard()
    }
  }
}
