import CGLib
import Files
import Glibc
import TravelModel

/// Small pictures kept on the disk, so that an album's large ones are decoded once.
///
/// All of it may be deleted at any time.
struct ThumbnailCache: Sendable {
  private let folder: CacheFolder

  /// How much is kept, in bytes: some ten thousand pictures.
  private static let limit = 256 << 20
  /// How long a used thumbnail counts as just used, in seconds.
  private static let day = 24 * 3600
  private static let quality = 88

  /// Keeps pictures in a folder, which is made when it is first needed.
  init(folder: String) {
    self.folder = CacheFolder(path: folder, limit: ThumbnailCache.limit)
  }

  /// A file's picture, covering a square cell of so many pixels.
  ///
  /// `name` is the file's own and nobody else's: what is kept under it is taken for its picture.
  func thumbnail(
    of file: String, named name: String, side: Int
  ) throws(PictureFailure) -> DecodedPicture {
    let kept = "\(folder.path)/\(name.map { $0 == "/" ? "-" : String($0) }.joined())-\(side).jpg"
    let cell = PixelSize(width: side, height: side)
    var now = timespec()
    clock_gettime(CLOCK_REALTIME_COARSE, &now)
    // A file that another program has changed is not what its thumbnail shows.
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

  /// Deletes the thumbnails used least recently where there are too many.
  func prune() { folder.trim() }

  /// When a file's content was last changed; nil where there is no file.
  private func changeTime(of file: String) -> (seconds: Int, nanoseconds: Int)? {
    var status = stat()
    guard SystemPath.use(file, { stat($0, &status) }) == 0 else { return nil }
    return (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
  }

  /// Gives a thumbnail the time before its picture was looked at: a later change is then newer.
  private func mark(_ thumbnail: String, _ time: timespec) {
    utimensat(AT_FDCWD, thumbnail, [time, time], 0)
  }

  private func save(_ thumbnail: DecodedPicture, at path: String, _ time: timespec) {
    // What shows through has no place in a JPEG, and is rare.
    guard !thumbnail.hasAlpha, let jpeg = thumbnail.jpeg(quality: ThumbnailCache.quality) else {
      return
    }
    // Others may be at the same picture: each writes a file of its own, and the last one stays.
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
