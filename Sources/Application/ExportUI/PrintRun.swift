import AlbumExport
import CAdwaita
import CCairo  // For the compiler, `GValue` may be in it.
import CGLib
import GLibBridge
import TravelModel
import Widgets

struct PrintedPages {
  let count: Int
  /// Loads the content of a page, and returns a function that paints it.
  let load: (_ page: Int) async -> (_ cairo: OpaquePointer) -> Void
}

/// Prints through the desktop's dialog, and remembers choices such as the printer.
final class PrintRun {
  private var settings: Ref<OpaquePointer>?

  /// The pause when GTK asks for pages that are not laid out yet, in microseconds: it asks again at
  /// once, and no frame may be late.
  private static let askingPause: UInt = 4000

  /// Shows the print dialog, and prints if the user agrees.
  ///
  /// `title` appears in the printer's queue. The dialog proposes `paper`, if given. A failure is
  /// reported in a sentence. GTK shows the progress if it takes long, and lets the user cancel, which
  /// cancels the task of `layOut`; it returns nil then.
  func print(
    titled title: String, on paper: Ref<OpaquePointer>? = nil,
    over window: UnsafeMutablePointer<GtkWindow>, whereItFails sentence: String,
    layOut: @escaping (Paper) async -> PrintedPages?
  ) {
    let operation = gtk_print_operation_new()!
    gtk_print_operation_set_job_name(operation, title)
    gtk_print_operation_set_unit(operation, GTK_UNIT_POINTS)
    gtk_print_operation_set_embed_page_setup(operation, 1)
    // Asynchronous, so that GTK runs no main loop of its own.
    gtk_print_operation_set_allow_async(operation, 1)
    gtk_print_operation_set_show_progress(operation, 1)
    let settings = settings ?? Ref(adopting: gtk_print_settings_new()!)
    PrintRun.nameFile(FileName.made(from: title), in: settings.pointer)
    gtk_print_operation_set_print_settings(operation, settings.pointer)
    if let paper {
      gtk_print_operation_set_default_page_setup(operation, paper.pointer)
      gtk_print_operation_set_use_full_page(operation, 1)
    }
    // What is being printed, until that is done.
    var pages: PrintedPages?
    var layingOut: Task<Void, Never>?
    let pointer: OpaquePointer = operation.cast()
    pointer.on("begin-print") { (context: OpaquePointer) in
      let paper = Paper(
        width: gtk_print_context_get_width(context),
        height: gtk_print_context_get_height(context), margin: 0)
      layingOut = Task { pages = await layOut(paper) }
    }
    // GTK emits this signal until a handler returns true.
    pointer.on("paginate") { () -> Bool in
      guard let pages else {
        g_usleep(PrintRun.askingPause)
        return false
      }
      gtk_print_operation_set_n_pages(operation, Int32(pages.count))
      return true
    }
    pointer.on("draw-page") { (context: OpaquePointer, page: Int32) in
      guard let load = pages?.load else { return }
      gtk_print_operation_set_defer_drawing(operation)
      let (operation, context) = (Ref(retaining: operation), Ref(retaining: context))
      Task {
        let paint = await load(Int(page))
        // A cancelled operation has no context to draw on.
        guard pages != nil else { return }
        paint(gtk_print_context_get_cairo_context(context.pointer))
        gtk_print_operation_draw_page_finish(operation.pointer)
      }
    }
    // GTK opens a preview, and reports nothing if there is no program for it.
    pointer.on("preview") { () -> Bool in
      if !PrintRun.hasPreviewer {
        window.ask(.showMessage(tr("No app can show the print preview. Print to a file instead.")))
      }
      return false
    }
    pointer.on("done") { [weak self] (result: UInt32) in
      layingOut?.cancel()
      pages = nil
      switch GtkPrintOperationResult(rawValue: result) {
      case GTK_PRINT_OPERATION_RESULT_APPLY:
        // The paper of postcards is remembered separately from that of albums.
        guard paper == nil else { break }
        self?.settings = gtk_print_operation_get_print_settings(operation).map {
          Ref(retaining: $0)
        }
      case GTK_PRINT_OPERATION_RESULT_ERROR:
        window.ask(.showMessage(sentence))
      default: break
      }
    }
    gtk_print_operation_run(operation, GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG, window, nil)
    g_object_unref(operation)
  }

  /// Proposes a file name for printing to a file, in the folder of the last one; GTK would propose
  /// that file itself.
  private static func nameFile(_ name: String?, in settings: OpaquePointer) {
    gtk_print_settings_set(settings, GTK_PRINT_SETTINGS_OUTPUT_BASENAME, name)
    guard let last = gtk_print_settings_get(settings, GTK_PRINT_SETTINGS_OUTPUT_URI) else { return }
    let file = Ref(adopting: g_file_new_for_uri(last)!)
    gtk_print_settings_unset(settings, GTK_PRINT_SETTINGS_OUTPUT_URI)
    guard let folder = g_file_get_parent(file.pointer).map({ Ref(adopting: $0) }),
      let path = g_file_get_path(folder.pointer)
    else { return }
    gtk_print_settings_set(settings, GTK_PRINT_SETTINGS_OUTPUT_DIR, path)
    g_free(path)
  }

  /// Whether there is a program for previews: GTK's setting, or else the default one for PDF files.
  private static var hasPreviewer: Bool {
    if let app = g_app_info_get_default_for_type("application/pdf", 0) {
      g_object_unref(app.raw)
      return true
    }
    // A callback for GTK, and its arguments.
    guard let settings = gtk_settings_get_default() else { return false }
    var value = GValue()
    g_object_get_property(settings.cast(), "gtk-print-preview-command", &value)
    defer { g_value_unset(&value) }
    let command = g_value_get_string(&value).map { String(cString: $0) } ?? ""
    guard let program = command.split(separator: " ").first,
      let path = g_find_program_in_path(String(program))
    else { return false }
    g_free(path)
    return true
  }
}
