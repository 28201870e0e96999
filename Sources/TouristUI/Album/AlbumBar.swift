import CAdwaita
import CGLib
import GLibBridge
import Tourist

/// The bar below an album: how far it has come, and the button for another collection.
final class AlbumBar {
  let widget: Widget
  /// Called when the user wants another collection.
  var onNewCollection: () -> Void = {}

  private let label = gtk_label_new(nil)!
  private let progress = gtk_progress_bar_new()!
  private let button = gtk_button_new_with_label(tr("New Collection"))!

  init() {
    gtk_label_set_wrap(label.cast(), 1)
    gtk_label_set_lines(label.cast(), 2)
    gtk_label_set_ellipsize(label.cast(), PANGO_ELLIPSIZE_END)
    gtk_label_set_xalign(label.cast(), 0)
    gtk_widget_set_hexpand(label, 1)
    label.addClass("numeric")
    progress.addClass("osd")
    progress.setAccessibleName(tr("Progress"))
    let row = makeBox(GTK_ORIENTATION_HORIZONTAL, spacing: 12, label, button)
    row.addClass("toolbar")
    widget = makeBox(GTK_ORIENTATION_VERTICAL, progress, row)
    widget.addClass("album-bar")
    button.on("clicked") { [weak self] in self?.onNewCollection() }
  }

  /// Shows how far an album has come.
  func show(_ album: AlbumModel) {
    gtk_label_set_label(label.cast(), Words.status(of: album))
    let tally = album.tally
    let isDownloading = album.activity == .downloading && tally.all > 0
    // It keeps its place, so that nothing jumps when it goes.
    gtk_widget_set_opacity(progress, isDownloading ? 1 : 0)
    progress.setAccessibleHidden(!isDownloading)
    if isDownloading {
      gtk_progress_bar_set_fraction(
        progress.cast(), Double(tally.all - tally.awaited) / Double(tally.all))
    }
    gtk_widget_set_sensitive(button, album.takesWishes.gboolean)
  }
}
