import Foundation
import LoopTesting
import Synchronization
import TestDesk
import XCTest

/// A desktop whose way to the world leads over a proxy.
final class ProxyTests: AlbumWalkthrough {
  func testTheWayToTheWorldLeadsOverTheSystemsProxyAndWhatItRefusesIsSaid() throws {
    let proxy = try RefusingProxy()
    try person.writeSettings([
      "commons-endpoint": "'https://commons.example/w/api.php'", "photo-source": "'commons'",
      "tile-url": "'https://tiles.example/{z}/{x}/{y}.png'", "prefetch": "true",
    ])
    try launch(environment: [
      "GIO_USE_PROXY_RESOLVER": "libproxy", "https_proxy": proxy.address,
      "http_proxy": proxy.address, "no_proxy": "127.0.0.1",
    ])
    _ = try app.waitFor("Map")
    try openNewAlbum()
    _ = try app.waitFor("The photo service cannot be reached. Check your connection.")
    // It looks the names up, and nobody here does.
    for host in ["commons.example", "tiles.example"] {
      try watch(for: host) {
        proxy.requests.contains { $0.hasPrefix("CONNECT \(host):443 ") } ? true : nil
      }
    }
    XCTAssertEqual(try waitForPins(1).count, 1)
    try quit()
  }
}

/// A proxy that leads nowhere, and notes the first line of each request.
private final class RefusingProxy: Sendable {
  private let listener: Int32
  private let lines = Mutex<[String]>([])
  let address: String

  var requests: [String] { lines.withLock { $0 } }

  init() throws {
    let (listener, port) = try listenOnLoopback()
    self.listener = listener
    address = "http://127.0.0.1:\(port)"
    Thread.detachNewThread { [weak self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        self?.refuse(connection)
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  private func refuse(_ connection: Int32) {
    defer { close(connection) }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = recv(connection, &buffer, buffer.count, 0)
    let request = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    lines.withLock { $0 += request.split(separator: "\r\n").prefix(1).map(String.init) }
    let answer = "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n"
    _ = send(connection, answer, answer.utf8.count, Int32(MSG_NOSIGNAL))
  }
}
