import CAdwaita
import CGLib
import GLibBridge
import MapWidget
package import TravelModel
package import Widgets

/// A grid of buttons for the colours of pins and trips.
package struct ColorChoice {
  private let buttons: [(color: PinColor?, button: Widget)]

  private static let columns: Int32 = 4

  /// Puts a button for each colour into a grid, the usual one first.
  package init(in grid: Widget, chosen: PinColor?) {
    var buttons: [(color: PinColor?, button: Widget)] = []
    let scale = max(1, gtk_widget_get_scale_factor(grid))
    for (place, color) in ([nil] + PinColor.allCases.map(Optional.some)).enumerated() {
      let picture = gtk_image_new_from_paintable(MarkerArt.pin(color).texture(scale: scale))!
      gtk_image_set_pixel_size(picture.cast(), Int32(MarkerArt.side))
      let button: Widget = gtk_toggle_button_new()!
      gtk_button_set_child(button.cast(), picture)
      button.addClass("flat")
      let name = color.map { Words.name(of: $0) } ?? trc("colour", "Red")
      gtk_widget_set_tooltip_text(button, name)
      button.setAccessibleName(name)
      if let first = buttons.first {
        gtk_toggle_button_set_group(button.cast(), first.button.cast())
      }
      gtk_toggle_button_set_active(button.cast(), (color == chosen).gboolean)
      let columns = ColorChoice.columns
      gtk_grid_attach(grid.cast(), button, Int32(place) % columns, Int32(place) / columns, 1, 1)
      buttons.append((color, button))
    }
    self.buttons = buttons
  }

  /// The chosen colour; nil for the usual one.
  package var color: PinColor? {
    buttons.first { gtk_toggle_button_get_active($0.button.cast()) != 0 }?.color
  }

  /// Calls `action` when another colour is chosen.
  func onChange(_ action: @escaping () -> Void) {
    for (_, button) in buttons { button.on("toggled") { action() } }
  }
}
