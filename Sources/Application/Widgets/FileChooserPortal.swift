import CAdwaita
import CGLib
import CPortal
import GLibBridge

/// The desktop's file chooser portal, which also works inside a sandbox.
///
/// Called over D-Bus, because Debian 12's libportal cannot choose folders.
enum FileChooserPortal {
  enum Answer {
    case chosen([Ref<OpaquePointer>])
    /// The user has closed the chooser.
    case cancelled
    /// There is no portal, or it could not show a chooser.
    case missing
  }

  /// Shows the chooser and waits for the user.
  static func ask(
    _ request: FileRequest, over window: UnsafeMutablePointer<GtkWindow>
  ) async -> Answer {
    guard let pointer = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { return .missing }
    let bus = Ref(adopting: pointer)
    return await DesktopParent.use(window) { window in
      let surface = window.flatMap { gtk_native_get_surface($0.cast()) }
      let (parent, isExported) = await nameForPortals(of: surface)
      defer { if isExported, let surface { portal_unexport_wayland(surface) } }
      return await ask(request, naming: parent, on: bus)
    }
  }

  private static func ask(
    _ request: FileRequest, naming parent: String, on bus: Ref<OpaquePointer>
  ) async -> Answer {
    let token = "virtual_tourist_\(UInt64.random(in: .min ... .max))"
    let sender = String(cString: g_dbus_connection_get_unique_name(bus.pointer)).dropFirst()
    let plainSender = String(sender.map { $0 == "." ? "_" : $0 })
    // The answer may come before the call returns.
    let response = PortalResponse(to: "\(Portals.root)/request/\(plainSender)/\(token)", on: bus)
    let loss = PortalLoss(on: bus) { response.fail() }
    defer {
      response.forget()
      loss.end()
    }
    let asked = try? await Portals.request(
      "FileChooser", request.method, request.arguments(parent: parent, token: token), on: bus)
    guard asked != nil else { return .missing }
    let (code, addresses) = await response.value
    switch code {
    case 0: return .chosen(addresses.map { Ref(adopting: g_file_new_for_uri($0)!) })
    case 1: return .cancelled
    default: return .missing
    }
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
          box.known.resume(returning: handle.map { String(cString: $0) })
        }, box.toOpaque())
      if isComing == 0 { box.takeRetainedValue().known.resume(returning: nil) }
    }
    return (name.map { "wayland:\($0)" } ?? "", name != nil)
  }

  private nonisolated final class NameBox {
    let known: CheckedContinuation<String?, Never>
    init(_ known: CheckedContinuation<String?, Never>) { self.known = known }
  }
}

extension FileRequest {
  fileprivate var method: String {
    switch purpose {
    case .newFile: "SaveFile"
    case .files, .folder: "OpenFile"
    }
  }

  fileprivate func arguments(parent: String, token: String) -> [OpaquePointer?] {
    let options = g_variant_dict_new(nil)!
    defer { g_variant_dict_unref(options) }
    g_variant_dict_insert_value(options, "handle_token", g_variant_new_string(token))
    g_variant_dict_insert_value(options, "modal", g_variant_new_boolean(1))
    g_variant_dict_insert_value(options, "accept_label", g_variant_new_string(acceptLabel))
    if let path = folder.flatMap({ g_file_get_path($0.pointer) }) {
      g_variant_dict_insert_value(options, "current_folder", g_variant_new_bytestring(path))
      g_free(path)
    }
    switch purpose {
    case .newFile(let name, _):
      g_variant_dict_insert_value(options, "current_name", g_variant_new_string(name))
    case .files(let kind, let areSeveral):
      let filters = kind.filters.map { gtk_file_filter_to_gvariant($0.pointer) }
      g_variant_dict_insert_value(
        options, "filters", g_variant_new_array(nil, filters, gsize(filters.count)))
      g_variant_dict_insert_value(options, "multiple", g_variant_new_boolean(areSeveral.gboolean))
    case .folder: g_variant_dict_insert_value(options, "directory", g_variant_new_boolean(1))
    }
    return [g_variant_new_string(parent), g_variant_new_string(title), g_variant_dict_end(options)]
  }
}

/// A portal's response to a request: a code, and the chosen files' URIs.
private final class PortalResponse {
  private let bus: Ref<OpaquePointer>
  private var subscription: guint = 0
  private let (answers, answer) = AsyncStream.makeStream(of: (UInt32, [String]).self)

  init(to path: String, on bus: Ref<OpaquePointer>) {
    self.bus = bus
    subscription = g_dbus_connection_signal_subscribe(
      bus.pointer, Portals.name, Portals.requestInterface, "Response", path, nil,
      G_DBUS_SIGNAL_FLAGS_NONE,
      { _, _, _, _, _, content, data in
        let response = Unmanaged<PortalResponse>.fromOpaque(data!)
          .takeUnretainedValue()
        nonisolated(unsafe) let content = content!
        MainActor.assumeIsolated { response.read(content) }
      }, Unmanaged.passUnretained(self).toOpaque(), nil)
  }

  var value: (UInt32, [String]) {
    get async {
      for await answer in answers { return answer }
      // A cancelled caller wants no other chooser.
      return (1, [])
    }
  }

  /// Answers that the portal could not show a chooser.
  func fail() { answer.yield(PortalResponse.failure) }

  private static let failure: (UInt32, [String]) = (2, [])

  func forget() { g_dbus_connection_signal_unsubscribe(bus.pointer, subscription) }

  private func read(_ content: OpaquePointer) {
    guard String(cString: g_variant_get_type_string(content)) == "(ua{sv})" else { return }
    let (code, results) = (
      g_variant_get_child_value(content, 0)!, g_variant_get_child_value(content, 1)!
    )
    defer {
      g_variant_unref(code)
      g_variant_unref(results)
    }
    let addresses = g_variant_type_new("as")
    defer { g_variant_type_free(addresses) }
    let list = g_variant_lookup_value(results, "uris", addresses)
    defer { if let list { g_variant_unref(list) } }
    let files = list.map { strings(adopting: g_variant_dup_strv($0, nil)) } ?? []
    answer.yield((g_variant_get_uint32(code), files))
  }
}
