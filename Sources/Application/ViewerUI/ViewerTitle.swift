import CAdwaita
import CGLib
import GLibBridge
import Widgets

/// The viewer's title: in the header, or below it if the buttons leave no room.
final class ViewerTitle {
  private let title: Widget
  private let line: Widget
  private let lineTitle: Widget
  private let lineSubtitle: Widget

  init(_ layout: Layout, _ breakpoints: Breakpoints) {
    (title, line) = (layout["title"], layout["title-line"])
    (lineTitle, lineSubtitle) = (layout["line-title"], layout["line-subtitle"])
    breakpoints.observe { [weak self] in self?.place(isNarrow: breakpoints.isNarrow) }
    onLayout(of: line) { [weak self] in self?.lockHeight() }
  }

  func show(_ text: String) {
    adw_window_title_set_title(title.cast(), text)
    gtk_label_set_text(lineTitle.cast(), text)
  }

  func show(subtitle: String) {
    adw_window_title_set_subtitle(title.cast(), subtitle)
    gtk_label_set_text(lineSubtitle.cast(), subtitle)
  }

  private func place(isNarrow: Bool) {
    gtk_widget_set_visible(title, (!isNarrow).gboolean)
    gtk_widget_set_visible(line, isNarrow.gboolean)
  }

  /// Requests the title's actual height.
  ///
  /// Its container asks for the height of text that is not wrapped, and would lay the picture over
  /// the rest.
  private func lockHeight() {
    guard gtk_widget_get_mapped(line) != 0 else { return }
    var (height, known): (Int32, Int32) = (0, 0)
    pango_layout_get_pixel_size(gtk_label_get_layout(lineTitle.cast()), nil, &height)
    gtk_widget_get_size_request(lineTitle, nil, &known)
    if height != known { gtk_widget_set_size_request(lineTitle, -1, height) }
  }
}
