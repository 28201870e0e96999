import CGLib
import CSoup
import Files
import Foundation
import GLibBridge
import LoopTesting
import TestSupport
import WebServices
import XCTest

@testable import SoupHTTP

final class SoupClientTests: XCTestCase {
  func testAnAnswerArrivesWithItsTagAndIsNotSentTwice() throws {
    try withServer { client, address in
      let first = try await client.fetch("\(address)/tagged", limit: 100)
      XCTAssertEqual(first.head.status, 200)
      XCTAssertEqual(first.body.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }, "hello")
      let tag = try XCTUnwrap(first.entityTag)
      let second = try await client.fetch("\(address)/tagged", entityTag: tag, limit: 100)
      XCTAssertEqual(second.head.status, 304)
      XCTAssertEqual(second.body.count, 0)
    }
  }

  func testAnAnswerSaysHowLongItMayBeKept() throws {
    try withServer { client, address in
      for (path, lifetime) in [
        ("tagged", nil), ("hour", 3600), ("spent", 3000), ("daily", 0), ("ended", 0), ("odd", 0),
      ] {
        let answer = try await client.fetch("\(address)/\(path)", limit: 100)
        XCTAssertEqual(answer.lifetime, lifetime, path)
      }
      let lasting = try await client.fetch("\(address)/lasting", limit: 100).lifetime
      XCTAssertGreaterThan(lasting ?? 0, 1_000_000)
    }
  }

  func testTheClientSaysItsName() throws {
    try withServer { client, address in
      func name() async throws -> String {
        let answer = try await client.fetch("\(address)/who", limit: 100)
        return answer.body.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
      }
      let first = try await name()
      XCTAssertEqual(first, "Tester/1 (test)")
      client.userAgent = "Tester/2 (test)"
      let second = try await name()
      XCTAssertEqual(second, "Tester/2 (test)")
    }
  }

  func testANameHasNothingThatEndsItsContacts() {
    func name(_ contacts: String...) -> String {
      SoupClient.userAgent(of: "Tester/1", contacts: contacts)
    }
    XCTAssertEqual(name("https://example.org", ""), "Tester/1 (https://example.org) libsoup/3")
    XCTAssertEqual(
      name("https://example.org", " me@example.org "),
      "Tester/1 (https://example.org; me@example.org) libsoup/3")
    XCTAssertEqual(
      name("me@example.org)\r\nCookie: a\\;ü"), "Tester/1 (me@example.orgCookie:a) libsoup/3")
  }

  func testRedirectsAreFollowedButNotForEver() throws {
    try withServer { client, address in
      let answer = try await client.fetch("\(address)/moved", limit: 100)
      XCTAssertEqual(answer.head.status, 200)
      await expect(.tooManyRedirects) { try await client.fetch("\(address)/loop", limit: 100) }
    }
  }

  func testRedirectsToForbiddenPlacesAreRefused() throws {
    try withServer { client, address in
      await expect(.forbiddenAddress) { try await client.fetch("\(address)/away", limit: 100) }
      await expect(.forbiddenAddress) { try await client.fetch("\(address)/file", limit: 100) }
    }
  }

  func testAnAnswerWithoutEndIsCutOff() throws {
    try withServer { client, address in
      await expect(.tooLong) { try await client.fetch("\(address)/long", limit: 100_000) }
    }
  }

  func testAddressesThatMayNotBeAskedAreNotAsked() throws {
    try withServer { client, _ in
      for address in [
        "http://example.org/", "file:///etc/passwd", "nonsense", "",
        #"http://127.0.0.1\@localhost:9/"#, "http://127.0.0.1%2f@elsewhere.example/",
      ] {
        await expect(.forbiddenAddress) { try await client.fetch(address, limit: 100) }
      }
    }
  }

  func testAServiceLeadsToThisMachineOnlyWhereItIsItself() throws {
    try withServer { client, address in
      let folder = TemporaryFolder()
      let file = IncomingFile(path: folder.newPath())
      for endpoint in [
        "https://commons.example/w/api.php", "https://192.168.0.9/api",
        "https://127.0.0.1.example/",
        "", "nonsense",
      ] {
        await expect(.forbiddenAddress) {
          try await client.download(
            "\(address)/tagged", of: endpoint, into: file, limit: 100)
        }
      }
      XCTAssertFalse(FileManager.default.fileExists(atPath: file.path))
      for endpoint in ["http://127.0.0.1:1/api", "https://localhost/", "http://[::1]/"] {
        let head = try await client.download(
          "\(address)/moved", of: endpoint, into: file, limit: 100)
        XCTAssertEqual(head.status, 200)
        await WorkQueue.shared.run { file.discard() }
      }
    }
  }

  func testANameThatTurnsOutToBeOfThisMachineIsNotAsked() throws {
    let hosts = try String(contentsOfFile: "/etc/hosts", encoding: .utf8).split(separator: "\n")
    let names = hosts.filter { $0.hasPrefix("127.") || $0.hasPrefix("::1") }
      .flatMap { $0.split { $0.isWhitespace }.dropFirst() }
    guard let name = names.first(where: { ServerLocation(host: String($0)) == nil }) else {
      throw XCTSkip("this machine has no name but localhost")
    }
    try withServer { client, address in
      let port = address.split(separator: ":").last!
      let secret = "https://\(name):\(port)/tagged"
      let folder = TemporaryFolder()
      let file = IncomingFile(path: folder.newPath())
      await expect(.forbiddenAddress) {
        try await client.download(
          secret, of: "https://commons.example/", into: file, limit: 100)
      }
      // Whoever is there may lead there, and finds nobody.
      do {
        _ = try await client.download(
          "https://\(name):9/", of: "http://127.0.0.1/", into: file, limit: 100)
        XCTFail("an answer that cannot be")
      } catch HTTPError.unreachable {}
    }
  }

  func testAServerThatIsNotThereIsUnreachable() throws {
    try withServer { client, _ in
      do {
        _ = try await client.fetch("http://127.0.0.1:9/", limit: 100)
        XCTFail("an answer from nowhere")
      } catch HTTPError.unreachable(let reason) {
        XCTAssertFalse(reason.isEmpty)
      }
    }
  }

  func testAServerThatSaysNothingIsToldFromOneThatIsNotThere() throws {
    var limits = SoupClient.TimeLimits()
    limits.silence = 1
    try withServer(limits: limits) { client, address in
      await expect(.silent) { try await client.fetch("\(address)/never", limit: 100) }
    }
  }

  func testAnAnswerThatComesWithoutAnEndIsGivenUp() throws {
    var limits = SoupClient.TimeLimits()
    limits.longest = 0.3
    try withServer(limits: limits) { client, address in
      let folder = TemporaryFolder()
      let file = IncomingFile(path: folder.newPath())
      for path in ["/drip", "/never"] {
        do {
          _ = try await client.download(
            "\(address)\(path)", of: address, into: file, limit: 10_000)
          XCTFail("an answer that never ended")
        } catch HTTPError.unreachable {
          XCTAssertFalse(FileManager.default.fileExists(atPath: file.path))
        }
      }
    }
  }

  func testACancelledRequestEnds() throws {
    try withServer { client, address in
      let waiting = Task { @MainActor in try await client.fetch("\(address)/never", limit: 100) }
      try await Task.sleep(for: .milliseconds(50))
      waiting.cancel()
      do {
        _ = try await waiting.value
        XCTFail("an answer that was never sent")
      } catch {
        XCTAssertTrue(error is CancellationError, "\(error)")
      }
    }
  }
}

