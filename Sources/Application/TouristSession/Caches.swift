import Files

/// What is kept to be fast, and can be downloaded or made again.
public struct Caches: Sendable {
  private let folder: String

  /// Tiles of the map, thumbnails, photos in full size, and small ones of those found on the map.
  private static let names = ["tiles", "thumbnails", "large", "found"]

  public init(in folder: String) { self.folder = folder }

  /// How many bytes there are to clear.
  public func size() async -> Int {
    await WorkQueue.shared.run { [folder] in
      var bytes = 0
      Caches.visitFiles(in: folder) { _, size, _ in bytes += min(size, .max - bytes) }
      return bytes
    }
  }

  public func clear() async {
    await WorkQueue.shared.run { [folder] in
      Caches.visitFiles(in: folder) { name, _, parent in _ = parent.delete(name) }
    }
  }

  /// Visits what can be deleted while it is in use: not unfinished files, libshumate's open list of
  /// tiles, or the notes that a tile server wants to be left alone.
  private static func visitFiles(in folder: String, _ visit: (String, Int, OpenFolder) -> Void) {
    for name in names {
      OpenFolder("\(folder)/\(name)")?.visitFiles { name, size, parent in
        guard !name.hasPrefix("."), !name.hasPrefix("cache.db"), !name.hasSuffix(".refused") else {
          return
        }
        visit(name, size, parent)
      }
    }
  }
}
