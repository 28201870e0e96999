import AlbumExport
import CGLib
import Files
import GLibBridge
import Glibc
import Imaging
package import TravelModel
import Widgets

/// A photo for other programs, which never get the library's own files: they could change them.
package struct LentPhoto: Sendable {
  package let photo: Photo
  /// Its own file.
  let path: String

  package init(_ photo: Photo, path: String) { (self.photo, self.path) = (photo, path) }

  /// The name of a file, made of the photo's title.
  package var fileName: String {
    let end = path.split(separator: "/").last?.split(separator: ".").last ?? "jpg"
    return "\(FileName.made(from: Words.title(of: photo)) ?? tr("Photo")).\(end)"
  }

  /// Makes a copy that says whose it is, and where it was taken; returns its path, nil where that
  /// fails.
  package func copy() async -> String? {
    let name = fileName
    // The name of earlier versions, so that their copies are discarded too.
    let copies = "\(String(cString: g_get_user_cache_dir()))/virtual-tourist/lent"
    // Each copy has a folder of its own, because titles repeat and older copies may be in use.
    let folder = "\(copies)/\(String(UInt64.random(in: .min ... .max), radix: 16))"
    return await WorkQueue.shared.run { [path, details = photo.details] in
      LentPhoto.discardOld(in: copies)
      guard (try? makeFolder(folder)) != nil else { return nil }
      let copy = "\(folder)/\(name)"
      guard (try? copyFile(path, to: copy)) == true else { return nil }
      _ = writeCredit(of: details, place: details.coordinate, into: copy)
      // Read-only, so that changes are not saved to the cache, where they would be lost.
      chmod(copy, 0o400)
      return copy
    }
  }

  /// The age at which a copy counts as unused, in seconds.
  private nonisolated static let longestUse = 24 * 3600

  private nonisolated static func discardOld(in copies: String) {
    for folder in names(in: copies).map({ "\(copies)/\($0)" }) {
      var status = stat()
      guard lstat(folder, &status) == 0, status.st_mtim.tv_sec < time(nil) - longestUse else {
        continue
      }
      for name in names(in: folder) { unlink("\(folder)/\(name)") }
      rmdir(folder)
    }
  }

  private nonisolated static func names(in folder: String) -> [String] {
    OpenFolder(folder, followingLink: true)?.names ?? []
  }
}
