import AlbumUI
import CAdwaita
import CGLib
import GLibBridge
import MapUI

/// Where the keyboard's focus goes when what had it leaves none behind: no page is without it.
extension MainWindow {
  /// Watches from now on.
  func watchFocus() {
    window.on("notify::focus-widget") { [weak self] in
      guard let self, hasLostFocus else { return }
      // Whoever takes it away may be about to give it to another.
      MainLoop.whenIdle { [weak self] in
        if let self, !isGone, hasLostFocus { takeFocus() }
      }
    }
  }

  private var hasLostFocus: Bool { gtk_window_get_focus(window.cast()) == nil }

  private func takeFocus() {
    guard gtk_stack_get_visible_child(pages.cast()) == leaflet else {
      _ = gtk_widget_child_focus(pages, GTK_DIR_TAB_FORWARD)
      return
    }
    let page = adw_leaflet_get_visible_child(leaflet.cast())
    if let viewer, page == viewer.widget {
      viewer.takeFocus()
    } else if isAlbumOpen {
      albumPage.takeFocus()
    } else {
      mapPage.takeFocus()
    }
  }
}
