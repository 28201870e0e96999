import Archives
import Files
import Glibc

/// Exports albums as zip files: the folder of pictures as one file.
package enum AlbumZip {
  /// Writes an album into a file, in the place of one that is there.
  ///
  /// It blocks, so it is called on a `WorkQueue`.
  package static func write(
    _ album: ExportedAlbum, to path: String, progress: ExportProgress
  ) throws(ExportFailure) -> ExportOutcome {
    let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    // A credit is written into a file, which is packed then and goes.
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
    let input = open(path, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { throw .last }
    defer { close(input) }
    var status = stat()
    guard fstat(input, &status) == 0 else { throw .last }
    try zip.begin(name, size: Int(status.st_size), time: time)
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
    defer { block.deallocate() }
    while true {
      let count = read(input, block.baseAddress, block.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .last }
      if count == 0 { return }
      try zip.write(UnsafeRawBufferPointer(rebasing: block[..<count]))
    }
  }
}
