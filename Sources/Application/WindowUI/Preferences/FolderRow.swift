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
    let kept = Ref(retaining: widget)
    Task { [weak self, settings] in
      if await PicturesFolder.choose(over: kept.pointer, in: settings) { self?.update() }
    }
  }
}
