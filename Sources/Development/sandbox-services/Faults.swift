import CGLib
import GLibBridge
import Glibc

enum Fault: String, CaseIterable {
  /// Nobody listens on the port of the image's address.
  case refused
  /// The connection is reset, or ends in the middle of the image.
  case reset, truncated
  /// No answer comes, or one byte a second.
  case silent, trickle
  /// The image's address redirects to itself, or to an address that no program may request.
  case loop, astray
  case forbidden = "403"
  case absent = "404"
  case gone = "410"
  case tooMany = "429"
  case broken = "500"
  case busy = "503"
  /// An HTML page that claims to be a JPEG, or nothing.
  case html, zero
  /// 200 MB, with their length in the header or without.
  case huge, hugechunked
  /// A short PNG of 50,000 by 50,000 pixels.
  case bomb
  /// A JPEG that is damaged in its middle, or only half of one with a matching length.
  case corrupt, cut
  case svg, tiff

  private static let passing: Set<Fault> = [
    .reset, .silent, .truncated, .trickle, .tooMany, .broken, .busy, .html, .zero,
  ]

  /// Tells whether the real image comes after one or two requests.
  var passes: Bool { Fault.passing.contains(self) }

  /// The fault, if any, that an image has in a scenario.
  static func fault(of identity: UInt64, in scenario: Scenario) -> Fault? {
    guard scenario.faultShare > 0 else { return nil }
    let rolled = Dice.roll(scenario.seed, identity)
    guard Dice.share(rolled) < scenario.faultShare else { return nil }
    return scenario.faults[Int(Dice.roll(rolled, 1) % UInt64(scenario.faults.count))]
  }

  /// How many requests a passing fault lasts.
  static func duration(of identity: UInt64, in scenario: Scenario) -> Int {
    1 + Int(Dice.roll(scenario.seed, identity, 2) % 2)
  }

  /// Answers with the fault; `jpeg` is the answer without it.
  func answer(_ exchange: Exchange, jpeg: @autoclosure () -> [UInt8]) {
    switch self {
    case .refused: redirect(exchange, to: ClosedPort.address + "/image.jpg", status: 302)
    case .reset: exchange.drop()
    case .silent: exchange.takeConnection { $0.waitForEnd() }
    case .truncated:
      let image = jpeg()
      exchange.takeConnection(status: 200) {
        $0.send(Fault.head(length: image.count) + image.prefix(image.count / 2))
      }
    case .trickle:
      let image = jpeg()
      exchange.takeConnection(status: 200) { connection in
        var rest = image[...]
        var isOpen = connection.send(Fault.head(length: image.count))
        while isOpen, let byte = rest.popFirst() {
          isOpen = connection.send([byte])
          sleep(1)
        }
      }
    case .loop: redirect(exchange, to: exchange.request.address, status: 301)
    case .astray: redirect(exchange, to: "http://192.168.0.1/image.jpg", status: 302)
    case .forbidden, .absent, .gone, .broken, .busy:
      exchange.send(.text("Sorry.", status: UInt32(rawValue)!))
    case .tooMany: exchange.send(.tooManyRequests(retryAfter: 1))
    case .html: exchange.send(.text("<html>Please log in</html>", type: "image/jpeg"))
    case .zero: exchange.send(SandboxServer.Answer(contentType: "image/jpeg"))
    case .huge: sendHuge(exchange, length: 200_000_000)
    case .hugechunked: sendHuge(exchange, length: nil)
    case .bomb: send(exchange, OddImages.bomb, "image/png")
    case .corrupt: send(exchange, OddImages.corrupted(jpeg()), "image/jpeg")
    case .cut: send(exchange, OddImages.cut(jpeg()), "image/jpeg")
    case .svg: send(exchange, OddImages.drawing, "image/svg+xml")
    case .tiff: send(exchange, OddImages.tiff, "image/tiff")
    }
  }

  private func send(_ exchange: Exchange, _ bytes: [UInt8], _ type: String) {
    exchange.send(SandboxServer.Answer(contentType: type, body: Bytes(copying: bytes)))
  }

  private func redirect(_ exchange: Exchange, to address: String, status: UInt32) {
    exchange.send(SandboxServer.Answer(status: status, headers: ["Location": address]))
  }

  private func sendHuge(_ exchange: Exchange, length: Int?) {
    exchange.takeConnection(status: 200) { connection in
      let zeros = [UInt8](repeating: 0, count: 64_000)
      var isOpen = connection.send(Fault.head(length: length) + [0xff, 0xd8])
      for _ in 0..<3125 where isOpen { isOpen = connection.send(zeros) }
    }
  }

  private nonisolated static func head(length: Int?) -> [UInt8] {
    let lengthLine = length.map { "Content-Length: \($0)\r\n" } ?? ""
    return Array(
      "HTTP/1.1 200 OK\r\nContent-Type: image/jpeg\r\n\(lengthLine)Connection: close\r\n\r\n".utf8)
  }
}

extension SandboxServer.Answer {
  /// Wikimedia's answer to clients that ask too often, which is HTML even for images.
  static func tooManyRequests(retryAfter seconds: Int?) -> SandboxServer.Answer {
    var answer = text(
      "<!DOCTYPE html><html><body><h1>Too many requests</h1></body></html>", status: 429,
      type: "text/html")
    answer.headers["Retry-After"] = seconds.map(String.init)
    return answer
  }
}

/// A port that is reserved, so that no other program gets it, but on which nobody listens.
enum ClosedPort {
  private static let socket = g_socket_new(
    G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, nil)!

  /// The address of that port.
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

/// Counts, for each name, how often it was asked for.
struct Tally {
  private var counts: [String: Int] = [:]

  /// Counts a request, and returns how many there were before.
  mutating func count(_ name: String) -> Int {
    let before = counts[name, default: 0]
    counts[name] = before + 1
    return before
  }
}
