import Files
import Glibc

/// Moves a library with all its files out of the way, or leaves all of it in place.
///
/// The files are gathered in a folder whose name ends in `.unfinished` until a single rename makes
/// it final. The next start moves an unfinished folder's files back, so that a log is never
/// separated from its database, nor photos from their library.
///
/// A photo folder that is a mount point cannot be moved: its contents are gathered inside it, in a
/// folder of the same name.
struct SettingAside: Sendable {
  let folder: String
  /// Renames a file; tests replace it by a function that fails.
  var move: @Sendable (String, String) -> Bool = { rename($0, $1) == 0 }
  /// The Unix time.
  var now: Int = time(nil)

  /// The files to move, the database last, because SQLite finds the log by the database's full
  /// name.
  private static let parts =
    [photos] + ["-shm", "-wal", "-journal", ""].map { TravelStore.fileName + $0 }
  private static let photos = "photos"
  private static let mark = "set-aside-"
  private static let unfinished = ".unfinished"

  /// Moves the library to a folder beside it, whose name contains the date.
  func run() throws(StoreError) {
    let lock = try LibraryLock(moving: folder)
    defer { withExtendedLifetime(lock) {} }
    _ = try run(holding: lock)
  }

  /// Moves the library like `run()`, and returns its new path; nil if there was none.
  func run(holding _: LibraryLock) throws(StoreError) -> String? {
    let parts = SettingAside.parts.filter { isThere("\(folder)/\($0)") }
    guard !parts.isEmpty else { return nil }
    let place = try makePlace()
    let draft = place + SettingAside.unfinished
    for part in parts where !gather(part, into: draft) {
      undo(draft)
      throw .unwritable(path: folder)
    }
    do throws(DiskFailure) {
      // Everything is synced before the final name says that it is complete.
      try syncFolder(draft)
      try syncFolder(folder)
      guard move(draft, place) else { throw .last }
      try syncFolder(folder)
    } catch {
      // It may have its final name already.
      _ = isThere(draft) || move(place, draft)
      undo(draft)
      throw StoreError(error, path: folder)
    }
    return place
  }

  /// Moves the files of unfinished folders back, before the library is opened.
  func undoUnfinished() throws(StoreError) {
    let names = OpenFolder(folder, followingLink: true)?.names ?? []
    let drafts = names.filter {
      $0.hasPrefix(SettingAside.mark) && $0.hasSuffix(SettingAside.unfinished)
    }
    guard !drafts.isEmpty else { return }
    let lock = try LibraryLock(moving: folder)
    defer { withExtendedLifetime(lock) {} }
    for draft in drafts where !undo("\(folder)/\(draft)") { throw .unwritable(path: folder) }
  }

  private func gather(_ part: String, into draft: String) -> Bool {
    let path = "\(folder)/\(part)"
    if move(path, "\(draft)/\(part)") { return true }
    guard errno == EBUSY, part == SettingAside.photos else { return false }
    let place = photoPlace(of: finalName(of: draft))
    guard mkdir(place, 0o700) == 0, movePhotos(from: path, to: place) else { return false }
    return (try? syncFolder(place)) != nil && (try? syncFolder(path)) != nil
  }

  /// The folder in which the contents of an unmovable photo folder are gathered.
  private func photoPlace(of place: String) -> String {
    "\(folder)/\(SettingAside.photos)\(place.dropFirst(folder.count))"
  }

  private func movePhotos(from folder: String, to other: String) -> Bool {
    PhotoFiles.ownFolders(in: folder).allSatisfy { move("\(folder)/\($0)", "\(other)/\($0)") }
  }

  /// Moves the files of an unfinished folder back.
  @discardableResult
  private func undo(_ draft: String) -> Bool {
    let parts = SettingAside.parts.filter { isThere("\(draft)/\($0)") }
    // There is a new library already: the old one stays aside.
    if parts.contains(where: { isThere("\(folder)/\($0)") }) {
      return move(draft, finalName(of: draft))
    }
    let place = photoPlace(of: finalName(of: draft))
    guard movePhotos(from: place, to: "\(folder)/\(SettingAside.photos)") else { return false }
    rmdir(place)
    for part in parts where !move("\(draft)/\(part)", "\(folder)/\(part)") { return false }
    // The folder stays where it contains files of others.
    return rmdir(draft) == 0 || move(draft, finalName(of: draft))
  }

  private func finalName(of draft: String) -> String {
    String(draft.dropLast(SettingAside.unfinished.count))
  }

  /// Makes an unfinished folder, and returns its final name.
  private func makePlace() throws(StoreError) -> String {
    let base = "\(folder)/\(SettingAside.mark)\(date)"
    var place = base
    var number = 1
    while true {
      if !isThere(place), !isThere(photoPlace(of: place)) {
        if mkdir(place + SettingAside.unfinished, 0o700) == 0 { return place }
        guard errno == EEXIST else { throw StoreError(.last, path: folder) }
      }
      number += 1
      place = "\(base)-\(number)"
    }
  }

  private var date: String {
    var seconds = now
    var parts = tm()
    localtime_r(&seconds, &parts)
    var text = [CChar](repeating: 0, count: 32)
    let count = strftime(&text, text.count, "%Y-%m-%d", &parts)
    return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// Whether anything is at a path, even a dangling symbolic link.
func isThere(_ path: String) -> Bool {
  var status = stat()
  return lstat(path, &status) == 0
}
