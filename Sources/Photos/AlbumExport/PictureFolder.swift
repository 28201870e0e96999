import Files
import TravelModel

package enum PictureFolder {
  /// Writes the pictures of an album and their credits into a new folder in another one.
  ///
  /// Blocks on the disk, so call it on a `WorkQueue`.
  package static func write(
    _ album: ExportedAlbum, into parent: String, progress: ExportProgress
  ) throws(ExportFailure) -> ExportOutcome {
    try writeFolder(of: album, in: parent) { folder throws(ExportFailure) in
      let pictures = try PictureWriter(album: album, folder: folder.path, progress: progress)
        .write()
      try onDisk { () throws(DiskFailure) in
        try writeFile(
          Array(Credits.file(of: album, pictures).utf8), to: "\(folder.path)/\(creditsName)")
      }
      return pictures.count
    }
  }

  static let creditsName = "CREDITS.txt"
}

/// Makes a folder named after an album; `fill` fills it, and returns the number of photos.
func writeFolder(
  of album: ExportedAlbum, in parent: String,
  _ fill: (NewFolder) throws(ExportFailure) -> Int
) throws(ExportFailure) -> ExportOutcome {
  let folder = try onDisk { () throws(DiskFailure) in try NewFolder(in: parent) }
  do {
    let count = try fill(folder)
    let path = try onDisk { () throws(DiskFailure) in try folder.finish(as: album.fileName) }
    return ExportOutcome(path: path, photos: count, missing: album.missing(besides: count))
  } catch {
    folder.discard()
    throw error
  }
}
