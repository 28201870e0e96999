package import CAdwaita
import CGLib
import CPortal
import Files
import GLibBridge
import Glibc

/// The desktop's portals, which also work inside a sandbox.
///
/// Called over D-Bus, without libportal: that of Debian 12 cannot choose folders, and does not notice
/// that a portal has ended.
package enum Portals {
  /// What the user is asked about.
  package enum Subject {
    /// The words above the question.
    case title(String)
    case file(path: String)
  }

  /// What came of asking the user.
  package enum Answer {
    /// The user has agreed, and may have chosen files; these are their addresses.
    case agreed([String])
    case cancelled
    /// The portal could not do it, or does not answer.
    case failed
    /// There is no portal for it.
    case missing
  }

  fileprivate static let name = "org.freedesktop.portal.Desktop"
  fileprivate static let root = "/org/freedesktop/portal/desktop"
  fileprivate static let requestInterface = "org.freedesktop.portal.Request"
  /// Linux's `O_PATH`, which Swift does not import.
  private static let pathOnly: Int32 = 0o10_000_000

  /// Has a portal ask the user something over a window, and waits for the answer.
  package static func ask(
    _ portal: String, _ method: String, about subject: Subject, _ values: [String: OpaquePointer],
    over window: UnsafeMutablePointer<GtkWindow>
  ) async -> Answer {
    let token = "virtual_tourist_\(UInt64.random(in: .min ... .max))"
    let named = values.merging(["handle_token": g_variant_new_string(token)]) { $1 }
    let options = g_variant_ref_sink(dictionary(named))
    defer { g_variant_unref(options) }
    guard let pointer = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { return .missing }
    let bus = Ref(adopting: pointer)
    let what: OpaquePointer
    let files: UnsafeMutablePointer<GUnixFDList>?
    switch subject {
    case .title(let title): (what, files) = (g_variant_new_string(title), nil)
    case .file(let path):
      var file = SystemPath.use(path) { open($0, pathOnly | O_CLOEXEC) }
      guard file >= 0 else { return .failed }
      (what, files) = (g_variant_new_handle(0), g_unix_fd_list_new_from_array(&file, 1))
    }
    defer { files.map { g_object_unref($0) } }
    return await DesktopParent.use(window) { window in
      let surface = window.flatMap { gtk_native_get_surface($0.cast()) }
      let (parent, isExported) = await nameForPortals(of: surface)
      defer { if isExported, let surface { portal_unexport_wayland(surface) } }
      // The answer may come before the call returns.
      let response = PortalResponse(to: token, on: bus)
      defer { response.forget() }
      do {
        _ = try await request(
          portal, method, [g_variant_new_string(parent), what, options], files, on: bus)
      } catch let error as GLibError
        where error.isIO(G_IO_ERROR_TIMED_OUT) || error.isDBus(G_DBUS_ERROR_NO_REPLY)
      {
        return .failed
      } catch {
        return .missing
      }
      return await response.value
    }
  }

  /// Calls a method of a portal, to which the files are passed, and returns the path of the request
  /// object.
  static func request(
    _ portal: String, _ method: String, _ arguments: [OpaquePointer?],
    _ files: UnsafeMutablePointer<GUnixFDList>? = nil, on bus: Ref<OpaquePointer>
  ) async throws -> String {
    let reply = g_variant_type_new("(o)")
    defer { g_variant_type_free(reply) }
    return try await awaitingGIO { cancellable, ready, data in
      g_dbus_connection_call_with_unix_fd_list(
        bus.pointer, name, root, "org.freedesktop.portal.\(portal)", method,
        g_variant_new_tuple(arguments, gsize(arguments.count)), reply, G_DBUS_CALL_FLAGS_NONE, -1,
        files, cancellable, ready, data)
    } finish: { result, error in
      let reply = g_dbus_connection_call_with_unix_fd_list_finish(bus.pointer, nil, result, error)
      guard let reply else { return "" }
      defer { g_variant_unref(reply) }
      return text(0, of: reply)
    }
  }

  static func close(_ request: String, on bus: Ref<OpaquePointer>) {
    g_dbus_connection_call(
      bus.pointer, name, request, requestInterface, "Close", nil, nil, G_DBUS_CALL_FLAGS_NONE, -1,
      nil, nil, nil)
  }

  /// Values by their names, such as the options of a call.
  package static func dictionary(_ values: [String: OpaquePointer]) -> OpaquePointer {
    let options = g_variant_dict_new(nil)!
    defer { g_variant_dict_unref(options) }
    for (name, value) in values { g_variant_dict_insert_value(options, name, value) }
    return g_variant_dict_end(options)
  }

  fileprivate static func text(_ index: gsize, of tuple: OpaquePointer) -> String {
    let child = g_variant_get_child_value(tuple, index)!
    defer { g_variant_unref(child) }
    return String(cString: g_variant_get_string(child, nil))
  }

  /// The name of a window for portals, empty if it has none, and whether it was exported for this.
  private static func nameForPortals(of surface: OpaquePointer?) async -> (String, Bool) {
    guard let surface else { return ("", false) }
    let number = portal_x11_window(surface)
    if number != 0 { return ("x11:\(String(number, radix: 16))", false) }
    let name: String? = await withCheckedContinuation { known in
      let box = Unmanaged.passRetained(NameBox(known))
      let isComing = portal_export_wayland(
        surface,
        { _, handle, data in
          let box = Unmanaged<NameBox>.fromOpaque(data!).takeRetainedValue()
          box.value.resume(returning: handle.map { String(cString: $0) })
        }, box.toOpaque())
      if isComing == 0 { box.takeRetainedValue().value.resume(returning: nil) }
    }
    return (name.map { "wayland:\($0)" } ?? "", name != nil)
  }

  private typealias NameBox = Box<CheckedContinuation<String?, Never>>
}

