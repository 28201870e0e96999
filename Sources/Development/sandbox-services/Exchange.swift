import CGLib
import CSoup
import Foundation
import GLibBridge

/// A request as far as services look at it.
struct Request {
  /// The path, with its percent signs resolved.
  let path: String
  /// The path and the query as they were sent.
  let address: String
  /// The query's values by their names, resolved once, as every server does.
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

  /// The parts of the path between its slashes.
  var parts: [String] { path.split(separator: "/").map(String.init) }

  /// Tells whether the client says who it is and how to reach its makers, as Wikimedia demands:
  /// with an address in parentheses.
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

/// A request that is answered once, now or later, or whose connection is taken over.
final class Exchange {
  let request: Request
  private let message: Ref<OpaquePointer>
  private var isPaused = false

  init(_ message: OpaquePointer, path: String) {
    self.message = Ref(retaining: message)
    request = Request(path: path, message: message)
  }

  /// Answers.
  func send(_ answer: SandboxServer.Answer) {
    let message = message.pointer
    let headers = soup_server_message_get_response_headers(message)
    for (name, value) in answer.headers { soup_message_headers_replace(headers, name, value) }
    soup_server_message_set_status(message, answer.status, nil)
    // An answer that nothing has changed says nothing of what there is; libsoup takes no empty bodies.
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

  /// Lets the client wait until something is sent.
  func wait() {
    guard !isPaused else { return }
    isPaused = true
    soup_server_message_pause(message.pointer)
  }

  /// Goes on with `work` after a while, or at once where that is none.
  func wait(milliseconds: Int, then work: @escaping @MainActor () -> Void) {
    guard milliseconds > 0 else { return work() }
    wait()
    MainLoop.after(milliseconds: UInt32(milliseconds), work)
  }

  /// Gives the connection to `work` on a thread, which may do with it what no proper server does.
  func takeConnection(status: Int = 0, _ work: @escaping @Sendable (RawConnection) -> Void) {
    // A connection cannot be taken from under the handler that libsoup is calling.
    wait()
    MainLoop.whenIdle(priority: G_PRIORITY_DEFAULT) { [self] in
      reportRequest(status: status)
      RawConnection.steal(from: message.pointer, work)
    }
  }

  /// Ends the connection without an answer, as a network does that goes away.
  func drop() { takeConnection { $0.reset() } }

  private func reportRequest(status: Int) {
    // Nobody's key belongs into a log.
    var address = request.address
    if let key = address.firstRange(of: "api_key=") {
      let end = address[key.upperBound...].firstIndex(of: "&") ?? address.endIndex
      address.replaceSubrange(key.upperBound..<end, with: "…")
    }
    report("\(status) \(address) \(request.header("User-Agent") ?? "-")")
  }
}
