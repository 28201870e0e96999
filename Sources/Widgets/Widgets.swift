package import CAdwaita
package import CGLib
import GLibBridge

package typealias Widget = UnsafeMutablePointer<GtkWidget>

extension ObjectPointer {
  /// The object seen as the widget that it is.
  package var widget: Widget { cast() }

  /// Gives the widget the name by which assistive tools and tests find it.
  package func setAccessibleName(_ name: String) {
    var property = GTK_ACCESSIBLE_PROPERTY_LABEL
    withGValue(name) { gtk_accessible_update_property_value(cast(), 1, &property, $0) }
  }

  /// Gives the widget a text that assistive tools may add to its name.
  package func setAccessibleDescription(_ text: String) {
    var property = GTK_ACCESSIBLE_PROPERTY_DESCRIPTION
    withGValue(text) { gtk_accessible_update_property_value(cast(), 1, &property, $0) }
  }

  /// Hides the widget from assistive tools, for which it would only say what another one says.
  package func setAccessibleHidden(_ hidden: Bool) {
    var state = GTK_ACCESSIBLE_STATE_HIDDEN
    withGValue(hidden) { gtk_accessible_update_state_value(cast(), 1, &state, $0) }
  }

  /// Adds a style class.
  package func addClass(_ name: String) { gtk_widget_add_css_class(widget, name) }
}

/// Makes a widget whose role assistive tools should know, where GTK gives its class none.
package func makeWidget(_ type: GType, role: GtkAccessibleRole) -> Widget {
  makeObject(type, ["accessible-role": Int32(bitPattern: role.rawValue)]).widget
}

/// Makes a button with a symbolic icon, named by its tooltip.
package func makeIconButton(_ icon: String, _ name: String) -> Widget {
  let button = gtk_button_new_from_icon_name(icon)!
  gtk_widget_set_tooltip_text(button, name)
  button.setAccessibleName(name)
  return button
}

/// Makes a box.
package func makeBox(_ orientation: GtkOrientation, spacing: Int32 = 0, _ children: Widget...)
  -> Widget
{
  let box = gtk_box_new(orientation, spacing)!
  for child in children { gtk_box_append(box.cast(), child) }
  return box
}

/// Takes the popovers away that hang on a widget which goes: GTK leaves them without a parent.
package func detachPopovers(of widget: Widget) {
  var next = gtk_widget_get_first_child(widget)
  while let child = next {
    next = gtk_widget_get_next_sibling(child)
    if g_type_check_instance_is_a(child.cast(), gtk_popover_get_type()) != 0 {
      gtk_widget_unparent(child)
    }
  }
}

extension Bool {
  /// The truth as GLib writes it.
  package var gboolean: CGLib.gboolean { self ? 1 : 0 }
}
