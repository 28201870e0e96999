import CGLib
import Files
package import GLibBridge
import Glibc
package import Imaging

/// The thumbnails of albums, cached in memory within a bound.
package final class Thumbnails {
  private let decoder: PictureDecoder
  /// The pixels, and not textures, which would hold a second copy once they are drawn.
  private var pictures: [Key: DecodedPicture] = [:]
  /// The pictures from before the cache was last full.
  private var older: [Key: DecodedPicture] = [:]
  private var size = 0
  private var cleanup: ScheduledCall?

  /// The bound of either half of the cache, in bytes: a screen or two full of pictures.
  private static let limit = 20 << 20
  /// How long the cache may be unused before it is emptied, in milliseconds.
  package static let idleTime: UInt32 = 10_000
  /// The sizes at which pictures are decoded, in pixels: few, so that resizing the window seldom
  /// needs another.
  private static let sides = [128, 192, 256, 384, 512, 768]

  private struct Key: Hashable {
    let path: String
    let side: Int
  }

  package init(decoder: PictureDecoder) { self.decoder = decoder }

  package func texture(of path: String, pixels: Int) -> Ref<OpaquePointer>? {
    let key = Key(path: path, side: Thumbnails.side(pixels))
    guard let found = pictures[key] ?? older[key] else { return nil }
    scheduleCleanup()
    return found.texture
  }

  /// The picture in a photo's file, from the cache or decoded; nil if it cannot be shown.
  ///
  /// A cancelled task gets nil; decoding continues, and its result is cached.
  package func picture(
    of file: String, named path: String, pixels: Int
  ) async -> Ref<OpaquePointer>? {
    if let texture = texture(of: path, pixels: pixels) { return texture }
    let key = Key(path: path, side: Thumbnails.side(pixels))
    let picture = try? await decoder.thumbnail(of: file, named: path, side: key.side)
    guard let picture else { return nil }
    if size > Thumbnails.limit { (older, pictures, size) = (pictures, [:], 0) }
    size += picture.pixels.count - (pictures.updateValue(picture, forKey: key)?.pixels.count ?? 0)
    scheduleCleanup()
    return picture.texture
  }

  /// The decoding size for a width on the screen.
  package static func side(_ pixels: Int) -> Int { sides.first { $0 >= pixels } ?? sides.last! }

  /// Empties the cache after a while without use: visible cells retain their textures, and other
  /// pictures can be read again.
  private func scheduleCleanup() {
    cleanup?.cancel()
    cleanup = MainLoop.after(milliseconds: Thumbnails.idleTime) { [weak self] in
      if let self { (older, pictures, size) = ([:], [:], 0) }
      // Otherwise freed memory in small pieces stays with the process.
      Task { await WorkQueue.shared.run { _ = malloc_trim(0) } }
    }
  }
}
