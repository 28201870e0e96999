import CGLib
import CSoup
import Foundation
import GLibBridge
import LoopTesting
import SoupHTTP
import TestSupport
import WebServices
import XCTest

/// Servers that close a connection at the moment when it is used again.
final class RestartTests: XCTestCase {
  func testARequestWhoseConnectionClosesUnderItIsAskedAgainAndAnswered() throws {
    try askAgain(whereTheNextAnswersAtOnce: false)
  }

  func testAnAnswerThatIsThereBeforeTheFirstFailureIsToldEndsNothing() throws {
    try askAgain(whereTheNextAnswersAtOnce: true)
  }

  private func askAgain(whereTheNextAnswersAtOnce answersAtOnce: Bool) throws {
    try onMainLoop {
      let server = try PlainServer()
      let client = SoupClient(userAgent: "Tester/1 (test)")
      func ask() -> Task<String, any Error> {
        Task { @MainActor in
          let answer = try await client.fetch(server.address, limit: 100)
          return answer.body.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        }
      }
      // Two connections, both idle in the end.
      let asking = [ask(), ask()]
      let connections = [try await server.accepted(), try await server.accepted()]
      for connection in connections { server.answer("hello", on: connection) }
      for asked in asking { _ = try await asked.value }

      let starts = Starts { number, connection in
        if number == 1 {
          close(connections[connection - 1])
        } else if number == 2, answersAtOnce, connection <= connections.count {
          server.answer("again", on: connections[connection - 1])
        }
      }
      defer { starts.end() }
      let asked = ask()
      let next = Task { server.answer("again", on: try await server.accepted()) }
      defer { next.cancel() }
      let body = try await asked.value
      XCTAssertEqual(body, "again")
      XCTAssertEqual(starts.count, 2)
    }
  }
}

/// Watches each message that is about to be sent, on whichever connection.
@MainActor
private final class Starts {
  private(set) var count = 0
  private let look: (_ number: Int, _ connection: Int) -> Void
  private var hook: gulong = 0
  private let signal = g_signal_lookup("starting", soup_message_get_type())

  /// Begins; connections are counted from 1.
  init(_ look: @escaping (_ number: Int, _ connection: Int) -> Void) {
    self.look = look
    hook = g_signal_add_emission_hook(
      signal, 0,
      { _, _, values, data in
        nonisolated(unsafe) let message = g_value_get_object(values)!
        nonisolated(unsafe) let data = data!
        MainActor.assumeIsolated {
          let starts = Unmanaged<Starts>.fromOpaque(data).takeUnretainedValue()
          starts.count += 1
          starts.look(
            starts.count, Int(soup_message_get_connection_id(OpaquePointer(message))))
        }
        return 1
      }, Unmanaged.passUnretained(self).toOpaque(), nil)
  }

  func end() { g_signal_remove_emission_hook(signal, hook) }
}

/// A server that does nothing by itself.
@MainActor
private final class PlainServer {
  private let listener: Int32
  let address: String

  init() throws {
    let (listener, port) = try listenOnLoopback()
    _ = fcntl(listener, F_SETFL, O_NONBLOCK)
    address = "http://127.0.0.1:\(port)/"
    self.listener = listener
  }

  deinit { close(listener) }

  /// The next connection that is made to it.
  func accepted() async throws -> Int32 {
    var connection: Int32 = -1
    try await wait(for: "a connection") {
      connection = accept(listener, nil, nil)
      return connection >= 0
    }
    return connection
  }

  func answer(_ body: String, on connection: Int32) {
    let answer = "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    _ = send(connection, answer, answer.utf8.count, Int32(MSG_NOSIGNAL))
  }
}
