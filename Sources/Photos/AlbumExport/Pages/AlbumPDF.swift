package enum AlbumPDF {
  /// Writes an album into a file, replacing an existing one.
  ///
  /// Blocks on the disk, so call it on a `WorkQueue`.
  package static func write(
    _ album: ExportedAlbum, map: ExportMap?, to path: String, paper: Paper,
    progress: ExportProgress
  ) throws(ExportFailure) -> ExportOutcome {
    let measured = try MeasuredAlbum(album, progress: progress)
    let pages = try AlbumPages(of: measured, map: map, paper: paper, progress: progress)
    var count = pages.photoCount
    try PDFFile.write(
      to: path, titled: album.title, width: paper.width, height: paper.height
    ) { file throws(ExportFailure) in
      for page in 0..<pages.count {
        try progress.check()
        let pictures = pages.pictures(onPage: page)
        pages.paint(page, pictures, on: file.cairo)
        // Files can become unreadable after they were measured.
        count -= pictures.count { $0 == nil }
        try file.endPage()
        for _ in pictures { progress.advance() }
      }
      try progress.check()
    }
    return ExportOutcome(path: path, photos: count, missing: album.missing(besides: count))
  }
}
