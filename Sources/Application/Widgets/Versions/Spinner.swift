import CAdwaita
import GLibBridge

/// A spinner that animates only while it is visible: GTK would draw frame after frame for a hidden
/// one.
package final class Spinner {
  package var isSpinning = false {
    didSet { turn(isSpinning && gtk_widget_get_mapped(widget) != 0) }
  }
  package let widget: Widget

  /// `widget` is a GtkSpinner that must outlive the object.
  package init(_ widget: Widget) {
    self.widget = widget
    widget.on("map") { [weak self] in self?.turn(self?.isSpinning ?? false) }
    widget.on("unmap") { [weak self] in self?.turn(false) }
  }

  private func turn(_ turns: Bool) { gtk_spinner_set_spinning(widget.cast(), turns.gboolean) }
}
