import CAdwaita
import CGLib
import GLibBridge
import Glibc

/// What came of asking the desktop for something.
enum PortalAnswer {
  /// It is done.
  case done
  /// The user has thought better of it.
  case cancelled
  /// The desktop could not do it.
  case failed
  /// There is nothing that could be asked.
  case missing
}

/// The desktop's services for programs, which work inside a sandbox too.
enum DesktopPortal {
  private static let name = "org.freedesktop.portal.Desktop"
  private static let path = "/org/freedesktop/portal/desktop"
  /// How long a portal is waited for, in milliseconds; it answers before the user is asked.
  private static let patience: Int32 = 5000

  /// Lets the user choose a program to open a file with.
  static func open(_ path: String) async -> PortalAnswer {
    await ask("org.freedesktop.portal.OpenURI", "OpenFile", path, ["ask": true])
  }

  /// Lets the user look at a picture as the background before it becomes that.
  static func setBackground(_ path: String) async -> PortalAnswer {
    await ask(
      "org.freedesktop.portal.Wallpaper", "SetWallpaperFile", path, ["show-preview": true])
  }

  /// Calls a method, and waits for what the user and the desktop make of it.
  private static func ask(
    _ interface: String, _ method: String, _ file: String, _ options: [String: Bool]
  ) async -> PortalAnswer {
    guard let connection = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { return .missing }
    let bus = Ref(adopting: connection)
    // It may answer before it has said what its answer will be about.
    let responses = PortalResponses(on: bus, from: name)
    do {
      guard let request = try await call(bus, interface, method, file, options) else {
        return .failed
      }
      return await responses.answer(about: request)
    } catch let error as GLibError where error.isIO(G_IO_ERROR_TIMED_OUT) {
      return .failed
    } catch {
      return .missing
    }
  }

  /// Calls a method that takes a parent window, an open file and options, and returns the path of
  /// the request that it makes of them; nil where the file cannot be given away.
  private static func call(
    _ bus: Ref<OpaquePointer>, _ interface: String, _ method: String, _ file: String,
    _ options: [String: Bool]
  ) async throws -> String? {
    let descriptor = Glibc.open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0, let files = g_unix_fd_list_new() else { return nil }
    defer { g_object_unref(files) }
    // The list has a descriptor of its own.
    let handle = g_unix_fd_list_append(files, descriptor, nil)
    close(descriptor)
    guard handle >= 0 else { return nil }
    let arguments = arguments(file: handle, options)
    let answer: OpaquePointer? = try await awaitingGIO { cancellable, ready, data in
      g_dbus_connection_call_with_unix_fd_list(
        bus.pointer, name, DesktopPortal.path, interface, method, arguments, nil,
        GDBusCallFlags(rawValue: 0), patience, files, cancellable, ready, data)
    } finish: { result, error in
      g_dbus_connection_call_with_unix_fd_list_finish(bus.pointer, nil, result, error)
    }
    guard let answer else { return nil }
    defer { g_variant_unref(answer) }
    guard String(cString: g_variant_get_type_string(answer)) == "(o)" else { return nil }
    let request = g_variant_get_child_value(answer, 0)!
    defer { g_variant_unref(request) }
    return String(cString: g_variant_get_string(request, nil))
  }

  private static func arguments(file handle: Int32, _ options: [String: Bool]) -> OpaquePointer? {
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
    return g_variant_new_tuple(parts, gsize(parts.count))
  }
}

/// What a portal says came of requests, from the moment this is made.
private final class PortalResponses {
  private struct Response: Sendable {
    var request: String
    var code: UInt32
  }

  private let bus: Ref<OpaquePointer>
  private let responses: AsyncStream<Response>
  private var subscriptions: [guint] = []

  init(on bus: Ref<OpaquePointer>, from portal: String) {
    self.bus = bus
    let (responses, arrival) = AsyncStream.makeStream(of: Response.self)
    self.responses = responses
    subscribe(portal, "org.freedesktop.portal.Request", "Response", about: nil) { path, content in
      guard let content, g_variant_n_children(content) > 0 else { return }
      let code = g_variant_get_child_value(content, 0)!
      defer { g_variant_unref(code) }
      guard String(cString: g_variant_get_type_string(code)) == "u" else { return }
      arrival.yield(Response(request: path, code: g_variant_get_uint32(code)))
    }
    // A portal that is gone answers nothing any more.
    subscribe("org.freedesktop.DBus", "org.freedesktop.DBus", "NameOwnerChanged", about: portal) {
      _, content in
      let owner = content.flatMap { g_variant_get_child_value($0, 2) }
      defer { if let owner { g_variant_unref(owner) } }
      if owner.map({ String(cString: g_variant_get_string($0, nil)).isEmpty }) == true {
        arrival.finish()
      }
    }
  }

  isolated deinit {
    for subscription in subscriptions {
      g_dbus_connection_signal_unsubscribe(bus.pointer, subscription)
    }
  }

  /// Waits for what came of a request, however long the user takes.
  func answer(about request: String) async -> PortalAnswer {
    for await response in responses where response.request == request {
      switch response.code {
      case 0: return .done
      case 1: return .cancelled
      default: return .failed
      }
    }
    return .failed
  }

  private func subscribe(
    _ sender: String, _ interface: String, _ signal: String, about subject: String?,
    _ handler: @escaping @MainActor (String, OpaquePointer?) -> Void
  ) {
    let box = Unmanaged.passRetained(SignalBox(handler)).toOpaque()
    subscriptions.append(
      g_dbus_connection_signal_subscribe(
        bus.pointer, sender, interface, signal, nil, subject, GDBusSignalFlags(rawValue: 0),
        { _, _, path, _, _, content, box in
          nonisolated(unsafe) let box = Unmanaged<SignalBox>.fromOpaque(box!).takeUnretainedValue()
          nonisolated(unsafe) let content = content
          let path = path.map { String(cString: $0) } ?? ""
          MainActor.assumeIsolated { box.call(path, content) }
        }, box, { box in Unmanaged<SignalBox>.fromOpaque(box!).release() }))
  }
}

private nonisolated final class SignalBox {
  let call: @MainActor (String, OpaquePointer?) -> Void
  init(_ call: @escaping @MainActor (String, OpaquePointer?) -> Void) { self.call = call }
}
