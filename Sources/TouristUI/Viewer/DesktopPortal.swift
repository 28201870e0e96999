import CAdwaita
import CGLib
import GLibBridge
import Glibc

/// The desktop's services for programs, which work inside a sandbox too.
enum DesktopPortal {
  private static let name = "org.freedesktop.portal.Desktop"
  private static let path = "/org/freedesktop/portal/desktop"
  /// How long a portal is waited for, in milliseconds; it answers before the user is asked.
  private static let patience: Int32 = 5000

  /// Lets the user choose a program to open a file with; false where no portal does that.
  static func open(_ path: String) async -> Bool {
    await call("org.freedesktop.portal.OpenURI", "OpenFile", path, ["ask": true])
  }

  /// Lets the user look at a picture as the background before it becomes that; false where no
  /// portal does that.
  static func setBackground(_ path: String) async -> Bool {
    await call(
      "org.freedesktop.portal.Wallpaper", "SetWallpaperFile", path, ["show-preview": true])
  }

  /// Calls a method that takes a parent window, an open file and options.
  private static func call(
    _ interface: String, _ method: String, _ file: String, _ options: [String: Bool]
  ) async -> Bool {
    guard let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { return false }
    defer { g_object_unref(bus.raw) }
    let descriptor = Glibc.open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0, let files = g_unix_fd_list_new() else { return false }
    defer { g_object_unref(files) }
    // The list has a descriptor of its own.
    let handle = g_unix_fd_list_append(files, descriptor, nil)
    close(descriptor)
    guard handle >= 0 else { return false }
    let entries: [OpaquePointer?] = options.map {
      g_variant_new_dict_entry(
        g_variant_new_string($0.key),
        g_variant_new_variant(g_variant_new_boolean($0.value.gboolean)))
    }
    let type = g_variant_type_new("{sv}")
    defer { g_variant_type_free(type) }
    let parts: [OpaquePointer?] = [
      g_variant_new_string(""), g_variant_new_handle(handle),
      g_variant_new_array(type, entries, gsize(entries.count)),
    ]
    let arguments = g_variant_new_tuple(parts, gsize(parts.count))
    let answer: OpaquePointer?? = try? await awaitingGIO { cancellable, ready, data in
      g_dbus_connection_call_with_unix_fd_list(
        bus, name, DesktopPortal.path, interface, method, arguments, nil,
        GDBusCallFlags(rawValue: 0), patience, files, cancellable, ready, data)
    } finish: { result, error in
      g_dbus_connection_call_with_unix_fd_list_finish(bus, nil, result, error)
    }
    guard let answer, let answer else { return false }
    g_variant_unref(answer)
    return true
  }
}
