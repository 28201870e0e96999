import Files
import Glibc

/// Files of our own that no row names, kept as `.set-aside/PIN/NAME.jpg` below the photo folder, so
/// that they can be renamed there and back.
extension PhotoFiles {
  private static let setAsideName = ".set-aside"

  /// The names of the pins' folders.
  var places: [String] { OpenFolder(folder)?.names.filter { OwnNames.isFolder($0) } ?? [] }

  /// The paths of the photos in a pin's folder, which is deleted if it is empty.
  func photos(in place: String) -> [String] {
    guard let root = OpenFolder(folder) else { return [] }
    return photos(in: place, of: root)
  }

  /// The original paths of the files that were set aside.
  var photosSetAside: [String] {
    guard let root = OpenFolder(folder),
      let setAside = OpenFolder(PhotoFiles.setAsideName, in: root)
    else { return [] }
    return setAside.names.filter { OwnNames.isFolder($0) }.flatMap { photos(in: $0, of: setAside) }
  }

  func setAside(_ path: String) {
    guard let (place, name) = OwnNames.parts(of: path), let root = OpenFolder(folder),
      let source = OpenFolder(place, in: root),
      let target = root.makeFolder(PhotoFiles.setAsideName)?.makeFolder(place)
    else { return }
    if source.move(name, to: target) { root.deleteEmptyFolder(place) }
  }

  /// Moves a file that was set aside back, unless its place is taken.
  func restore(_ path: String) {
    guard let (place, name) = OwnNames.parts(of: path), let root = OpenFolder(folder),
      let setAside = OpenFolder(PhotoFiles.setAsideName, in: root),
      let source = OpenFolder(place, in: setAside), let target = root.makeFolder(place)
    else { return }
    if source.move(name, to: target) { setAside.deleteEmptyFolder(place) }
  }

  func deleteSetAside(_ path: String) {
    guard let (place, name) = OwnNames.parts(of: path), let root = OpenFolder(folder),
      let setAside = OpenFolder(PhotoFiles.setAsideName, in: root),
      let folder = OpenFolder(place, in: setAside)
    else { return }
    if folder.delete(name) { setAside.deleteEmptyFolder(place) }
  }

  /// The names of the folders of our own in a photo folder.
  static func ownFolders(in folder: String) -> [String] {
    let names = OpenFolder(folder, followingLink: true)?.names ?? []
    return names.filter { OwnNames.isFolder($0) || $0 == setAsideName }
  }

  /// Whether a photo folder, or what it links to, contains files of our own.
  static func holdsPhotos(_ folder: String) -> Bool {
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

  private func photos(in place: String, of parent: OpenFolder) -> [String] {
    guard let folder = OpenFolder(place, in: parent) else { return [] }
    let names = folder.names
    if names.isEmpty { parent.deleteEmptyFolder(place) }
    folder.keepPrivate()
    return names.filter { OwnNames.isPhoto($0) && folder.keepPrivate($0) }.map { "\(place)/\($0)" }
  }
}
