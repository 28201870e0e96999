import CGLib
public import Foundation
import Glibc
import Synchronization

/// A fake desktop portal, which asks no user and records its calls.
public final class Portal: FakeService, @unchecked Sendable {
  public enum Answer: Sendable {
    /// The user agrees.
    case agreed
    /// The user cancels.
    case cancelled
    /// The request fails.
    case failed
    /// The user is asked, but does not answer.
    case asking
    /// The portal lacks the method.
    case refused
    /// The portal does not reply.
    case silent
  }

  public struct Call: Sendable {
    /// The method, such as `OpenURI.OpenFile`.
    public let method: String
    /// The caller's window, as portals identify it.
    public let parent: String
    /// The options in GVariant's text form.
    public let options: String
    /// The path of the passed file or, for the end of a request, the path of that request.
    public let path: String
    public let content: Data
  }

  private struct State {
    var answer: Answer
    var prints = false
    var choice: [URL] = []
    var calls: [Call] = []
  }

  private let state: Mutex<State>
  static let name = "org.freedesktop.portal.Desktop"
  private static let root = "/org/freedesktop/portal/desktop"

  init(bus address: String, answer: Answer) throws {
    state = Mutex(State(answer: answer))
    try super.init(Portal.name, bus: address)
  }

  public var calls: [Call] { state.withLock { $0.calls } }

  public func answer(_ answer: Answer) { state.withLock { $0.answer = answer } }

  /// Sets the files that the user chooses in later calls; a sandbox gets access to them.
  public func choose(_ files: URL...) throws {
    let chosen = try files.map { file in
      try Desk.sandbox.map { try Documents.export(file, to: $0, on: connection) } ?? file
    }
    state.withLock { $0.choice = chosen }
  }

  /// Lets programs print through the portal, which GTK does from version 4.18 on wherever it can.
  public func startPrinting() { state.withLock { $0.prints = true } }

  /// The methods, and where their options are among the arguments.
  private static let methods: [String: gsize] = [
    "OpenURI.OpenFile": 2, "Wallpaper.SetWallpaperFile": 2, "FileChooser.SaveFile": 2,
    "FileChooser.OpenFile": 2, "Secret.RetrieveSecret": 1, "Inhibit.Inhibit": 2,
    "Print.PreparePrint": 4, "Print.Print": 3,
  ]

  override func answer(_ call: OpaquePointer, _ method: String) -> Bool {
    switch method {
    case "Get"
    where Portal.interface(askedBy: call).hasSuffix(".Print") && !state.withLock { $0.prints }:
      return false
    // Programs in a sandbox ask for a portal of secrets and for a network before they use portals.
    case "Get": reply(to: call, [g_variant_new_variant(g_variant_new_uint32(1))])
    case "GetAvailable": reply(to: call, [g_variant_new_boolean(1)])
    case "GetMetered": reply(to: call, [g_variant_new_boolean(0)])
    case "GetConnectivity": reply(to: call, [g_variant_new_uint32(4)])
    case "Close":
      let path = g_dbus_message_get_path(call).map { String(cString: $0) } ?? ""
      let end = Call(method: "Request.Close", parent: "", options: "", path: path, content: Data())
      state.withLock { $0.calls.append(end) }
      reply(to: call)
    default: return take(call, method)
    }
    return true
  }

  /// The interface whose property a call of `Get` asks for.
  private static func interface(askedBy call: OpaquePointer) -> String {
    guard let body = g_dbus_message_get_body(call) else { return "" }
    let name = g_variant_get_child_value(body, 0)!
    defer { g_variant_unref(name) }
    return String(cString: g_variant_get_string(name, nil))
  }

