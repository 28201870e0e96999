import Files
import Glibc
import TravelModel

/// The folder of the photos' files: `PIN/NAME.jpg`, downloads in `.incoming`, and files that no row
/// knows in `.set-aside`.
///
/// Names are random and never reused, so that deleting one file never hits another. If the folder
/// is a symbolic link, photos are read and added behind it, but nothing there is deleted or moved.
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
    // Permissions behind a link are not ours to change.
    if OpenFolder(folder) != nil { keepPrivate(incoming) }
    keepPrivate(folder)
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

  /// Deletes what the downloads of earlier runs have left.
  func discardLeftovers() {
    guard let root = OpenFolder(folder),
      let folder = OpenFolder(PhotoFiles.incomingName, in: root)
    else { return }
    for name in folder.names where OwnNames.isIncoming(name) && !name.hasPrefix(run) {
      _ = folder.delete(name)
    }
  }

  /// Moves a finished file to the folder of a pin, which may be new, and returns its path there; a
  /// sync must follow.
  func take(
    _ file: SyncedFile, for pin: Pin.ID, _ fileExtension: String
  ) throws(StoreError) -> String {
    let name = "\(RandomName.new()).\(fileExtension)"
    try writing { () throws(DiskFailure) in
      let place = "\(folder)/\(pin.number)"
      try makeFolder(place)
      guard let target = OpenFolder(place) else { throw .last }
      try target.take(file, as: name)
    }
    return "\(pin.number)/\(name)"
  }

  /// Syncs all that was moved into the folder.
  func syncAll() throws(StoreError) {
    try writing { () throws(DiskFailure) in _ = try SyncedFolder(syncing: folder) }
  }

  /// Syncs the folder of a pin, and that it is there, so that the files taken for it survive a power cut.
  func sync(_ pin: Pin.ID) throws(StoreError) {
    try writing { () throws(DiskFailure) in
      try syncFolder("\(folder)/\(pin.number)")
      try syncFolder(folder)
    }
  }

  private func writing(_ work: () throws(DiskFailure) -> Void) throws(StoreError) {
    do { try work() } catch { throw StoreError(error, path: folder) }
  }

  /// Deletes a photo's file; returns true where none is left.
  @discardableResult
  func delete(_ path: String) -> Bool {
    // A library from elsewhere may contain any path; only our own files are deleted.
    guard let (place, name) = OwnNames.parts(of: path) else { return true }
    guard let root = OpenFolder(folder) else { return errno == ENOENT }
    // What is no folder is not ours.
    guard let folder = OpenFolder(place, in: root) else {
      return [ENOENT, ENOTDIR, ELOOP].contains(errno)
    }
    guard folder.delete(name) else { return false }
    root.deleteEmptyFolder(place)
    return true
  }

  /// Whether a relative path stays below its folder.
  static func isInside(_ path: String) -> Bool {
    !path.isEmpty && !path.hasPrefix("/")
      && !path.split(separator: "/").contains { $0 == ".." || $0 == "." }
  }
}
