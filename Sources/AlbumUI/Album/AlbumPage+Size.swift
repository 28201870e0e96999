import CAdwaita
import CGLib
import GLibBridge
import Widgets

/// Adapting the page to the window's size.
extension AlbumPage {
  /// The least height of a window that shows the map strip, in pixels.
  private static let heightForStrip: Int32 = 480
  /// The least width of a window that shows the title in the header, in pixels.
  private static let widthForTitle: Int32 = 520

  func watchSize() {
    guard let native = gtk_widget_get_native(widget) else { return }
    let surface = gtk_native_get_surface(native)!
    surface.on("layout") { [weak self] (width: Int32, height: Int32) in
      // Most layouts keep the size, and adapting would cause another one.
      guard let self, adaptedSize.map({ $0 != (width, height) }) ?? true else { return }
      // Widgets must not change during a layout.
      MainLoop.whenIdle { [weak self] in self?.adapt(width: width, height: height) }
    }
    adapt(width: gdk_surface_get_width(surface), height: gdk_surface_get_height(surface))
  }

  private func adapt(width: Int32, height: Int32) {
    adaptedSize = (width, height)
    grid.fit(width: Int(width))
    // In a low window, the photos get all the height.
    gtk_widget_set_visible(strip.widget, (height >= AlbumPage.heightForStrip).gboolean)
    let isNarrow = width < AlbumPage.widthForTitle
    guard isNarrow != (gtk_widget_get_parent(title.widget) == titleLine) else { return }
    let kept = Ref(retaining: title.widget)
    if isNarrow {
      adw_header_bar_set_title_widget(header.cast(), makeBox(GTK_ORIENTATION_HORIZONTAL))
      gtk_widget_set_hexpand(kept.pointer, 1)
      gtk_box_append(titleLine.cast(), kept.pointer)
    } else {
      gtk_box_remove(titleLine.cast(), kept.pointer)
      gtk_widget_set_hexpand(kept.pointer, 0)
      adw_header_bar_set_title_widget(header.cast(), kept.pointer)
    }
  }
}
