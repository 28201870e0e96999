import Files
import Glibc
import Travels

/// The folder of the photos' files: `PIN/NAME.jpg`, `.incoming` for what is on its way, and
/// `.set-aside` for what nobody knows.
///
/// Names are random and never used twice, so that deleting one file never takes another. The folder
/// may be a link: then photos are read and added behind it, and nothing is deleted or moved there.
final class PhotoFiles: Sendable {
  /// The folder.
  let folder: String
  /// Where downloads are put, in the same file system as what they become.
  let incoming: String
  /// What the names of this run's downloads begin with.
  private let run = OwnNames.new()

  private static let incomingName = ".incoming"

  /// Makes the folder if it is not there.
  init(folder: String) throws(StoreError) {
    self.folder = folder
    incoming = "\(folder)/\(PhotoFiles.incomingName)"
    do { try makeFolder(incoming) } catch { throw StoreError(error, path: incoming) }
    // What is behind a link is not ours to close.
    if OpenFolder(folder) != nil { keepPrivate(incoming) }
    keepPrivate(folder)
  }

  /// Takes a folder that is only to be read, and may not be there.
  init(reading folder: String) {
    self.folder = folder
    incoming = "\(folder)/\(PhotoFiles.incomingName)"
  }

  /// A new file for a download; its folder is made where somebody has removed it, and where that
  /// fails, so does what is written there.
  func newIncoming() -> IncomingFile {
    try? makeFolder(incoming)
    return IncomingFile(path: "\(incoming)/\(run)-\(OwnNames.new())")
  }

  /// Deletes what downloads of earlier runs have left.
  func discardLeftovers() {
    guard let root = OpenFolder(folder),
      let folder = OpenFolder(PhotoFiles.incomingName, in: root)
    else { return }
    for name in folder.names where OwnNames.isIncoming(name) && !name.hasPrefix(run) {
      _ = folder.delete(name)
    }
  }

  /// Moves a file that has come to its place and returns its path there.
  func take(
    _ file: SettledFile, for pin: Pin.ID, _ fileExtension: String
  ) throws(StoreError) -> String {
    let place = String(pin.number)
    let name = "\(OwnNames.new()).\(fileExtension)"
    try writing { () throws(DiskFailure) in
      if access("\(folder)/\(place)", F_OK) != 0 {
        try makeFolder("\(folder)/\(place)")
        try settle(folder)
      }
      guard let target = OpenFolder("\(folder)/\(place)") else { throw .last }
      try target.take(file, as: name)
    }
    return "\(place)/\(name)"
  }

  /// Brings to the disk that the files taken for a pin are where they are.
  func settle(_ pin: Pin.ID) throws(StoreError) {
    try writing { () throws(DiskFailure) in try settle("\(folder)/\(pin.number)") }
  }

  private func settle(_ folder: String) throws(DiskFailure) {
    guard let folder = OpenFolder(folder, followingLink: true) else { throw .last }
    try folder.settle()
  }

  private func writing(_ work: () throws(DiskFailure) -> Void) throws(StoreError) {
    do { try work() } catch { throw StoreError(error, path: folder) }
  }

  /// Deletes a photo's file and tells whether nothing of it is left to delete.
  @discardableResult
  func delete(_ path: String) -> Bool {
    // A library from elsewhere may say anything; what it says is taken for files of ours alone.
    guard let (place, name) = OwnNames.parts(of: path) else { return true }
    guard let root = OpenFolder(folder) else { return errno == ENOENT }
    guard let folder = OpenFolder(place, in: root) else { return true }
    guard folder.delete(name) else { return false }
    root.deleteEmptyFolder(place)  // goes when it was the last
    return true
  }

  /// Tells whether a path stays below the folder it is relative to.
  static func isInside(_ path: String) -> Bool {
    !path.isEmpty && !path.hasPrefix("/")
      && !path.split(separator: "/").contains { $0 == ".." || $0 == "." }
  }
}
