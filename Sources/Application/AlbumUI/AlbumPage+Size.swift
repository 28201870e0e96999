import CAdwaita
import CGLib
import GLibBridge
import TravelModel
import Widgets

/// Adapting the page to the window's size.
extension AlbumPage {
  func watchWidth() {
    guard let native = gtk_widget_get_native(widget) else { return }
    let surface = gtk_native_get_surface(native)!
    surface.on("layout") { [weak self] (width: Int32, _: Int32) in
      // Most layouts keep the width, and adapting would cause another one.
      guard let self, width != fittedWidth else { return }
      // Widgets must not change during a layout.
      MainLoop.whenIdle { [weak self] in self?.fit(width: width) }
    }
    fit(width: gdk_surface_get_width(surface))
  }

  private func fit(width: Int32) {
    fittedWidth = width
    fit()
  }

  /// Fits the photos into what the panel about the place leaves of the window.
  func fit() {
    guard let fittedWidth else { return }
    grid.fit(width: Int(fittedWidth) - about.width, zoom: settings.albumZoom)
  }

  /// Makes the photos of all albums a step larger or smaller.
  func resizePhotos(isLarger: Bool) {
    showPhotos(zoomedBy: PhotoColumns.zoom(after: settings.albumZoom, isLarger: isLarger))
  }

  /// Shows the photos of all albums so many times larger than usual.
  func showPhotos(zoomedBy zoom: Double) {
    settings.albumZoom = zoom
    fit()
  }

  func adapt() {
    // In a low window, the photos get all the height.
    gtk_widget_set_visible(strip.widget, (!breakpoints.isLow).gboolean)
    let isNarrow = breakpoints.isNarrow
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
