import Files
import Glibc

/// Moves a library out of the way, with all that belongs to it, or leaves all of it where it is.
///
/// The parts are gathered in a folder that is called unfinished until it has all of them: one
/// rename settles it. What a sudden end left unfinished goes back at the next start, so that a log
/// is never parted from its database, nor photos from the library that knows them.
///
/// A photo folder that is a file system of its own cannot be moved: what is ours in it is gathered
/// there, in a folder of the same name.
struct SettingAside: Sendable {
  /// The library's folder.
  let folder: String
  /// Gives something another path; a test may fail here.
  var move: @Sendable (String, String) -> Bool = { rename($0, $1) == 0 }
  /// Seconds since 1970.
  var now: Int = time(nil)

  /// What belongs together; SQLite looks for the log of a file under that file's whole name.
  private static let parts =
    [photos] + ["-shm", "-wal", "-journal", ""].map { TravelStore.fileName + $0 }
  private static let photos = "photos"
  private static let mark = "set-aside-"
  private static let unfinished = ".unfinished"

  /// Moves the library to a folder beside it, whose name tells when.
  func run() throws(StoreError) {
    let parts = SettingAside.parts.filter { isThere("\(folder)/\($0)") }
    guard !parts.isEmpty else { return }
    let lock = try LibraryLock(moving: folder)
    defer { withExtendedLifetime(lock) {} }
    let place = try makePlace()
    let draft = place + SettingAside.unfinished
    for part in parts where !gather(part, into: draft) {
      undo(draft)
      throw .unwritable(path: folder)
    }
    // All that was moved is on the disk before the name says so.
    settle(draft)
    settle(folder)
    guard move(draft, place) else {
      undo(draft)
      throw .unwritable(path: folder)
    }
    settle(folder)
  }

  /// Moves back what was not moved completely, before anybody looks for a library.
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
    let place = photoPlace(of: settled(draft))
    guard mkdir(place, 0o700) == 0, movePhotos(from: path, to: place) else { return false }
    settle(place)
    settle(path)
    return true
  }

  /// Where the photos are gathered that cannot be moved to a place.
  private func photoPlace(of place: String) -> String {
    "\(folder)/\(SettingAside.photos)\(place.dropFirst(folder.count))"
  }

  private func movePhotos(from folder: String, to other: String) -> Bool {
    PhotoFiles.ownFolders(in: folder).allSatisfy { move("\(folder)/\($0)", "\(other)/\($0)") }
  }

  /// Moves back what is in an unfinished folder.
  @discardableResult
  private func undo(_ draft: String) -> Bool {
    let parts = SettingAside.parts.filter { isThere("\(draft)/\($0)") }
    // Where there is another library by now, this one stays together.
    if parts.contains(where: { isThere("\(folder)/\($0)") }) {
      return move(draft, settled(draft))
    }
    let place = photoPlace(of: settled(draft))
    guard movePhotos(from: place, to: "\(folder)/\(SettingAside.photos)") else { return false }
    rmdir(place)
    for part in parts where !move("\(draft)/\(part)", "\(folder)/\(part)") { return false }
    // What else somebody has put there stays.
    return rmdir(draft) == 0 || move(draft, settled(draft))
  }

  /// What an unfinished folder is called when it has all.
  private func settled(_ draft: String) -> String {
    String(draft.dropLast(SettingAside.unfinished.count))
  }

  /// Makes an unfinished folder and returns what it is to be called.
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

  private func settle(_ path: String) {
    try? OpenFolder(path, followingLink: true)?.settle()
  }
}

/// Tells whether there is anything at a path, be it a link that leads nowhere.
private func isThere(_ path: String) -> Bool {
  var status = stat()
  return lstat(path, &status) == 0
}