  /// Handles a message if it is a call of one of the methods.
  private func take(_ message: OpaquePointer, _ member: String) -> Bool {
    guard let interface = g_dbus_message_get_interface(message).map({ String(cString: $0) }),
      let sender = g_dbus_message_get_sender(message).map({ String(cString: $0) }),
      let kind = interface.split(separator: ".").last,
      let place = Portal.methods["\(kind).\(member)"],
      let body = g_dbus_message_get_body(message)
    else { return false }
    let isSecret = kind == "Secret"
    if isSecret { Portal.tellSecret(to: g_dbus_message_get_unix_fd_list(message)) }
    let (parent, options) = (
      g_variant_get_child_value(body, 0)!, g_variant_get_child_value(body, place)!
    )
    defer {
      g_variant_unref(parent)
      g_variant_unref(options)
    }
    let text = g_variant_print(options, 0)!
    defer { g_free(text) }
    let (path, content) = Portal.file(g_dbus_message_get_unix_fd_list(message))
    let call = Call(
      method: "\(kind).\(member)",
      parent: isSecret ? "" : String(cString: g_variant_get_string(parent, nil)),
      options: PseudoLanguage.heard(String(cString: text)), path: path, content: content)
    let answer = state.withLock {
      $0.calls.append(call)
      return $0.answer
    }
    switch answer {
    case .silent: break
    case .refused:
      send(
        g_dbus_message_new_method_error_literal(
          message, "org.freedesktop.DBus.Error.UnknownMethod", "There is no such method"))
    case .agreed, .cancelled, .failed, .asking:
      let path = request(of: sender, options)
      reply(to: message, [g_variant_new_object_path(path)])
      guard let code = answer.code else { break }
      // libsecret begins to listen only after the reply.
      DispatchQueue.global().asyncAfter(deadline: .now() + (isSecret ? 0.2 : 0)) {
        self.respond(code, to: sender, about: path, isPrinter: member == "PreparePrint")
      }
    }
    return true
  }

  /// Passes the secret of a program, with which libsecret encrypts the keyring of a sandbox.
  private static func tellSecret(to files: UnsafeMutablePointer<GUnixFDList>?) {
    let descriptor = files.map { g_unix_fd_list_get($0, 0, nil) } ?? -1
    guard descriptor >= 0 else { return }
    defer { Glibc.close(descriptor) }
    _ = Glibc.write(descriptor, [UInt8](repeating: 42, count: 64), 64)
  }

  private static func file(_ files: UnsafeMutablePointer<GUnixFDList>?) -> (String, Data) {
    let descriptor = files.map { g_unix_fd_list_get($0, 0, nil) } ?? -1
    guard descriptor >= 0 else { return ("", Data()) }
    defer { Glibc.close(descriptor) }
    // The descriptor may have been opened without the right to read, and the file may have no name.
    let link = "/proc/self/fd/\(descriptor)"
    let path = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
    return (path ?? "", FileManager.default.contents(atPath: link) ?? Data())
  }

  /// The path of a request, which the caller computes in advance.
  private func request(of sender: String, _ options: OpaquePointer) -> String {
    let text = g_variant_type_new("s")
    defer { g_variant_type_free(text) }
    let token = g_variant_lookup_value(options, "handle_token", text)
    defer { if let token { g_variant_unref(token) } }
    let name = token.map { String(cString: g_variant_get_string($0, nil)) } ?? "t"
    let client = sender.dropFirst().replacing(".", with: "_")
    return "\(Portal.root)/request/\(client)/\(name)"
  }

  private func respond(
    _ code: UInt32, to sender: String, about path: String, isPrinter: Bool
  ) {
    let results = g_variant_dict_new(nil)!
    defer { g_variant_dict_unref(results) }
    let choice = state.withLock { $0.choice }
    if code == 0, !choice.isEmpty {
      let addresses = choice.map { g_variant_new_string($0.absoluteString) }
      g_variant_dict_insert_value(
        results, "uris", g_variant_new_array(nil, addresses, gsize(addresses.count)))
    }
    if code == 0, isPrinter {
      // A printer and paper as the program proposed them.
      for name in ["settings", "page-setup"] {
        let values = g_variant_dict_new(nil)!
        g_variant_dict_insert_value(results, name, g_variant_dict_end(values))
        g_variant_dict_unref(values)
      }
      g_variant_dict_insert_value(results, "token", g_variant_new_uint32(1))
    }
    g_dbus_connection_emit_signal(
      connection, sender, path, "org.freedesktop.portal.Request", "Response",
      g_variant_new_tuple([g_variant_new_uint32(code), g_variant_dict_end(results)], 2), nil)
  }
}

extension Portal.Answer {
  /// The response code; nil if there is no response.
  fileprivate var code: UInt32? {
    switch self {
    case .agreed: 0
    case .cancelled: 1
    case .failed: 2
    case .asking, .refused, .silent: nil
    }
  }
}
