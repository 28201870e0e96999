import Files
import Glibc
import Synchronization

/// A folder beside the library for a copy of it that is being exported or imported.
///
/// It has the files of a library's folder, and nothing else in it is ever deleted. After a crash it
/// is deleted at the next start.
final class WorkFolder: Sendable {
  let path: String

  static let photos = "photos"
  static let settings = "settings.ini"
  private static let mark = ".under-way-"
  /// The folders that this process is using.
  private static let live = Mutex<Set<String>>([])

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

  /// Does work in a new folder in the first of some places where it succeeds.
  ///
  /// The work discards the folder when it is no longer needed, or after a failure.
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
        // Failures are reported for the first place.
        reason = reason ?? error
      }
    }
    throw reason ?? .unwritable(path: places.first ?? "")
  }

  var library: String { "\(path)/\(TravelStore.fileName)" }

  /// Deletes the folder and its files; harmless if it was renamed.
  func discard() {
    WorkFolder.delete(path)
    WorkFolder.live.withLock { _ = $0.remove(path) }
  }

  /// Deletes the folders that earlier runs have left in a library's folder.
  static func discardLeftovers(in folder: String) {
    let names = OpenFolder(folder, followingLink: true)?.names ?? []
    for name in names where RandomName.isOne(name, behind: mark) {
      let path = "\(folder)/\(name)"
      if !live.withLock({ $0.contains(path) }) { delete(path) }
    }
  }

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
