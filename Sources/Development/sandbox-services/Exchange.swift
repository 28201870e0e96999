import CGLib
import CSoup
import Foundation
import GLibBridge

/// A request, as far as the services read it.
struct Request {
  /// The path, with percent signs decoded.
  let path: String
  /// The path and the query as they were sent.
  let address: String
  /// The decoded values of the query by their names; of repeated names, one.
  let query: [String: String]
  private let headers: OpaquePointer

  fileprivate init(path: String, message: OpaquePointer) {
    self.path = path
    headers = soup_server_message_get_request_headers(message)
    let uri = soup_server_message_get_uri(message)
    let rawPath = g_uri_get_path(uri).map { String(cString: $0) } ?? path
    let rawQuery = g_uri_get_query(uri).map { String(cString: $0) }
    address = rawPath + (rawQuery.map { "?\($0)" } ?? "")
    query = Request.values(in: rawQuery ?? "")
  }

  func header(_ name: String) -> String? {
    soup_message_headers_get_one(headers, name).map { String(cString: $0) }
  }

  var parts: [String] { path.split(separator: "/").map(String.init) }

  /// Tells whether the client identifies itself and has an address in parentheses, as Wikimedia
  /// demands.
  var isIdentified: Bool {
    guard let agent = header("User-Agent"), let start = agent.firstIndex(of: "("),
      let end = agent[start...].firstIndex(of: ")")
    else { return false }
    let contact = agent[start..<end]
    return contact.contains("@") || contact.contains("http")
  }

  private static func values(in query: String) -> [String: String] {
    var address = URLComponents()
    address.percentEncodedQuery = query.replacing("+", with: "%20")
    return (address.queryItems ?? []).reduce(into: [:]) { $0[$1.name] = $1.value ?? "" }
  }
}

/// A request and its answer, which is sent once, now or later; or its connection is taken over.
final class Exchange {
  let request: Request
  private let message: Ref<OpaquePointer>
  private var isPaused = false

  init(_ message: OpaquePointer, path: String) {
    self.message = Ref(retaining: message)
    request = Request(path: path, message: message)
  }

  func send(_ answer: SandboxServer.Answer) {
    let message = message.pointer
    let headers = soup_server_message_get_response_headers(message)
    for (name, value) in answer.headers { soup_message_headers_replace(headers, name, value) }
    soup_server_message_set_status(message, answer.status, nil)
    // An answer with status 304 has no content type; libsoup accepts no empty bodies.
    if answer.status != 304 {
      soup_message_headers_replace(headers, "Content-Type", answer.contentType)
      if answer.body.count > 0 {
        soup_message_body_append_bytes(
          soup_server_message_get_response_body(message), answer.body.pointer)
      }
    }
    reportRequest(status: Int(answer.status))
    if isPaused { soup_server_message_unpause(message) }
  }

  /// Keeps the client waiting until something is sent.
  func wait() {
    guard !isPaused else { return }
    isPaused = true
    soup_server_message_pause(message.pointer)
  }

  /// Runs `work` after a delay; at once if that is zero.
  func wait(milliseconds: Int, then work: @escaping @MainActor () -> Void) {
    guard milliseconds > 0 else { return work() }
    wait()
    MainLoop.after(milliseconds: UInt32(milliseconds), work)
  }

  /// Passes the connection to `work` on a thread of its own, which may violate the protocol.
  func takeConnection(status: Int = 0, _ work: @escaping @Sendable (RawConnection) -> Void) {
    // libsoup is calling a handler, under which the connection cannot be taken away.
    wait()
    MainLoop.whenIdle(priority: G_PRIORITY_DEFAULT) { [self] in
      reportRequest(status: status)
      RawConnection.steal(from: message.pointer, work)
    }
  }

  /// Ends the connection without an answer, like a network that has gone.
  func drop() { takeConnection { $0.reset() } }

  private func reportRequest(status: Int) {
    // A key must not be printed.
    var address = request.address
    if let key = address.firstRange(of: "api_key=") {
      let end = address[key.upperBound...].firstIndex(of: "&") ?? address.endIndex
      address.replaceSubrange(key.upperBound..<end, with: "…")
    }
    report("\(status) \(address) \(request.header("User-Agent") ?? "-")")
  }
}
