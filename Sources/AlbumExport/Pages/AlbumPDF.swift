import CCairo
import Files
import GLibBridge
import Glibc

/// Exports albums as PDF files.
package enum AlbumPDF {
  /// Writes an album into a file, in the place of one that is there.
  ///
  /// It blocks, so it is called on a `WorkQueue`.
  package static func write(
    _ album: ExportedAlbum, map: ExportMap?, to path: String, paper: Paper,
    progress: ExportProgress
  ) throws(ExportFailure) -> ExportOutcome {
    let pages = AlbumPages(of: try MeasuredAlbum(album), map: map, paper: paper)
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    let file = IncomingFile(path: "\(folder)/\(hiddenName())", isOrdinary: true)
    do {
      try write(pages, titled: album.title, on: paper, into: file, progress)
      try onDisk { () throws(DiskFailure) in
        let synced = try file.sync()
        guard rename(synced.path, path) == 0 else { throw .last }
        try? OpenFolder(folder, followingLink: true)?.sync()
      }
    } catch {
      file.discard()
      throw error
    }
    return ExportOutcome(
      path: path, photos: pages.photoCount, missing: album.missing(besides: pages.photoCount))
  }

  private static func write(
    _ pages: AlbumPages, titled title: String, on paper: Paper, into file: IncomingFile,
    _ progress: ExportProgress
  ) throws(ExportFailure) {
    let stream = Stream(into: file)
    let surface = cairo_pdf_surface_create_for_stream(
      { stream, bytes, count in
        Unmanaged<Stream>.fromOpaque(stream!).takeUnretainedValue().take(
          UnsafeRawBufferPointer(start: bytes, count: Int(count)))
      }, Unmanaged.passUnretained(stream).toOpaque(), paper.width, paper.height)!
    let cairo = cairo_create(surface)!
    defer {
      cairo_destroy(cairo)
      // What is still unwritten goes to the stream, which must be there.
      cairo_surface_finish(surface)
      cairo_surface_destroy(surface)
      withExtendedLifetime(stream) {}
    }
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title)
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, tr("Virtual Tourist"))
    for page in 0..<pages.count {
      try progress.check()
      let pictures = pages.pictures(onPage: page)
      pages.paint(page, pictures, on: cairo)
      cairo_show_page(cairo)
      if let failure = stream.failure { throw .disk(failure) }
      for _ in pictures { progress.advance() }
    }
    try progress.check()
    cairo_surface_finish(surface)
    if let failure = stream.failure { throw .disk(failure) }
    let isWhole =
      cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS
      && cairo_status(cairo) == CAIRO_STATUS_SUCCESS
    guard isWhole else { throw .disk(.unwritable) }
  }

  /// Where cairo writes to.
  private final class Stream {
    private(set) var failure: DiskFailure?
    private let file: IncomingFile

    init(into file: IncomingFile) { self.file = file }

    func take(_ bytes: UnsafeRawBufferPointer) -> cairo_status_t {
      guard failure == nil else { return CAIRO_STATUS_WRITE_ERROR }
      do {
        try file.append(bytes)
        return CAIRO_STATUS_SUCCESS
      } catch {
        failure = error
        return CAIRO_STATUS_WRITE_ERROR
      }
    }
  }
}
