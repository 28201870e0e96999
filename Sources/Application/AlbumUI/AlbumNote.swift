import CAdwaita
import CGLib
import GLibBridge
import TouristSession
import TravelModel
import Widgets

/// What the user has noted of the place, above the photos of its album.
final class AlbumNote {
  let widget: Widget = gtk_label_new(nil)!

  private var observer: Observer?

  /// More would leave little room for the photos; the rest is in the tooltip.
  private static let mostLines: Int32 = 4

  init() {
    gtk_label_set_wrap(widget.cast(), 1)
    gtk_label_set_wrap_mode(widget.cast(), PANGO_WRAP_WORD_CHAR)
    gtk_label_set_xalign(widget.cast(), 0)
    gtk_label_set_lines(widget.cast(), AlbumNote.mostLines)
    gtk_label_set_ellipsize(widget.cast(), PANGO_ELLIPSIZE_END)
    gtk_widget_set_visible(widget, 0)
    widget.addClass("album-note")
  }

  /// Shows the note of a pin, and follows it.
  func show(_ pin: Pin, in map: MapModel) {
    observer = Observer { [weak self] in self?.show(map.pins[pin.id]?.words.note) }
  }

  func clear() {
    observer = nil
    show(nil)
  }

  private func show(_ note: String?) {
    gtk_label_set_text(widget.cast(), note ?? "")
    gtk_widget_set_tooltip_text(widget, note)
    gtk_widget_set_visible(widget, (note != nil).gboolean)
  }
}