@MainActor
private func expect<Value>(
  _ expected: HTTPError, line: UInt = #line, _ work: () async throws -> Value
) async {
  do {
    _ = try await work()
    XCTFail("nothing was thrown", line: line)
  } catch {
    XCTAssertEqual(error as? HTTPError, expected, line: line)
  }
}

/// Runs `body` on GLib's loop, with a client and a server on this machine.
private func withServer(
  limits: SoupClient.TimeLimits = SoupClient.TimeLimits(),
  _ body: @escaping @MainActor (SoupClient, String) async throws -> Void
) throws {
  try onMainLoop {
    let server = try TestServer()
    let client = SoupClient(userAgent: "Tester/1 (test)", limits: limits)
    try await body(client, server.address)
  }
}

/// A server with one path for each way to answer.
@MainActor
private final class TestServer {
  private let server: Ref<OpaquePointer>
  let address: String

  init() throws {
    server = Ref(adopting: makeObject(soup_server_get_type()))
    let listener = server.pointer.cast(to: UnsafeMutablePointer<SoupServer>.self)
    _ = try throwingGLibError {
      soup_server_listen_local(listener, 0, SOUP_SERVER_LISTEN_IPV4_ONLY, $0)
    }
    let addresses = soup_server_get_uris(listener)!
    address = "http://127.0.0.1:\(g_uri_get_port(OpaquePointer(addresses.pointee.data)))"
    soup_server_add_handler(
      listener, nil,
      { server, message, path, _, _ in
        nonisolated(unsafe) let message = message!
        nonisolated(unsafe) let server = server!
        let path = String(cString: path!)
        MainActor.assumeIsolated { TestServer.answer(message, server, path) }
      }, nil, nil)
  }

