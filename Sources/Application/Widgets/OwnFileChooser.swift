import CAdwaita
import CGLib
import GLibBridge

/// GTK's file chooser, for desktops without a portal.
///
/// There is one for each purpose, hidden when done and never destroyed: in GTK 4.8, a destroyed
/// chooser still listens to the folder that it reads, and crashes.
final class OwnFileChooser {
  private static let forNewFiles = OwnFileChooser(GTK_FILE_CHOOSER_ACTION_SAVE)
  private static let forFiles = OwnFileChooser(GTK_FILE_CHOOSER_ACTION_OPEN)
  private static let forFolders = OwnFileChooser(GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER)

  private let dialog: Ref<Widget>
  private let acceptButton: Widget
  private var filters: [Ref<OpaquePointer>] = []
  private var answer: CheckedContinuation<[Ref<OpaquePointer>], Never>?

  private init(_ action: GtkFileChooserAction) {
    let dialog = makeObject(
      gtk_file_chooser_dialog_get_type(),
      ["action": Int32(bitPattern: action.rawValue), "use-header-bar": Int32(1)]
    ).widget
    self.dialog = Ref(retaining: dialog)
    gtk_dialog_add_button(dialog.cast(), tr("_Cancel"), GTK_RESPONSE_CANCEL.rawValue)
    acceptButton = gtk_dialog_add_button(dialog.cast(), "", GTK_RESPONSE_ACCEPT.rawValue)
    gtk_button_set_use_underline(acceptButton.cast(), 1)
    gtk_dialog_set_default_response(dialog.cast(), GTK_RESPONSE_ACCEPT.rawValue)
    gtk_window_set_modal(dialog.cast(), 1)
    gtk_window_set_hide_on_close(dialog.cast(), 1)
    preventListSearch()
    dialog.on("response") { [weak self] (response: Int32) in
      let isAgreed = response == GTK_RESPONSE_ACCEPT.rawValue
      let files = isAgreed ? OwnFileChooser.files(chosenIn: dialog) : []
      gtk_widget_set_visible(dialog, 0)
      self?.finish(files)
    }
  }

  /// Keeps Control+F from GTK 4.8's file list, which handles it before the chooser does, and prints
  /// a warning for each file in a folder.
  private func preventListSearch() {
    let keys = dialog.pointer.addController(gtk_event_controller_key_new(), capturing: true)
    keys.on("key-pressed") {
      [unowned self] (key: UInt32, _: UInt32, modifiers: UInt32) -> Bool in
      let isSearch =
        modifiers & GDK_CONTROL_MASK.rawValue != 0 && gdk_keyval_to_lower(key) == UInt32(GDK_KEY_f)
      // The list handles the key only while it is focused; newer choosers have another list.
      if isSearch, let focus = gtk_window_get_focus(dialog.pointer.cast()),
        g_type_check_instance_is_a(focus.cast(), gtk_tree_view_get_type()) != 0
      {
        gtk_window_set_focus(dialog.pointer.cast(), nil)
      }
      return false
    }
  }

  private static func files(chosenIn dialog: Widget) -> [Ref<OpaquePointer>] {
    let list = Ref(adopting: gtk_file_chooser_get_files(dialog.cast())!)
    return (0..<g_list_model_get_n_items(list.pointer.cast())).compactMap { index in
      g_list_model_get_item(list.pointer.cast(), index).map { Ref(adopting: OpaquePointer($0)) }
    }
  }

  /// Returns the chosen files; none if the user cancels.
  static func ask(
    _ request: FileRequest, over window: UnsafeMutablePointer<GtkWindow>
  ) async -> [Ref<OpaquePointer>] {
    switch request.purpose {
    case .newFile(let name, _):
      gtk_file_chooser_set_current_name(forNewFiles.dialog.pointer.cast(), name)
      return await forNewFiles.show(request, over: window)
    case .files(let kind, let areSeveral):
      forFiles.setFilters(kind.filters)
      gtk_file_chooser_set_select_multiple(forFiles.dialog.pointer.cast(), areSeveral.gboolean)
      return await forFiles.show(request, over: window)
    case .folder: return await forFolders.show(request, over: window)
    }
  }

  private func setFilters(_ new: [Ref<OpaquePointer>]) {
    for filter in filters {
      gtk_file_chooser_remove_filter(dialog.pointer.cast(), filter.pointer)
    }
    filters = new
    for filter in filters {
      gtk_file_chooser_add_filter(dialog.pointer.cast(), filter.pointer)
    }
  }

  private func show(
    _ request: FileRequest, over window: UnsafeMutablePointer<GtkWindow>
  ) async -> [Ref<OpaquePointer>] {
    // An earlier request is cancelled.
    finish([])
    gtk_window_set_title(dialog.pointer.cast(), request.title)
    gtk_window_set_transient_for(dialog.pointer.cast(), window)
    gtk_button_set_label(acceptButton.cast(), request.acceptLabel)
    if let folder = request.folder {
      gtk_file_chooser_set_current_folder(dialog.pointer.cast(), folder.pointer, nil)
    }
    return await withCheckedContinuation {
      answer = $0
      gtk_window_present(dialog.pointer.cast())
    }
  }

  private func finish(_ files: [Ref<OpaquePointer>]) {
    answer?.resume(returning: files)
    answer = nil
  }
}
