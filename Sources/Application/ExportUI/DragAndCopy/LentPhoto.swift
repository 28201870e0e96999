package import AlbumExport
import CGLib
import Files
import GLibBridge
import Glibc
import Imaging
package import TravelModel

/// A copy of a photo for other programs, which could change the library's own files.
package struct LentPhoto: Sendable {
  /// The photo with the library's file.
  package let photo: ExportedPhoto

  package init(_ photo: Photo, titled title: String, path: String) {
    self.photo = ExportedPhoto(title: title, details: photo.details, path: path)
  }

  /// A file name made from the photo's title.
  package var fileName: String {
    let end = photo.path.split(separator: "/").last?.split(separator: ".").last ?? "jpg"
    return "\(FileName.made(from: photo.title) ?? tr("Photo")).\(end)"
  }

  /// Makes a copy with the credit and place in its metadata, if its kind has room for them; nil if that
  /// fails.
  package func copy() async -> (path: String, isCredited: Bool)? {
    let name = fileName
    // The name of earlier versions, so that their copies are discarded too.
    let copies = "\(String(cString: g_get_user_cache_dir()))/virtual-tourist/lent"
    // Each copy has a folder of its own, because titles repeat and older copies may be in use.
    let folder = "\(copies)/\(String(UInt64.random(in: .min ... .max), radix: 16))"
    return await WorkQueue.shared.run { [photo] in
      LentPhoto.discardOld(in: copies)
      guard (try? makeFolder(folder)) != nil else { return nil }
      let copy = "\(folder)/\(name)"
      guard (try? copyFile(photo.path, to: copy)) == true else { return nil }
      let isCredited = writeCredit(of: photo.details, place: photo.details.coordinate, into: copy)
      // Read-only, so that changes are not saved to the cache, where they would be lost.
      chmod(copy, 0o400)
      return (copy, isCredited)
    }
  }

  /// Deletes a copy that is no longer used.
  package static func discard(_ copy: String) async {
    await WorkQueue.shared.run { delete(String(adopting: g_path_get_dirname(copy))) }
  }

  /// The age at which a copy is deleted, in seconds.
  private nonisolated static let longestUse = 24 * 3600

  private nonisolated static func discardOld(in copies: String) {
    for folder in names(in: copies).map({ "\(copies)/\($0)" }) {
      var status = stat()
      guard lstat(folder, &status) == 0, status.st_mtim.tv_sec < time(nil) - longestUse else {
        continue
      }
      delete(folder)
    }
  }

  private nonisolated static func delete(_ folder: String) {
    for name in names(in: folder) { unlink("\(folder)/\(name)") }
    rmdir(folder)
  }

  private nonisolated static func names(in folder: String) -> [String] {
    OpenFolder(folder, followingLink: true)?.names ?? []
  }
}
