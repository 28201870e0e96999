import CGLib
import CPixbuf
import Files
import GLibBridge
import Glibc
import TravelModel

/// Small pictures kept on the disk, so that an album's large ones are decoded once.
///
/// All of it may be deleted at any time.
struct ThumbnailCache: Sendable {
  private let folder: CacheFolder

  /// How much is kept, in bytes: some ten thousand pictures.
  private static let limit = 256 << 20
  private static let quality = "88"

  /// Keeps pictures in a folder, which is made when it is first needed.
  init(folder: String) {
    self.folder = CacheFolder(path: folder, limit: ThumbnailCache.limit)
  }

  /// A file's picture, covering a square cell of so many pixels.
  ///
  /// `name` is the file's own and nobody else's: what is kept under it is taken for its picture.
  func thumbnail(
    of file: String, named name: String, side: Int
  ) throws(PhotoFailure) -> DecodedPicture {
    let kept = "\(folder.path)/\(name.map { $0 == "/" ? "-" : String($0) }.joined())-\(side).jpg"
    let cell = PixelSize(width: side, height: side)
    // A file that another program has changed is not what its thumbnail shows.
    if let time = changeTime(of: file), let keptTime = changeTime(of: kept), keptTime >= time,
      let picture = try? PictureFile(sniffing: kept),
      let thumbnail = try? picture.decoded(covering: cell)
    {
      return thumbnail
    }
    let thumbnail = try PictureFile(sniffing: file).decoded(covering: cell)
    keep(thumbnail, at: kept)
    return thumbnail
  }

  /// Deletes the oldest pictures where there are too many.
  func prune() { folder.trim() }

  /// When a file's content was last changed, in seconds; nil where there is no file.
  private func changeTime(of file: String) -> Int? {
    var status = stat()
    return stat(file, &status) == 0 ? status.st_mtim.tv_sec : nil
  }

  private func keep(_ thumbnail: DecodedPicture, at path: String) {
    // What shows through has no place in a JPEG, and is rare.
    guard !thumbnail.hasAlpha else { return }
    let pixbuf = gdk_pixbuf_new_from_bytes(
      thumbnail.pixels.pointer, GDK_COLORSPACE_RGB, 0, 8, Int32(thumbnail.size.width),
      Int32(thumbnail.size.height), Int32(thumbnail.stride))
    guard let pixbuf else { return }
    defer { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }
    // Others may be at the same picture: each writes a file of its own, and the last one stays.
    let file = folder.newIncoming()
    var keys = [strdup("quality"), nil]
    var values = [strdup(ThumbnailCache.quality), nil]
    defer {
      free(keys[0])
      free(values[0])
    }
    do {
      try file.append([])
      _ = try throwingGLibError {
        gdk_pixbuf_savev(pixbuf, file.path, "jpeg", &keys, &values, $0)
      }
      try file.move(to: path)
    } catch {
      file.discard()
    }
  }
}
