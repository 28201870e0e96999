import AlbumUI
import CAdwaita
import CGLib
import GLibBridge
import PinsUI
import ViewerUI
import Widgets

/// Moves the focus into the shown page when its widget disappears.
extension MainWindow {
  func watchFocus() {
    Focus.comesBackFromPopovers(of: window)
    window.on("notify::focus-widget") { [weak self] in
      guard let self, hasLostFocus else { return }
      // Other code may be about to move the focus.
      MainLoop.whenIdle { [weak self] in
        if let self, !isGone, hasLostFocus { takeFocus() }
      }
    }
  }

  var hasLostFocus: Bool { gtk_window_get_focus(window.cast()) == nil }

  func takeFocus() {
    guard gtk_stack_get_visible_child(pages.cast()) == pageStack.widget else {
      _ = gtk_widget_child_focus(pages, GTK_DIR_TAB_FORWARD)
      return
    }
    let page = pageStack.shown
    if let viewer, page == viewer.widget {
      viewer.takeFocus()
    } else if isAlbumOpen {
      albumPage.takeFocus()
    } else {
      mapPage.takeFocus()
    }
  }
}
