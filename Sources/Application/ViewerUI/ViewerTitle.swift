import CAdwaita
import GLibBridge
import Widgets

/// The viewer's title: in the header, or below it if the buttons leave no room.
final class ViewerTitle {
  private let layout: Layout

  init(_ layout: Layout, _ breakpoints: Breakpoints) {
    self.layout = layout
    breakpoints.observe { [weak layout] in
      if let layout { gtk_widget_set_visible(layout["title"], (!breakpoints.isNarrow).gboolean) }
    }
    onLayout(of: layout["title-line"]) { [weak self] in self?.lockHeight() }
  }

  func show(_ text: String) { adw_window_title_set_title(layout["title"].cast(), text) }

  func show(subtitle: String) {
    adw_window_title_set_subtitle(layout["title"].cast(), subtitle)
  }

  /// Requests the title's actual height.
  ///
  /// Its container asks for the height of text that is not wrapped, and would lay the picture over
  /// the rest.
  private func lockHeight() {
    let title = layout["line-title"]
    guard gtk_widget_get_mapped(title) != 0 else { return }
    var (height, known): (Int32, Int32) = (0, 0)
    pango_layout_get_pixel_size(gtk_label_get_layout(title.cast()), nil, &height)
    gtk_widget_get_size_request(title, nil, &known)
    if height != known { gtk_widget_set_size_request(title, -1, height) }
  }
}
