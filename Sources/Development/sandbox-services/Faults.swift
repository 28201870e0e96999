import CGLib
import GLibBridge

/// How an image request fails.
enum Fault: String, CaseIterable {
  case refused, reset, silent, truncated, trickle, loop, astray
  case forbidden = "403"
  case absent = "404"
  case gone = "410"
  case tooMany = "429"
  case broken = "500"
  case busy = "503"
  case html, zero, huge, hugechunked, bomb, corrupt, cut, svg, tiff

  /// All there is to know about a kind of fault: what the client meets, and whether it passes, which
  /// is to say that the real image comes when it is asked for again once or twice.
  private static let table: [Fault: (what: String, passes: Bool)] = [
    .refused: ("nobody listens: the address handed out is of a port that is closed", false),
    .reset: ("the connection is reset instead of an answer", true),
    .silent: ("no answer ever comes", true),
    .truncated: ("the connection ends in the middle of the image", true),
    .trickle: ("one byte comes a second", true),
    .loop: ("status 301, which leads to the same address", false),
    .astray: ("status 302, which leads to an address that nobody in the world may lead to", false),
    .forbidden: ("status 403", false),
    .absent: ("status 404", false),
    .gone: ("status 410", false),
    .tooMany: ("status 429 in HTML, and Retry-After: 1", true),
    .broken: ("status 500", true),
    .busy: ("status 503", true),
    .html: ("a page of HTML that calls itself a JPEG", true),
    .zero: ("nothing, properly sent", true),
    .huge: ("200 MB, as the Content-Length says", false),
    .hugechunked: ("200 MB of which nothing is said before", false),
    .bomb: ("a short PNG of 50,000 by 50,000 pixels", false),
    .corrupt: ("a JPEG that is damaged in its middle, as long as it should be", false),
    .cut: ("half a JPEG, properly sent", false),
    .svg: ("an SVG drawing", false),
    .tiff: ("a TIFF image", false),
  ]

  /// What the client meets.
  var what: String { Fault.table[self]!.what }
  /// Tells whether it goes away after one or two requests.
  var passes: Bool { Fault.table[self]!.passes }

  /// The fault, if any, that an image has in a scenario.
  static func fault(of identity: UInt64, in scenario: Scenario) -> Fault? {
    guard scenario.faultShare > 0 else { return nil }
    let rolled = Dice.roll(scenario.seed, identity)
    guard Dice.share(rolled) < scenario.faultShare else { return nil }
    return scenario.faults[Int(Dice.roll(rolled, 1) % UInt64(scenario.faults.count))]
  }

  /// How often a passing fault happens before it is over.
  static func duration(of identity: UInt64, in scenario: Scenario) -> Int {
    1 + Int(Dice.roll(scenario.seed, identity, 2) % 2)
  }

  /// Answers with the fault where `jpeg` was expected.
  func answer(_ exchange: Exchange, jpeg: @autoclosure () -> [UInt8]) {
    switch self {
    case .refused: redirect(exchange, to: ClosedPort.address + "/image.jpg", status: 302)
    case .reset: exchange.drop()
    case .silent: exchange.takeConnection { _ in }
    case .truncated:
      let image = jpeg()
      sendRaw(exchange, length: image.count, Array(image.prefix(image.count / 2)))
    case .trickle:
      let image = jpeg()
      exchange.takeConnection(status: 200) { connection in
        connection.send(Fault.head(length: image.count)) { connection.trickle(image) }
      }
    case .loop: redirect(exchange, to: exchange.request.address, status: 301)
    case .astray: redirect(exchange, to: "http://192.168.0.1/image.jpg", status: 302)
    case .forbidden, .absent, .gone, .broken, .busy:
      exchange.send(.text("Sorry.", status: UInt32(rawValue)!))
    case .tooMany: exchange.send(.tooManyRequests(retryAfter: 1))
    case .html: exchange.send(.text("<html>Please log in</html>", type: "image/jpeg"))
    case .zero: exchange.send(SandboxServer.Answer(contentType: "image/jpeg"))
    case .huge: sendHuge(exchange, length: Fault.hugeSize)
    case .hugechunked: sendHuge(exchange, length: nil)
    case .bomb: send(exchange, OddImages.bomb, "image/png")
    case .corrupt: send(exchange, OddImages.corrupted(jpeg()), "image/jpeg")
    case .cut: send(exchange, OddImages.cut(jpeg()), "image/jpeg")
    case .svg: send(exchange, OddImages.drawing, "image/svg+xml")
    case .tiff: send(exchange, OddImages.tiff, "image/tiff")
    }
  }

