import CAdwaita
import CGLib
import GLibBridge

/// Differences of GTK versions newer than Debian 12's.
package enum NewerToolkit {
  /// Makes each arrow key move the focus in a list; newer versions use the first press to select
  /// the focused item.
  package static func letArrowsMove(in list: Widget) {
    let keys = list.addController(gtk_event_controller_key_new(), capturing: true)
    keys.on("key-pressed") { (key: UInt32, _: UInt32, held: UInt32) -> Bool in
      // With Control, the focus moves on without a selection.
      if arrows.contains(Int32(bitPattern: key)), held & GDK_CONTROL_MASK.rawValue == 0,
        let item = gtk_widget_get_focus_child(list),
        gtk_widget_get_state_flags(item).rawValue & GTK_STATE_FLAG_SELECTED.rawValue == 0
      {
        select(item)
      }
      return false
    }
  }

  /// Selects an item of a list, and deselects all others.
  private static func select(_ item: Widget) {
    var isToggledOrExtended = [g_variant_new_boolean(0), g_variant_new_boolean(0)]
    let parameter = g_variant_ref_sink(g_variant_new_tuple(&isToggledOrExtended, 2))
    defer { g_variant_unref(parameter) }
    gtk_widget_activate_action_variant(item, "listitem.select", parameter)
  }

  private static let arrows = [
    GDK_KEY_Left, GDK_KEY_Right, GDK_KEY_Up, GDK_KEY_Down, GDK_KEY_KP_Left, GDK_KEY_KP_Right,
    GDK_KEY_KP_Up, GDK_KEY_KP_Down,
  ]
}
