import CGLib
package import GLibBridge

extension Settings {
  /// What the map shows if it is switched on.
  package enum MapSwitch: String {
    /// The first photos of albums, on their pins.
    case pinCovers = "pin-covers"
    /// Where the user's own pictures were taken.
    case pictures = "pictures-on-map"
    /// A tint of the countries where the user has been.
    case countries = "countries-on-map"
    /// The ways of all trips.
    case trips = "trips-on-map"
  }

  package func isOn(_ key: MapSwitch) -> Bool {
    g_settings_get_boolean(settings.pointer, key.rawValue) != 0
  }

  package func onChange(of key: MapSwitch, _ action: @escaping @MainActor () -> Void) {
    settings.pointer.on("changed::\(key.rawValue)", perform: action)
  }

  /// Gives a window the action that switches it, called by its key.
  package func addAction(of key: MapSwitch, to window: some ObjectPointer) {
    let action = g_settings_create_action(immediate.pointer, key.rawValue)!
    g_action_map_add_action(window.cast(), action)
    g_object_unref(action.raw)
  }

  package func onPicturesFolderChange(_ action: @escaping @MainActor () -> Void) {
    settings.pointer.on("changed::\(Key.picturesFolder)", perform: action)
  }
}
