import CAdwaita
import CGLib
import GLibBridge
import TouristSession
import Widgets

/// The bar below an album: its status, and the button for another collection.
final class AlbumBar {
  let widget: Widget

  private let layout = Layout("album-bar")
  private let label: Widget
  private let progress: Widget

  init() {
    (widget, label) = (layout["bar"], layout["status"])
    progress = layout["progress"]
  }

  func show(_ album: AlbumModel) {
    gtk_label_set_label(label.cast(), Words.status(of: album))
    let tally = album.tally
    let isDownloading = album.activity == .downloading && tally.all > 0
    // Made transparent instead of hidden, so that nothing moves.
    gtk_widget_set_opacity(progress, isDownloading ? 1 : 0)
    progress.setAccessibleHidden(!isDownloading)
    if isDownloading {
      gtk_progress_bar_set_fraction(
        progress.cast(), Double(tally.all - tally.awaited) / Double(tally.all))
    }
  }
}
