import CAdwaita
import CGLib
import GLibBridge

/// The settings as a text, to be taken elsewhere; keys to services are in none of them.
extension Settings {
  /// The settings that say something of this machine alone.
  private static let ofThisMachine: Set<String> = [Key.width, Key.height, Key.maximized]

  /// What is not as it is by default, in the form of GLib's own settings file.
  package var text: String {
    let file = g_key_file_new()!
    defer { g_key_file_unref(file) }
    for key in carriedKeys {
      guard let value = g_settings_get_user_value(settings.pointer, key) else { continue }
      defer { g_variant_unref(value) }
      g_key_file_set_value(file, group, key, String(adopting: g_variant_print(value, 0)))
    }
    return g_key_file_to_data(file, nil, nil).map { String(adopting: $0) } ?? ""
  }

  /// Takes the settings of a text, and the defaults of all that are not in it.
  ///
  /// What this version does not know, or does not allow, is left out.
  package func take(_ text: String) {
    let file = g_key_file_new()!
    defer { g_key_file_unref(file) }
    guard
      g_key_file_load_from_data(
        file, text, gsize(text.utf8.count), GKeyFileFlags(rawValue: 0), nil) != 0
    else { return }
    for key in carriedKeys {
      let written = g_key_file_get_value(file, group, key, nil).map { String(adopting: $0) }
      if let value = written.flatMap({ allowed($0, as: key) }) {
        g_settings_set_value(settings.pointer, key, value)
        g_variant_unref(value)
      } else {
        g_settings_reset(settings.pointer, key)
      }
    }
    g_settings_apply(settings.pointer)
  }

  private var group: String {
    String(String(cString: g_settings_schema_get_path(schema)).dropFirst().dropLast())
  }

  private var carriedKeys: [String] {
    let names = g_settings_schema_list_keys(schema)!
    defer { g_strfreev(names) }
    return (0..<Int(g_strv_length(names))).map { String(cString: names[$0]!) }
      .filter { !Settings.ofThisMachine.contains($0) }
  }

  /// The value that a text stands for; nil where the schema allows none such.
  private func allowed(_ text: String, as name: String) -> OpaquePointer? {
    let key = g_settings_schema_get_key(schema, name)!
    defer { g_settings_schema_key_unref(key) }
    let type = g_settings_schema_key_get_value_type(key)
    guard let value = g_variant_parse(type, text, nil, nil, nil) else { return nil }
    guard g_settings_schema_key_range_check(key, value) != 0 else {
      g_variant_unref(value)
      return nil
    }
    return value
  }
}
