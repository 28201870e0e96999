import CAdwaita
import CGLib
import Files
package import GLibBridge
import Imaging
import Travels

/// The small pictures of albums: decoded off the main thread at the size they are shown in, the
/// newest wish first, and kept in memory within a bound.
package final class Thumbnails {
  private let cache: ThumbnailCache
  private var kept: [Key: Kept] = [:]
  private var size = 0
  private var clock = 0
  private var wishes: [Wish] = []
  private var running = 0
  private var nextNumber = 0
  private var rest: ScheduledCall?

  /// How much is kept in memory, in bytes: the pictures of a few screens full.
  private static let limit = 32 << 20
  /// How long after the last picture nothing is kept any more, in seconds: what is still seen has its
  /// own, and the rest comes back from the disk.
  package static let patience: UInt32 = 10
  /// How many are decoded at a time: one for each core of a small machine.
  private static let width = 2
  /// The sizes that are decoded, in pixels: few, so that a window's width is seldom a new one.
  private static let sides = [128, 192, 256, 384, 512, 768]

  private struct Key: Hashable {
    let path: String
    let side: Int
  }

  /// The pixels, and no texture: that would hold them once more, where it is drawn, for as long as
  /// it is kept.
  private struct Kept {
    let thumbnail: Thumbnail
    var lastUse: Int

    var size: Int { thumbnail.pixels.count }
  }

  private struct Wish {
    let number: Int
    let key: Key
    let file: String
    let done: (Ref<OpaquePointer>?) -> Void
  }

  package init(cacheFolder: String) {
    cache = ThumbnailCache(folder: "\(cacheFolder)/thumbnails")
    Task { [cache] in await WorkQueue.shared.run { cache.prune() } }
  }

  /// A picture that is in memory.
  package func texture(of path: String, pixels: Int) -> Ref<OpaquePointer>? {
    let key = Key(path: path, side: Thumbnails.side(pixels))
    guard var found = kept[key] else { return nil }
    clock += 1
    found.lastUse = clock
    kept[key] = found
    planRest()
    return Thumbnails.texture(of: found.thumbnail)
  }

  /// Calls `done` with the picture of a photo's file, or nil where it cannot be shown; the number
  /// that is returned takes the wish back.
  package func load(
    _ file: String, of path: String, pixels: Int, done: @escaping (Ref<OpaquePointer>?) -> Void
  ) -> Int {
    nextNumber += 1
    let key = Key(path: path, side: Thumbnails.side(pixels))
    wishes.append(Wish(number: nextNumber, key: key, file: file, done: done))
    loadNext()
    return nextNumber
  }

  /// Takes back a wish; what is being decoded already is kept for the next one.
  package func cancel(_ number: Int) { wishes.removeAll { $0.number == number } }

  /// The size at which a picture is decoded that is to be shown so many pixels wide.
  package static func side(_ pixels: Int) -> Int { sides.first { $0 >= pixels } ?? sides.last! }

  private func loadNext() {
    guard running < Thumbnails.width, let wish = wishes.popLast() else { return }
    running += 1
    Task {
      let (file, key) = (wish.file, wish.key)
      let thumbnail = await WorkQueue.shared.run { [cache] in
        try? cache.thumbnail(of: file, named: key.path, side: key.side)
      }
      running -= 1
      let texture = thumbnail.map { keep($0, as: key) }
      wish.done(texture)
      loadNext()
    }
  }

  private func keep(_ thumbnail: Thumbnail, as key: Key) -> Ref<OpaquePointer> {
    clock += 1
    let entry = Kept(thumbnail: thumbnail, lastUse: clock)
    size += entry.size - (kept.updateValue(entry, forKey: key)?.size ?? 0)
    if size > Thumbnails.limit { forgetOldest() }
    planRest()
    return Thumbnails.texture(of: thumbnail)
  }

  private static func texture(of thumbnail: Thumbnail) -> Ref<OpaquePointer> {
    Ref(
      adopting: gdk_memory_texture_new(
        Int32(thumbnail.size.width), Int32(thumbnail.size.height),
        thumbnail.hasAlpha ? GDK_MEMORY_R8G8B8A8 : GDK_MEMORY_R8G8B8, thumbnail.pixels.pointer,
        gsize(thumbnail.stride))!)
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
    rest = MainLoop.after(milliseconds: Thumbnails.patience * 1000) { [weak self] in
      guard let self else { return }
      kept = [:]
      size = 0
      // What is freed in many small pieces stays with the process otherwise.
      Task { await WorkQueue.shared.run { _ = malloc_trim(0) } }
    }
  }
}
