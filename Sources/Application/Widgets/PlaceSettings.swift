import CGLib
package import GLibBridge
package import Places

/// How the list of places was left.
extension Settings {
  private enum PlacesKey {
    static let isShown = "places-shown"
    static let order = "places-order"
    static let isInView = "places-in-view"
  }

  /// Whether the list is beside the map.
  package var showsPlaces: Bool {
    get { g_settings_get_boolean(immediate.pointer, PlacesKey.isShown) != 0 }
    set { g_settings_set_boolean(immediate.pointer, PlacesKey.isShown, newValue.gboolean) }
  }

  package var placeOrder: PinOrder {
    let name = String(adopting: g_settings_get_string(immediate.pointer, PlacesKey.order))
    return PinOrder(rawValue: name) ?? .name
  }

  package var listsPlacesInView: Bool {
    g_settings_get_boolean(immediate.pointer, PlacesKey.isInView) != 0
  }

  /// Gives a window the actions that set order and filter, and calls back when they are set.
  package func addPlaceActions(
    to window: some ObjectPointer, onChange: @escaping @MainActor () -> Void
  ) {
    for key in [PlacesKey.order, PlacesKey.isInView] {
      let action = g_settings_create_action(immediate.pointer, key)!
      g_action_map_add_action(window.cast(), action)
      g_object_unref(action.raw)
      immediate.pointer.on("changed::\(key)", perform: onChange)
    }
  }
}
