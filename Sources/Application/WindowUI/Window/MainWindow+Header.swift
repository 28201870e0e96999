import CAdwaita
import GLibBridge
import PinListUI
import Widgets

extension MainWindow {
  /// Makes the header of the map.
  func makeHeader() -> Widget {
    let header = adw_header_bar_new()!
    let title = Ref(retaining: adw_window_title_new(tr("Virtual Tourist"), "")!)
    adw_header_bar_set_title_widget(header.cast(), title.pointer)
    let searchButton = makeIconButton("system-search-symbolic", tr("Search"))
    gtk_actionable_set_action_name(searchButton.cast(), "win.search")
    let somewhere = makeIconButton("take-me-somewhere-symbolic", tr("Take Me Somewhere"))
    gtk_actionable_set_action_name(somewhere.cast(), "win.take-me-somewhere")
    for button in [places.button, searchButton, somewhere] {
      adw_header_bar_pack_start(header.cast(), button)
    }
    adw_header_bar_pack_end(header.cast(), mainMenu)
    // Between the buttons of a narrow window it would be cut to its first letters.
    breakpoints.observe { [weak breakpoints] in
      gtk_widget_set_visible(title.pointer, (breakpoints?.isNarrow == false).gboolean)
    }
    return header
  }
}
