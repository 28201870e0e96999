import Files
import Glibc
import TravelModel

/// The folder of the photos' files: `PIN/NAME.jpg`, downloads in `.incoming`, and files without a
/// row in `.set-aside`.
///
/// Names are random and never reused, so that deleting a file never hits another. If the folder is
/// a symbolic link, photos are read and added behind it, but nothing there is deleted or moved.
final class PhotoFiles: Sendable {
  let folder: String
  /// The folder of downloads, on the same file system so that they can be renamed.
  let incoming: String
  /// The prefix of this run's downloads.
  private let run = RandomName.new()

  private static let incomingName = ".incoming"

  /// Opens the folder, and creates it if needed.
  init(folder: String) throws(StoreError) {
    self.folder = folder
    incoming = "\(folder)/\(PhotoFiles.incomingName)"
    do { try makeFolder(incoming) } catch { throw StoreError(error, path: incoming) }
    // Do not change permissions behind a link.
    if OpenFolder(folder) != nil { makePrivate(incoming) }
    makePrivate(folder)
  }

  /// Uses a folder for reading only; it may be missing.
  init(reading folder: String) {
    self.folder = folder
    incoming = "\(folder)/\(PhotoFiles.incomingName)"
  }

  /// A new file for a download; if its folder cannot be made, writing to it fails.
  func newIncoming() -> IncomingFile {
    try? makeFolder(incoming)
    return IncomingFile(path: "\(incoming)/\(run)-\(RandomName.new())")
  }

  /// Deletes the unfinished downloads of earlier runs.
  func discardLeftovers() {
    guard let root = OpenFolder(folder),
      let folder = OpenFolder(PhotoFiles.incomingName, in: root)
    else { return }
    for name in folder.names where OwnNames.isIncoming(name) && !name.hasPrefix(run) {
      _ = folder.delete(name)
    }
  }

  /// Moves a finished file into the folder of a pin, which is created if needed, and returns its
  /// path there; `sync` must follow.
  func moveIn(
    _ file: SyncedFile, for pin: Pin.ID, _ fileExtension: String
  ) throws(StoreError) -> String {
    let name = "\(RandomName.new()).\(fileExtension)"
    try onDisk(at: folder) { () throws(DiskFailure) in
      let place = "\(folder)/\(pin.number)"
      try makeFolder(place)
      guard let target = OpenFolder(place) else { throw .last }
      try target.moveIn(file, as: name)
    }
    return "\(pin.number)/\(name)"
  }

  func syncAll() throws(StoreError) {
    try onDisk(at: folder) { () throws(DiskFailure) in _ = try SyncedFolder(syncing: folder) }
  }

  /// Syncs the folder of a pin and its own entry, so that the files moved into it survive a power
  /// cut.
  func sync(_ pin: Pin.ID) throws(StoreError) {
    try onDisk(at: folder) { () throws(DiskFailure) in
      try syncFolder("\(folder)/\(pin.number)")
      try syncFolder(folder)
    }
  }

  /// Deletes a photo's file; returns true if there is none left.
  @discardableResult
  func delete(_ path: String) -> Bool { delete(path, in: OpenFolder(folder)) }

  private func delete(_ path: String, in parent: OpenFolder?) -> Bool {
    // An imported library may contain any path; only the program's own files are deleted.
    guard let (place, name) = OwnNames.parts(of: path) else { return true }
    guard let parent else { return errno == ENOENT }
    // Anything but a folder is not the program's.
    guard let folder = OpenFolder(place, in: parent) else {
      return [ENOENT, ENOTDIR, ELOOP].contains(errno)
    }
    guard folder.delete(name) else { return false }
    parent.deleteEmptyFolder(place)
    return true
  }

  /// The size of a photo's file in bytes; 0 if there is none.
  func size(of path: String) -> Int {
    var status = stat()
    let isThere = PhotoFiles.isInside(path) && lstat("\(folder)/\(path)", &status) == 0
    return isThere ? Int(status.st_size) : 0
  }

  /// Whether a relative path stays below its folder.
  static func isInside(_ path: String) -> Bool {
    !path.isEmpty && !path.hasPrefix("/")
      && !path.split(separator: "/").contains { $0 == ".." || $0 == "." }
  }
}

/// The program's files without a row, kept as `.set-aside/PIN/NAME.jpg` below the photo folder, so
/// that they can be moved there and back by renaming.
extension PhotoFiles {
  private static let setAsideName = ".set-aside"

  /// Where a file of a photo folder is while it is set aside.
  static func placeAside(of path: String, in folder: String) -> String {
    "\(folder)/\(setAsideName)/\(path)"
  }

  /// The names of the pins' folders.
  var places: [String] { OpenFolder(folder)?.names.filter { OwnNames.isFolder($0) } ?? [] }

  /// Returns the paths of the photos in a pin's folder, and deletes the folder if it is empty.
  func photos(in place: String) -> [String] {
    OpenFolder(folder).map { photos(in: place, of: $0) } ?? []
  }

  /// The original paths of the files that are set aside.
  var photosSetAside: [String] {
    guard let aside else { return [] }
    return aside.names.filter { OwnNames.isFolder($0) }.flatMap { photos(in: $0, of: aside) }
  }

  func setAside(_ path: String) {
    guard let root = OpenFolder(folder), let aside = root.makeFolder(PhotoFiles.setAsideName) else {
      return
    }
    move(path, from: root, to: aside)
  }

  /// Moves a file that was set aside back, unless its path is taken.
  func restore(_ path: String) {
    if let root = OpenFolder(folder), let aside { move(path, from: aside, to: root) }
  }

  func deleteSetAside(_ path: String) { _ = delete(path, in: aside) }

  /// The names of the program's folders in a photo folder.
  static func ownFolders(in folder: String) -> [String] {
    let names = OpenFolder(folder, followingLink: true)?.names ?? []
    return names.filter { OwnNames.isFolder($0) || $0 == setAsideName }
  }

  /// Whether a photo folder, or what it links to, contains files of the program.
  static func containsPhotos(_ folder: String) -> Bool {
    guard let root = OpenFolder(folder, followingLink: true) else { return false }
    let setAside = OpenFolder(setAsideName, in: root)
    for parent in [root, setAside].compactMap(\.self) {
      for place in parent.names where OwnNames.isFolder(place) {
        let folder = OpenFolder(place, in: parent)
        if let folder, folder.names.contains(where: { OwnNames.isPhoto($0) }) { return true }
      }
    }
    return false
  }

  /// The folder of files set aside; nil if there is none.
  private var aside: OpenFolder? {
    OpenFolder(folder).flatMap { OpenFolder(PhotoFiles.setAsideName, in: $0) }
  }

  private func move(_ path: String, from one: OpenFolder, to other: OpenFolder) {
    guard let (place, name) = OwnNames.parts(of: path), let source = OpenFolder(place, in: one),
      let target = other.makeFolder(place)
    else { return }
    if source.move(name, to: target) { one.deleteEmptyFolder(place) }
  }

  private func photos(in place: String, of parent: OpenFolder) -> [String] {
    guard let folder = OpenFolder(place, in: parent) else { return [] }
    let names = folder.names
    if names.isEmpty { parent.deleteEmptyFolder(place) }
    folder.makePrivate()
    return names.filter { OwnNames.isPhoto($0) && folder.makePrivate($0) }.map { "\(place)/\($0)" }
  }
}
