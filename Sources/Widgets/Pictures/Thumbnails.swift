import CGLib
import Files
package import GLibBridge
import Glibc
package import Imaging
import Travels

/// The small pictures of albums, kept in memory within a bound.
package final class Thumbnails {
  private let decoder: PictureDecoder
  private var kept: [Key: Kept] = [:]
  private var size = 0
  private var clock = 0
  private var rest: ScheduledCall?

  /// How much is kept in memory, in bytes: the pictures of a few screens full.
  private static let limit = 32 << 20
  /// How long after the last picture nothing is kept any more, in seconds: what is still seen has its
  /// own, and the rest comes back from the disk.
  package static let idleTime: UInt32 = 10
  /// The sizes that are decoded, in pixels: few, so that a window's width is seldom a new one.
  private static let sides = [128, 192, 256, 384, 512, 768]

  private struct Key: Hashable {
    let path: String
    let side: Int
  }

  /// The pixels, and no texture: that would hold them once more, where it is drawn, for as long as
  /// it is kept.
  private struct Kept {
    let picture: DecodedPicture
    var lastUse: Int

    var size: Int { picture.pixels.count }
  }

  package init(decoder: PictureDecoder) { self.decoder = decoder }

  /// A picture that is in memory.
  package func texture(of path: String, pixels: Int) -> Ref<OpaquePointer>? {
    let key = Key(path: path, side: Thumbnails.side(pixels))
    guard var found = kept[key] else { return nil }
    clock += 1
    found.lastUse = clock
    kept[key] = found
    planRest()
    return found.picture.texture
  }

  /// The picture of a photo's file, or nil where it cannot be shown.
  ///
  /// A task that is cancelled while it waits gets nil; what is being decoded is kept all the same.
  package func load(_ file: String, of path: String, pixels: Int) async -> Ref<OpaquePointer>? {
    let key = Key(path: path, side: Thumbnails.side(pixels))
    let picture = try? await decoder.thumbnail(of: file, named: path, side: key.side)
    guard let picture else { return nil }
    keep(picture, as: key)
    return picture.texture
  }

  /// The size at which a picture is decoded that is to be shown so many pixels wide.
  package static func side(_ pixels: Int) -> Int { sides.first { $0 >= pixels } ?? sides.last! }

  private func keep(_ picture: DecodedPicture, as key: Key) {
    clock += 1
    let entry = Kept(picture: picture, lastUse: clock)
    size += entry.size - (kept.updateValue(entry, forKey: key)?.size ?? 0)
    if size > Thumbnails.limit { forgetOldest() }
    planRest()
  }

  /// Forgets the quarter that was not used for the longest time, so that this is seldom done.
  private func forgetOldest() {
    for (key, entry) in kept.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
      guard size > Thumbnails.limit * 3 / 4 else { return }
      kept[key] = nil
      size -= entry.size
    }
  }

  /// Gives back the memory once nobody has had a picture for a while.
  private func planRest() {
    rest?.cancel()
    rest = MainLoop.after(milliseconds: Thumbnails.idleTime * 1000) { [weak self] in
      guard let self else { return }
      kept = [:]
      size = 0
      // What is freed in many small pieces stays with the process otherwise.
      Task { await WorkQueue.shared.run { _ = malloc_trim(0) } }
    }
  }
}
