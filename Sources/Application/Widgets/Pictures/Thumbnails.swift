import CGLib
import Files
package import GLibBridge
import Glibc
package import Imaging
import TravelModel

/// The thumbnails of albums, cached in memory within a bound.
package final class Thumbnails {
  private let decoder: PictureDecoder
  private var kept: [Key: Kept] = [:]
  private var size = 0
  private var clock = 0
  private var cleanup: ScheduledCall?

  /// The bound of the cache, in bytes: a few screens full of pictures.
  private static let limit = 32 << 20
  /// After how many seconds without use the cache is emptied: visible cells hold their textures, and
  /// the rest can be read from the disk again.
  package static let idleTime: UInt32 = 10
  /// The sizes to decode at, in pixels: few, so that resizing the window seldom needs a new one.
  private static let sides = [128, 192, 256, 384, 512, 768]

  private struct Key: Hashable {
    let path: String
    let side: Int
  }

  /// Keeps the pixels but no texture, which would hold a second copy once it is drawn.
  private struct Kept {
    let picture: DecodedPicture
    var lastUse: Int

    var size: Int { picture.pixels.count }
  }

  package init(decoder: PictureDecoder) { self.decoder = decoder }

  /// A picture from the cache.
  package func texture(of path: String, pixels: Int) -> Ref<OpaquePointer>? {
    let key = Key(path: path, side: Thumbnails.side(pixels))
    guard var found = kept[key] else { return nil }
    clock += 1
    found.lastUse = clock
    kept[key] = found
    scheduleCleanup()
    return found.picture.texture
  }

  /// The picture of a photo's file, from the cache or decoded; nil where it cannot be shown.
  package func picture(
    of file: String, named path: String, pixels: Int
  ) async -> Ref<OpaquePointer>? {
    if let texture = texture(of: path, pixels: pixels) { return texture }
    return await load(file, of: path, pixels: pixels)
  }

  /// Decodes the picture of a photo's file; nil where it cannot be shown.
  ///
  /// A cancelled task gets nil; a running decoding still ends up in the cache.
  package func load(_ file: String, of path: String, pixels: Int) async -> Ref<OpaquePointer>? {
    let key = Key(path: path, side: Thumbnails.side(pixels))
    let picture = try? await decoder.thumbnail(of: file, named: path, side: key.side)
    guard let picture else { return nil }
    keep(picture, as: key)
    return picture.texture
  }

  /// The size to decode at for a width on screen.
  package static func side(_ pixels: Int) -> Int { sides.first { $0 >= pixels } ?? sides.last! }

  private func keep(_ picture: DecodedPicture, as key: Key) {
    clock += 1
    let entry = Kept(picture: picture, lastUse: clock)
    size += entry.size - (kept.updateValue(entry, forKey: key)?.size ?? 0)
    if size > Thumbnails.limit { evictOldest() }
    scheduleCleanup()
  }

  /// Drops the least recently used quarter, so that this happens seldom.
  private func evictOldest() {
    for (key, entry) in kept.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
      guard size > Thumbnails.limit * 3 / 4 else { return }
      kept[key] = nil
      size -= entry.size
    }
  }

  /// Empties the cache after a while without use.
  private func scheduleCleanup() {
    cleanup?.cancel()
    cleanup = MainLoop.after(milliseconds: Thumbnails.idleTime * 1000) { [weak self] in
      guard let self else { return }
      kept = [:]
      size = 0
      // Otherwise freed memory in small pieces stays with the process.
      Task { await WorkQueue.shared.run { _ = malloc_trim(0) } }
    }
  }
}
