import AlbumExport
import CAdwaita
import CGLib
import Files
import GLibBridge
import Widgets

/// Prints albums by the desktop's dialog.
final class AlbumPrinter {
  /// What was chosen last, such as the printer.
  private var settings: Ref<OpaquePointer>?

  /// Shows the dialog over a widget's window, and prints what the user agrees to.
  func print(_ album: ExportedAlbum, map: ExportMap?, over widget: Widget) async {
    let measured = await WorkQueue.shared.run {
      Result { () throws(ExportFailure) in try MeasuredAlbum(album) }
    }
    guard let window = widget.window else { return }
    switch measured {
    case .success(let measured): run(measured, map, over: window)
    case .failure: widget.activate(.showMessage, Words.notPrinted)
    }
  }

  private func run(
    _ album: MeasuredAlbum, _ map: ExportMap?, over window: UnsafeMutablePointer<GtkWindow>
  ) {
    let operation = gtk_print_operation_new()!
    gtk_print_operation_set_job_name(operation, album.title)
    gtk_print_operation_set_unit(operation, GTK_UNIT_POINTS)
    gtk_print_operation_set_embed_page_setup(operation, 1)
    // It must not run a main loop of its own.
    gtk_print_operation_set_allow_async(operation, 1)
    if let settings { gtk_print_operation_set_print_settings(operation, settings.pointer) }
    let job = Job(album, map)
    let pointer: OpaquePointer = operation.cast()
    pointer.on("begin-print") { (context: OpaquePointer) in
      let paper = Paper(
        width: gtk_print_context_get_width(context), height: gtk_print_context_get_height(context),
        margin: 0)
      job.layOut(on: paper)
      gtk_print_operation_set_n_pages(operation, Int32(job.pages?.count ?? 1))
    }
    pointer.on("draw-page") { (context: OpaquePointer, page: Int32) in
      gtk_print_operation_set_defer_drawing(operation)
      Task { await job.draw(Int(page), on: context, of: operation) }
    }
    let kept = WeakRef(window)
    pointer.on("done") { [weak self] (result: UInt32) in
      job.isDone = true
      switch GtkPrintOperationResult(rawValue: result) {
      case GTK_PRINT_OPERATION_RESULT_APPLY:
        self?.settings = gtk_print_operation_get_print_settings(operation).map {
          Ref(retaining: $0)
        }
      case GTK_PRINT_OPERATION_RESULT_ERROR:
        kept.object?.pointer.activate(.showMessage, Words.notPrinted)
      default: break
      }
    }
    gtk_print_operation_run(operation, GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG, window, nil)
    g_object_unref(operation)
  }

  /// One album on its way to a printer.
  private final class Job {
    private let album: MeasuredAlbum
    private let map: ExportMap?
    private(set) var pages: AlbumPages?
    var isDone = false

    init(_ album: MeasuredAlbum, _ map: ExportMap?) { (self.album, self.map) = (album, map) }

    func layOut(on paper: Paper) { pages = AlbumPages(of: album, map: map, paper: paper) }

    func draw(
      _ page: Int, on context: OpaquePointer, of operation: UnsafeMutablePointer<GtkPrintOperation>
    ) async {
      let (operation, context) = (Ref(retaining: operation), Ref(retaining: context))
      guard let pages else { return }
      let pictures = await WorkQueue.shared.run { pages.pictures(onPage: page) }
      // A cancelled operation has nothing to draw on any more.
      guard !isDone else { return }
      pages.paint(page, pictures, on: gtk_print_context_get_cairo_context(context.pointer))
      gtk_print_operation_draw_page_finish(operation.pointer)
    }
  }
}
