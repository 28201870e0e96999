import CAdwaita
import CGLib
import GLibBridge

/// The row that says which folder the user's own pictures are in.
final class FolderRow {
  let widget = makeRow(adw_action_row_get_type(), tr("My Pictures Folder"))
  private let settings: Settings
  private let reset = makeIconButton("edit-undo-symbolic", tr("Use the Desktop’s Pictures Folder"))
  /// The chooser while it is open, for nobody else keeps it.
  private var chooser: Ref<OpaquePointer>?

  init(settings: Settings) {
    self.settings = settings
    let choose = makeIconButton("folder-open-symbolic", tr("Choose Pictures Folder…"))
    for button in [reset, choose] {
      button.addClass("flat")
      gtk_widget_set_valign(button, GTK_ALIGN_CENTER)
      adw_action_row_add_suffix(widget.cast(), button)
    }
    // As the row's activatable widget, the button would be called by the row's title.
    gtk_list_box_row_set_activatable(widget.cast(), 1)
    widget.on("activated") { [weak self] in self?.choose() }
    choose.on("clicked") { [weak self] in self?.choose() }
    reset.on("clicked") { [weak self] in
      self?.settings.chosenPicturesFolder = nil
      self?.update()
    }
    update()
  }

  private func update() {
    widget.set("subtitle", to: settings.picturesFolder ?? tr("None"))
    gtk_widget_set_visible(reset, (settings.chosenPicturesFolder != nil).gboolean)
  }

  private func choose() {
    let window = gtk_widget_get_root(widget)
    let chooser = Ref(
      adopting: gtk_file_chooser_native_new(
        tr("Choose Pictures Folder"), window?.cast(), GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER,
        tr("_Choose"), tr("_Cancel"))!)
    gtk_native_dialog_set_modal(chooser.pointer.cast(), 1)
    let present = settings.picturesFolder ?? String(cString: g_get_home_dir())
    let folder = Ref(adopting: g_file_new_for_path(present)!)
    gtk_file_chooser_set_current_folder(chooser.pointer.cast(), folder.pointer, nil)
    chooser.pointer.on("response") { [weak self] (response: Int32) in
      self?.take(response)
    }
    self.chooser = chooser
    gtk_native_dialog_show(chooser.pointer.cast())
  }

  private func take(_ response: Int32) {
    guard let chooser else { return }
    self.chooser = nil
    guard response == GTK_RESPONSE_ACCEPT.rawValue,
      let file = gtk_file_chooser_get_file(chooser.pointer.cast())
    else { return }
    defer { g_object_unref(file.raw) }
    // What has no path, on a server for instance, cannot be read as a folder of files.
    guard let path = g_file_get_path(file) else { return }
    defer { g_free(path) }
    settings.chosenPicturesFolder = String(cString: path)
    update()
  }
}
