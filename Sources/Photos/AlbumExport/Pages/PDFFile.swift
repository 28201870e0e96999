import CCairo
import Files
import GLibBridge
import Glibc

/// A PDF file that gets its name when it is completely on the disk.
struct PDFFile {
  let cairo: OpaquePointer
  private let surface: OpaquePointer
  private let stream: CairoStream

  /// Writes a file, replacing an existing one; `paint` paints its pages.
  static func write(
    to path: String, titled title: String, width: Double, height: Double,
    _ paint: (PDFFile) throws(ExportFailure) -> Void
  ) throws(ExportFailure) {
    try replaceFile(path) { file throws(ExportFailure) in
      let stream = CairoStream(into: file)
      let surface = cairo_pdf_surface_create_for_stream(
        CairoStream.write, Unmanaged.passUnretained(stream).toOpaque(), width, height)!
      let cairo = cairo_create(surface)!
      defer {
        cairo_destroy(cairo)
        // Finishing writes the rest to the stream, which must still exist.
        cairo_surface_finish(surface)
        cairo_surface_destroy(surface)
        withExtendedLifetime(stream) {}
      }
      cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title)
      cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, tr("Virtual Tourist"))
      try paint(PDFFile(cairo: cairo, surface: surface, stream: stream))
      cairo_surface_finish(surface)
      if let failure = stream.failure { throw .disk(failure) }
      let isWhole =
        cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS
        && cairo_status(cairo) == CAIRO_STATUS_SUCCESS
      guard isWhole else { throw .disk(.unwritable) }
    }
  }

  func setSize(width: Double, height: Double) {
    cairo_pdf_surface_set_size(surface, width, height)
  }

  func endPage() throws(ExportFailure) {
    cairo_show_page(cairo)
    if let failure = stream.failure { throw .disk(failure) }
  }
}

/// Passes cairo's output to a file.
final class CairoStream {
  private(set) var failure: DiskFailure?
  private let file: IncomingFile

  init(into file: IncomingFile) { self.file = file }

  /// The callback for cairo, which gets a piece of the output, and the stream as the closure.
  static let write: cairo_write_func_t = { stream, bytes, count in
    Unmanaged<CairoStream>.fromOpaque(stream!).takeUnretainedValue().append(
      UnsafeRawBufferPointer(start: bytes, count: Int(count)))
  }

  static func writePNG(_ surface: OpaquePointer, into file: IncomingFile) throws(ExportFailure) {
    let stream = CairoStream(into: file)
    let status = cairo_surface_write_to_png_stream(
      surface, write, Unmanaged.passUnretained(stream).toOpaque())
    if let failure = stream.failure { throw .disk(failure) }
    guard status == CAIRO_STATUS_SUCCESS else { throw .disk(.unwritable) }
  }

  private func append(_ bytes: UnsafeRawBufferPointer) -> cairo_status_t {
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