  /// The size of what is far too large, in bytes.
  private static let hugeSize = 200_000_000

  private func send(_ exchange: Exchange, _ bytes: [UInt8], _ type: String) {
    exchange.send(SandboxServer.Answer(contentType: type, body: Bytes(copying: bytes)))
  }

  private func redirect(_ exchange: Exchange, to address: String, status: UInt32) {
    exchange.send(SandboxServer.Answer(status: status, headers: ["Location": address]))
  }

  private func sendRaw(_ exchange: Exchange, length: Int?, _ body: [UInt8]) {
    exchange.takeConnection(status: 200) { connection in
      connection.send(Fault.head(length: length) + body) { connection.close() }
    }
  }

  private func sendHuge(_ exchange: Exchange, length: Int?) {
    exchange.takeConnection(status: 200) { connection in
      connection.send(Fault.head(length: length) + [0xff, 0xd8]) {
        connection.send(
          count: Fault.hugeSize - 2, piece: { [UInt8](repeating: 0, count: $0.count) },
          then: { connection.close() })
      }
    }
  }

  private static func head(length: Int?) -> [UInt8] {
    let lengthLine = length.map { "Content-Length: \($0)\r\n" } ?? ""
    return Array(
      "HTTP/1.1 200 OK\r\nContent-Type: image/jpeg\r\n\(lengthLine)Connection: close\r\n\r\n".utf8)
  }
}

extension SandboxServer.Answer {
  /// What Wikimedia says to those that ask too often; its pages are HTML, whatever was wanted.
  static func tooManyRequests(retryAfter seconds: Int?) -> SandboxServer.Answer {
    var answer = text(
      "<!DOCTYPE html><html><body><h1>Too many requests</h1></body></html>", status: 429,
      type: "text/html")
    answer.headers["Retry-After"] = seconds.map(String.init)
    return answer
  }
}

/// A port that is taken, so that no other program gets it, and on which nobody listens.
enum ClosedPort {
  private static let socket = g_socket_new(
    G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, nil)!

  /// The address that refuses connections.
  static let address: String = {
    let any = g_inet_socket_address_new_from_string("127.0.0.1", 0)!
    defer { g_object_unref(any) }
    g_socket_bind(socket, any, 0, nil)
    let bound = g_socket_get_local_address(socket, nil)!
    defer { g_object_unref(bound) }
    let port = g_inet_socket_address_get_port(bound.cast())
    return "http://127.0.0.1:\(port)"
  }()
}

/// How often something was asked for.
struct Tally {
  private var counts: [String: Int] = [:]

  /// Counts one more, and tells how often it was before.
  mutating func count(_ name: String) -> Int {
    let before = counts[name, default: 0]
    counts[name] = before + 1
    return before
  }
}

/// Faults on request: each kind always, at `/faults/KIND`, and the list of all at `/faults`.
enum FaultService {
  static func install(on server: SandboxServer) {
    server.serve("/faults") { (exchange: Exchange) in
      guard let name = exchange.request.parts.dropFirst().first else {
        let lines = Fault.allCases.map {
          "\($0.rawValue): \($0.what)\($0.passes ? " (passes)" : "")\n"
        }
        return exchange.send(.text(lines.joined()))
      }
      guard let fault = Fault(rawValue: name) else {
        return exchange.send(.text("no such fault", status: 404))
      }
      fault.answer(exchange, jpeg: ImageMaker.jpeg(Picture(look: 0, width: 640, height: 480)))
    }
  }
}
