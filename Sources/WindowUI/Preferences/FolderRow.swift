import CAdwaita
import CGLib
import GLibBridge
import Widgets

/// The row of the folder with the user's own pictures.
final class FolderRow {
  private let widget: Widget
  private let settings: Settings
  private let reset: Widget

  init(_ layout: Layout, settings: Settings) {
    self.settings = settings
    (widget, reset) = (layout["folder"], layout["reset-folder"])
    widget.on("activated") { [weak self] in self?.choose() }
    layout["choose-folder"].on("clicked") { [weak self] in self?.choose() }
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
    guard let window = widget.window else { return }
    let present = settings.picturesFolder ?? String(cString: g_get_home_dir())
    let request = FileRequest(
      purpose: .folder, title: tr("Choose Pictures Folder"), acceptLabel: tr("_Choose"),
      folder: Ref(adopting: g_file_new_for_path(present)!))
    Task { [weak self] in
      let file = await FileChoosing.choose(request, over: window)
      // A remote folder has no path, and cannot be read.
      guard let file, let path = g_file_get_path(file.pointer) else { return }
      self?.settings.chosenPicturesFolder = String(adopting: path)
      self?.update()
    }
  }
}
