import Foundation

/// Listens on a free port of this machine.
public func listenOnLoopback() throws -> (listener: Int32, port: UInt16) {
  let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  var name = sockaddr_in()
  name.sin_family = sa_family_t(AF_INET)
  name.sin_addr.s_addr = inet_addr("127.0.0.1")
  var size = socklen_t(MemoryLayout<sockaddr_in>.size)
  let listens = withUnsafeMutablePointer(to: &name) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      bind(listener, $0, size) == 0 && listen(listener, 64) == 0
        && getsockname(listener, $0, &size) == 0
    }
  }
  guard listens else { throw POSIXError(.EADDRNOTAVAIL) }
  return (listener, UInt16(bigEndian: name.sin_port))
}
