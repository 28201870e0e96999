import CGLib
import CSoup
import GLibBridge
import Glibc
import PhotoSources

/// How near a server is: what the world may lead to, what is in this machine's network, and what is
/// on this machine.
enum Nearness: Int, Comparable {
  case world
  case network
  case machine

  static func < (left: Nearness, right: Nearness) -> Bool { left.rawValue < right.rawValue }

  /// Tells by the bytes of an address of the Internet, of either version.
  init(_ bytes: [UInt8]) {
    self = bytes.count == 4 ? Nearness.version4(bytes) : Nearness.version6(bytes)
  }

  private static func version4(_ bytes: [UInt8]) -> Nearness {
    switch (bytes[0], bytes[1], bytes[2]) {
    case (0, _, _), (127, _, _): .machine
    case (10, _, _), (172, 16...31, _), (192, 168, _), (169, 254, _), (100, 64...127, _): .network
    // For protocols, measurements, many at once, and nobody yet.
    case (192, 0, 0), (198, 18...19, _), (224..., _, _): .network
    default: .world
    }
  }

  private static func version6(_ bytes: [UInt8]) -> Nearness {
    guard bytes.count == 16 else { return .machine }
    let (start, end) = (Array(bytes[..<12]), Array(bytes[12...]))
    let zeros = [UInt8](repeating: 0, count: 10)
    switch start {
    case zeros + [0, 0] where end[..<3] == [0, 0, 0]: return .machine  // none, or the loopback
    case zeros + [0, 0], zeros + [0xFF, 0xFF]: return version4(end)
    case [0, 0x64, 0xFF, 0x9B] + zeros[..<8]: return version4(end)
    default: break
    }
    if bytes[..<2] == [0x20, 0x02] { return version4(Array(bytes[2..<6])) }
    // What is given out to the world; all else is local, or of many at once.
    return bytes[0] & 0xE0 == 0x20 ? .world : .network
  }
}

extension Nearness {
  /// Tells by a server's name, as far as it tells without being looked up.
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
      // Numbers in the old ways, such as 2130706433 and 0x7f.1.
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

/// Watches where a message's connections lead, and lets none be made that lead too near.
@MainActor
final class ConnectionWatch {
  /// How near the last server was that was tried; nil where an older connection was used.
  private(set) var nearness: Nearness?
  /// Tells whether a server was too near.
  private(set) var hasRefused = false
  /// Tells whether a proxy has yet to say that it leads on.
  private var isAtProxy = false
  private let bound: Nearness

  init(on message: Ref<OpaquePointer>, bound: Nearness) {
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

  /// Throws where what has come is no answer of the server, but what a proxy says of itself.
  func requireServer() throws(HTTPError) {
    if isAtProxy { throw .unreachable(reason: "the proxy does not lead there") }
  }

  private func look(at connection: OpaquePointer) {
    let connection = connection.cast(to: UnsafeMutablePointer<GSocketConnection>.self)
    guard let remote = g_socket_connection_get_remote_address(connection, nil) else { return }
    defer { g_object_unref(remote) }
    // What a proxy connects to is looked up by the proxy, and only the name could be judged.
    guard g_type_check_instance_is_a(remote.cast(), g_proxy_address_get_type()) == 0,
      g_type_check_instance_is_a(remote.cast(), g_inet_socket_address_get_type()) != 0,
      let address = g_inet_socket_address_get_address(remote.cast())
    else { return }
    let nearness = Nearness(address)
    self.nearness = nearness
    guard nearness > bound else { return }
    hasRefused = true
    // A closed socket does not connect; another address of the server may.
    g_socket_close(g_socket_connection_get_socket(connection), nil)
  }
}
