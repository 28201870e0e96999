import CGLib
import CSoup
import GLibBridge

/// An HTTP server on this machine's loopback address.
final class SandboxServer {
  private let server: Ref<OpaquePointer>
  /// Where it listens, without a slash at the end.
  let address: String

  /// Listens on a port, or on any that is free.
  init(port: UInt32) throws {
    server = Ref(adopting: makeObject(soup_server_get_type()))
    let listener = server.pointer.cast(to: UnsafeMutablePointer<SoupServer>.self)
    _ = try throwingGLibError {
      soup_server_listen_local(listener, port, SOUP_SERVER_LISTEN_IPV4_ONLY, $0)
    }
    let addresses = soup_server_get_uris(listener)!
    let text = g_uri_to_string(OpaquePointer(addresses.pointee.data))!
    defer { g_free(text) }
    var address = String(cString: text)
    while address.hasSuffix("/") { address.removeLast() }
    self.address = address
  }

  /// What a service answers to a request.
  struct Answer {
    var status: UInt32 = 200
    var contentType = "text/plain"
    var body = Bytes(copying: [])
    var headers: [String: String] = [:]
  }

  /// A request as far as services look at it.
  struct Request {
    let path: String
    private let headers: OpaquePointer

    fileprivate init(path: String, headers: OpaquePointer) {
      self.path = path
      self.headers = headers
    }

    func header(_ name: String) -> String? {
      soup_message_headers_get_one(headers, name).map { String(cString: $0) }
    }
  }

  /// Lets `service` answer what is asked for below `path`.
  func serve(_ path: String, with service: @escaping (Request) -> Answer) {
    let box = Unmanaged.passRetained(ServiceBox(service)).toOpaque()
    soup_server_add_handler(
      server.pointer.cast(), path,
      { _, message, path, _, box in
        nonisolated(unsafe) let message = message!
        nonisolated(unsafe) let path = path!
        nonisolated(unsafe) let box = box!
        MainActor.assumeIsolated {
          let service = Unmanaged<ServiceBox>.fromOpaque(box).takeUnretainedValue()
          SandboxServer.answer(message, path: String(cString: path), with: service)
        }
      }, box,
      { box in Unmanaged<ServiceBox>.fromOpaque(box!).release() })
  }

  private static func answer(_ message: OpaquePointer, path: String, with service: ServiceBox) {
    let request = Request(
      path: path, headers: soup_server_message_get_request_headers(message))
    let answer = service.answer(request)
    let headers = soup_server_message_get_response_headers(message)
    for (name, value) in answer.headers { soup_message_headers_replace(headers, name, value) }
    soup_server_message_set_status(message, answer.status, nil)
    answer.body.withUnsafeBytes { body in
      soup_server_message_set_response(
        message, answer.contentType, SOUP_MEMORY_COPY,
        body.baseAddress?.assumingMemoryBound(to: CChar.self), gsize(body.count))
    }
    report("\(answer.status) \(path) \(request.header("User-Agent") ?? "-")")
  }
}

private final class ServiceBox {
  let answer: (SandboxServer.Request) -> SandboxServer.Answer
  init(_ answer: @escaping (SandboxServer.Request) -> SandboxServer.Answer) { self.answer = answer }
}