/// Passes a window to the desktop as the parent of a dialog.
package enum DesktopParent {
  private static var isTaken = false

  /// Performs a request with a window, or without one where GTK could not export it and would never
  /// answer: on Broadway, and on Wayland while another request has exported the window.
  package static func use<Value>(
    _ window: UnsafeMutablePointer<GtkWindow>,
    for request: @MainActor (UnsafeMutablePointer<GtkWindow>?) async throws -> Value
  ) async rethrows -> Value {
    let isNamed = ["GdkX11Display", "GdkWaylandDisplay"].contains(display(of: window))
    guard !isTaken, isNamed else { return try await request(nil) }
    isTaken = true
    defer { isTaken = false }
    return try await request(window)
  }

  static func isOnWayland(_ window: UnsafeMutablePointer<GtkWindow>) -> Bool {
    display(of: window) == "GdkWaylandDisplay"
  }

  private static func display(of window: UnsafeMutablePointer<GtkWindow>) -> String {
    String(cString: g_type_name_from_instance(gtk_widget_get_display(window.cast())!.cast()))
  }
}

/// A portal's response to a request, or that it has left the bus, because then none will come.
private final class PortalResponse {
  private let bus: Ref<OpaquePointer>
  private var subscriptions: [guint] = []
  private let (answers, answer) = AsyncStream.makeStream(of: Portals.Answer.self)

  init(to token: String, on bus: Ref<OpaquePointer>) {
    self.bus = bus
    let sender = String(cString: g_dbus_connection_get_unique_name(bus.pointer)).dropFirst()
      .replacing(".", with: "_")
    listen(
      to: Portals.name, Portals.requestInterface, "Response",
      at: "\(Portals.root)/request/\(sender)/\(token)")
    listen(
      to: "org.freedesktop.DBus", "org.freedesktop.DBus", "NameOwnerChanged",
      at: "/org/freedesktop/DBus", about: Portals.name)
  }

  var value: Portals.Answer {
    get async {
      for await answer in answers { return answer }
      // A cancelled caller wants no other chooser.
      return .cancelled
    }
  }

  func forget() {
    for subscription in subscriptions {
      g_dbus_connection_signal_unsubscribe(bus.pointer, subscription)
    }
  }

  private func listen(
    to sender: String, _ interface: String, _ signal: String, at path: String,
    about argument: String? = nil
  ) {
    subscriptions.append(
      g_dbus_connection_signal_subscribe(
        bus.pointer, sender, interface, signal, path, argument, G_DBUS_SIGNAL_FLAGS_NONE,
        { _, _, _, _, _, content, data in
          let response = Unmanaged<PortalResponse>.fromOpaque(data!).takeUnretainedValue()
          nonisolated(unsafe) let content = content!
          MainActor.assumeIsolated { response.read(content) }
        }, Unmanaged.passUnretained(self).toOpaque(), nil))
  }

  private func read(_ content: OpaquePointer) {
    switch String(cString: g_variant_get_type_string(content)) {
    case "(ua{sv})": answer.yield(PortalResponse.answer(in: content))
    // A portal that has not started yet had no owner to lose.
    case "(sss)" where !Portals.text(1, of: content).isEmpty: answer.yield(.failed)
    default: break
    }
  }

  private static func answer(in content: OpaquePointer) -> Portals.Answer {
    let (code, results) = (
      g_variant_get_child_value(content, 0)!, g_variant_get_child_value(content, 1)!
    )
    defer {
      g_variant_unref(code)
      g_variant_unref(results)
    }
    switch g_variant_get_uint32(code) {
    case 0: break
    case 1: return .cancelled
    default: return .failed
    }
    let addresses = g_variant_type_new("as")
    defer { g_variant_type_free(addresses) }
    let list = g_variant_lookup_value(results, "uris", addresses)
    defer { if let list { g_variant_unref(list) } }
    return .agreed(list.map { strings(adopting: g_variant_dup_strv($0, nil)) } ?? [])
  }
}
