import Archives
import Files
import Glibc

/// Exports albums as zip files of the folder of pictures.
package enum AlbumZip {
  /// Writes an album into a file, replacing an existing one.
  ///
  /// Blocks on the disk, so call it on a `WorkQueue`.
  package static func write(
    _ album: ExportedAlbum, to path: String, progress: ExportProgress
  ) throws(ExportFailure) -> ExportOutcome {
    let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    // A credit is written into a temporary file, which is then packed and deleted.
    let folder = try onDisk { () throws(DiskFailure) in try NewFolder(in: parent) }
    defer { folder.discard() }
    let now = Int64(time(nil))
    var count = 0
    try replaceFile(path) { file throws(ExportFailure) in
      let zip = try onDisk { () throws(DiskFailure) in try ZipWriter(file) }
      let writer = PictureWriter(album: album, folder: folder.path, progress: progress)
      let pictures = try writer.write { picture throws(DiskFailure) in
        let written = "\(folder.path)/\(picture.name)"
        try pack(written, as: "\(album.fileName)/\(picture.name)", time: now, into: zip)
        unlink(written)
      }
      let credits = Array(Credits.file(of: album, pictures).utf8)
      try onDisk { () throws(DiskFailure) in
        try zip.begin(
          "\(album.fileName)/\(PictureFolder.creditsName)", size: credits.count, time: now)
        try zip.write(credits)
        try zip.finish()
      }
      count = pictures.count
    }
    return ExportOutcome(path: path, photos: count, missing: album.missing(besides: count))
  }

  private static func pack(
    _ path: String, as name: String, time: Int64, into zip: ZipWriter
  ) throws(DiskFailure) {
    guard let input = try? OpenFile(path) else { throw .last }
    try zip.begin(name, size: input.size, time: time)
    let isWhole = try input.forEachPiece { piece throws(DiskFailure) in try zip.write(piece) }
    guard isWhole else { throw .last }
  }
}