  private static func answer(
    _ message: OpaquePointer, _ server: UnsafeMutablePointer<SoupServer>, _ path: String
  ) {
    let asked = soup_server_message_get_request_headers(message)
    let sent = soup_server_message_get_response_headers(message)
    func send(_ status: UInt32, _ body: String = "", location: String? = nil) {
      soup_server_message_set_status(message, status, nil)
      if let location { soup_message_headers_replace(sent, "Location", location) }
      soup_server_message_set_response(
        message, "text/plain", SOUP_MEMORY_COPY, body, gsize(body.utf8.count))
    }
    func header(_ name: String) -> String? {
      soup_message_headers_get_one(asked, name).map { String(cString: $0) }
    }
    switch path {
    case "/tagged":
      soup_message_headers_replace(sent, "ETag", "\"v1\"")
      header("If-None-Match") == "\"v1\"" ? send(304) : send(200, "hello")
    case "/hour", "/spent":
      soup_message_headers_replace(sent, "Cache-Control", "public, max-age=3600")
      soup_message_headers_replace(sent, "Expires", "0")
      if path == "/spent" { soup_message_headers_replace(sent, "Age", "600") }
      send(200)
    case "/daily":
      soup_message_headers_replace(sent, "Cache-Control", "max-age=86400, no-cache")
      send(200)
    case "/ended", "/odd", "/lasting":
      let dates = [
        "/ended": "Thu, 01 Jan 2026 00:00:00 GMT", "/lasting": "Thu, 01 Jan 2099 00:00:00 GMT",
      ]
      soup_message_headers_replace(sent, "Expires", dates[path] ?? "some day")
      send(200)
    case "/who": send(200, header("User-Agent") ?? "")
    case "/moved": send(301, location: "/tagged")
    case "/loop": send(302, location: "/loop")
    case "/away": send(302, location: "http://example.org/")
    case "/file": send(302, location: "file:///etc/passwd")
    case "/long": send(200, String(repeating: "x", count: 1_000_000))
    case "/never": soup_server_pause_message(server, message)
    case "/drip": drip(message, server)
    default: send(404)
    }
  }

  /// Sends a byte now and then, and never the last.
  private static func drip(
    _ message: OpaquePointer, _ server: UnsafeMutablePointer<SoupServer>
  ) {
    soup_server_message_set_status(message, 200, nil)
    let sent = soup_server_message_get_response_headers(message)
    soup_message_headers_set_encoding(sent, SOUP_ENCODING_CHUNKED)
    let (message, server) = (Ref(retaining: message), Ref(retaining: server))
    let byte = Bytes(copying: [120])
    let dripping = Task {
      while !Task.isCancelled {
        soup_message_body_append_bytes(
          soup_server_message_get_response_body(message.pointer), byte.pointer)
        soup_server_unpause_message(server.pointer, message.pointer)
        try? await Task.sleep(for: .milliseconds(20))
      }
    }
    message.pointer.on("finished") { dripping.cancel() }
  }
}
