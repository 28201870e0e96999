import CGLib
import CSoup
import GLibBridge
import Glibc
import WebServices

/// The location of a server: on the internet, in the local network, or on this machine; nearer ones
/// compare greater.
enum ServerLocation: Comparable {
  case world, network, machine

  /// Classifies the bytes of an IP address of either version.
  init(_ bytes: [UInt8]) {
    self = bytes.count == 4 ? ServerLocation.version4(bytes) : ServerLocation.version6(bytes)
  }

  private static func version4(_ bytes: [UInt8]) -> ServerLocation {
    switch (bytes[0], bytes[1], bytes[2]) {
    case (0, _, _), (127, _, _): .machine
    case (10, _, _), (172, 16...31, _), (192, 168, _), (169, 254, _), (100, 64...127, _): .network
    // Reserved for protocols, benchmarks and multicast.
    case (192, 0, 0), (198, 18...19, _), (224..., _, _): .network
    default: .world
    }
  }

  private static func version6(_ bytes: [UInt8]) -> ServerLocation {
    guard bytes.count == 16 else { return .machine }
    let (start, end) = (Array(bytes[..<12]), Array(bytes[12...]))
    let zeros = [UInt8](repeating: 0, count: 10)
    switch start {
    case zeros + [0, 0] where end[..<3] == [0, 0, 0]: return .machine  // unspecified or loopback
    case zeros + [0, 0], zeros + [0xFF, 0xFF]: return version4(end)
    case [0, 0x64, 0xFF, 0x9B] + zeros[..<8]: return version4(end)
    default: break
    }
    if bytes[..<2] == [0x20, 0x02] { return version4(Array(bytes[2..<6])) }
    // 2000::/3 is global unicast; all else is local or multicast.
    return bytes[0] & 0xE0 == 0x20 ? .world : .network
  }
}

extension ServerLocation {
  /// Classifies a server's name; nil if that needs a lookup.
  init?(host: String) {
    var name = host[...]
    while name.hasSuffix(".") { name.removeLast() }
    if name == "localhost" || name.hasSuffix(".localhost") {
      self = .machine
    } else if name.hasSuffix(".local") || name.hasSuffix(".home.arpa") {
      self = .network
    } else if let address = g_inet_address_new_from_string(String(name)) {
      defer { g_object_unref(address) }
      self.init(address)
    } else {
      // Numbers in legacy notations, such as 2130706433 and 0x7f.1.
      var number = in_addr()
      guard inet_aton(String(name), &number) != 0 else { return nil }
      self.init(withUnsafeBytes(of: number.s_addr) { Array($0) })
    }
  }

  init(_ address: UnsafeMutablePointer<GInetAddress>) {
    let count = Int(g_inet_address_get_native_size(address))
    self.init(Array(UnsafeBufferPointer(start: g_inet_address_to_bytes(address), count: count)))
  }
}

/// Watches a message's connections, and refuses those nearer than allowed.
@MainActor
final class ConnectionWatch {
  /// The location of the server tried last; nil if an existing connection was used.
  private(set) var location: ServerLocation?
  private(set) var hasRefused = false
  /// Whether a proxy has been reached, but not yet the server behind it.
  private var isAtProxy = false
  private let bound: ServerLocation

  init(on message: Ref<OpaquePointer>, bound: ServerLocation) {
    self.bound = bound
    message.pointer.on("network-event") {
      [weak self] (event: UInt32, connection: OpaquePointer?) in
      switch GSocketClientEvent(event) {
      case G_SOCKET_CLIENT_CONNECTING: if let connection { self?.look(at: connection) }
      case G_SOCKET_CLIENT_PROXY_NEGOTIATING: self?.isAtProxy = true
      case G_SOCKET_CLIENT_PROXY_NEGOTIATED: self?.isAtProxy = false
      default: break
      }
    }
  }

  /// Throws if the answer came from a proxy and not from the server.
  func requireServer() throws(HTTPError) {
    if isAtProxy { throw .unreachable(reason: "the proxy does not lead there") }
  }

  private func look(at connection: OpaquePointer) {
    let connection = connection.cast(to: UnsafeMutablePointer<GSocketConnection>.self)
    guard let remote = g_socket_connection_get_remote_address(connection, nil) else { return }
    defer { g_object_unref(remote) }
    // A proxy looks the server's name up itself, so there is no address to check.
    guard g_type_check_instance_is_a(remote.cast(), g_proxy_address_get_type()) == 0,
      g_type_check_instance_is_a(remote.cast(), g_inet_socket_address_get_type()) != 0,
      let address = g_inet_socket_address_get_address(remote.cast())
    else { return }
    let location = ServerLocation(address)
    self.location = location
    guard location > bound else { return }
    hasRefused = true
    // Closing the socket makes this attempt fail; libsoup may try another address of the server.
    g_socket_close(g_socket_connection_get_socket(connection), nil)
  }
}
