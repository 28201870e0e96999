import CAdwaita
import CGLib
import GLibBridge
import Widgets

/// The viewer's title: between the buttons of the header, or below it where they leave no room.
final class ViewerTitle {
  private let title: Widget
  private let line: Widget
  private let lineTitle: Widget
  private let lineSubtitle: Widget

  init(_ layout: Layout, _ breakpoints: Breakpoints) {
    (title, line) = (layout["title"], layout["title-line"])
    (lineTitle, lineSubtitle) = (layout["line-title"], layout["line-subtitle"])
    breakpoints.observe { [weak self] in self?.place(isNarrow: breakpoints.isNarrow) }
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
}
