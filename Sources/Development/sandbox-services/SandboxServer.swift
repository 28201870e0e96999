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

  struct Answer {
    var status: UInt32 = 200
    var contentType = "text/plain"
    var body = Bytes(copying: [])
    var headers: [String: String] = [:]

    static func text(_ text: String, status: UInt32 = 200, type: String = "text/plain") -> Answer {
      Answer(status: status, contentType: type, body: Bytes(copying: text.utf8))
    }
  }

  /// Lets `service` answer requests for paths below `path` at once.
  func serve(_ path: String, with service: @escaping (Request) -> Answer) {
    serve(path) { (exchange: Exchange) in exchange.send(service(exchange.request)) }
  }

  /// Lets `service` answer requests for paths below `path` in its own time.
  func serve(_ path: String, with service: @escaping (Exchange) -> Void) {
    let box = Unmanaged.passRetained(ServiceBox(service)).toOpaque()
    soup_server_add_handler(
      server.pointer.cast(), path,
      { _, message, path, _, box in
        nonisolated(unsafe) let message = message!
        nonisolated(unsafe) let path = path!
        nonisolated(unsafe) let box = box!
        MainActor.assumeIsolated {
          let service = Unmanaged<ServiceBox>.fromOpaque(box).takeUnretainedValue()
          service.answer(Exchange(message, path: String(cString: path)))
        }
      }, box,
      { box in Unmanaged<ServiceBox>.fromOpaque(box!).release() })
  }
}

private final class ServiceBox {
  let answer: (Exchange) -> Void
  init(_ answer: @escaping (Exchange) -> Void) { self.answer = answer }
}
