import Files
import Glibc
import Synchronization

/// A folder beside the library for a copy of it on its way out or in.
///
/// It consists of what a library's folder does, and nothing else in it is ever deleted. What a crash
/// leaves of one is deleted at the next start.
final class WorkFolder: Sendable {
  let path: String

  static let photos = "photos"
  /// The settings that go with a library.
  static let settings = "settings.ini"
  private static let mark = ".under-way-"
  /// The folders that this process works with.
  private static let live = Mutex<Set<String>>([])

  /// Makes a folder with a name of its own in a library's folder.
  init(in folder: String) throws(StoreError) {
    do { try makeFolder(folder) } catch { throw StoreError(error, path: folder) }
    path = "\(folder)/\(WorkFolder.mark)\(RandomName.new())"
    WorkFolder.live.withLock { _ = $0.insert(path) }
    guard mkdir(path, 0o700) == 0, mkdir("\(path)/\(WorkFolder.photos)", 0o700) == 0 else {
      let failure = DiskFailure.last
      discard()
      throw StoreError(failure, path: folder)
    }
  }

  /// Runs work in a new one in the first of some places where it can be done.
  ///
  /// The work discards the folder when nobody needs it any more, or fails.
  static func inFirst<Value>(
    of places: [String], _ work: (WorkFolder) throws(StoreError) -> Value
  ) throws(StoreError) -> Value {
    var reason: StoreError?
    for place in places {
      do throws(StoreError) {
        let folder = try WorkFolder(in: place)
        do throws(StoreError) { return try work(folder) } catch {
          folder.discard()
          throw error
        }
      } catch {
        guard error.isStorageFailure else { throw error }
        // The first place is the one to speak of.
        reason = reason ?? error
      }
    }
    throw reason ?? .unwritable(path: places.first ?? "")
  }

  var library: String { "\(path)/\(TravelStore.fileName)" }

  /// Deletes what is in it, and itself; harmless where it has another name by now.
  func discard() {
    WorkFolder.delete(path)
    WorkFolder.live.withLock { _ = $0.remove(path) }
  }

  /// Deletes what earlier runs have left in a library's folder.
  static func discardLeftovers(in folder: String) {
    let names = OpenFolder(folder, followingLink: true)?.names ?? []
    for name in names where RandomName.isOne(name, behind: mark) {
      let path = "\(folder)/\(name)"
      if !live.withLock({ $0.contains(path) }) { delete(path) }
    }
  }

  /// Deletes a folder with what a library consists of.
  static func delete(_ path: String) {
    guard let folder = OpenFolder(path) else { return }
    for name in ["", "-wal", "-shm", "-journal"].map({ TravelStore.fileName + $0 }) + [settings] {
      _ = folder.delete(name)
    }
    if let photos = OpenFolder(photos, in: folder) {
      for place in photos.names where OwnNames.isFolder(place) {
        guard let pin = OpenFolder(place, in: photos) else { continue }
        for name in pin.names where OwnNames.isPhoto(name) { _ = pin.delete(name) }
        photos.deleteEmptyFolder(place)
      }
    }
    folder.deleteEmptyFolder(WorkFolder.photos)
    rmdir(path)
  }
}
