import Foundation
import LoopTesting
import SoupHTTP
import TestSupport
import WebServices
import XCTest

/// A server that ends its connections as it likes, and a client that gives up as it likes.
final class RoughServerTests: XCTestCase {
  func testHoweverServersAndTasksEndWhatIsAnsweredArrivesAndTheRestFails() throws {
    let server = try RoughServer()
    try onMainLoop {
      let client = SoupClient(userAgent: "Tester/1 (test)")
      var dice = SeededNumbers(seed: 1)
      var tasks: [Task<Int, any Error>] = []
      var manners: [String] = []
      var cancelled: Set<Int> = []
      for number in 0..<400 {
        let path = RoughServer.manners.randomElement(using: &dice)!
        manners.append(path)
        tasks.append(
          Task { @MainActor in
            try await client.fetch("\(server.address)/\(path)", limit: 100_000).head.status
          })
        for _ in 0..<Int.random(in: 0..<4, using: &dice) { await Task.yield() }
        if Int.random(in: 0..<3, using: &dice) == 0 {
          let chosen = tasks.indices.randomElement(using: &dice)!
          cancelled.insert(chosen)
          tasks[chosen].cancel()
        }
        if number % 50 == 0 { client.networkReturned() }
        if number % 10 == 0 {
          _ = await tasks.randomElement(using: &dice)!.result
        }
      }
      for (number, task) in tasks.enumerated() {
        let expected = RoughServer.status(of: manners[number])
        do {
          let status = try await task.value
          XCTAssertEqual(status, expected, manners[number])
        } catch HTTPError.unreachable {
          XCTAssertNil(expected, manners[number])
        } catch is CancellationError {
          XCTAssertTrue(cancelled.contains(number), manners[number])
        }
      }
      XCTAssertLessThan(cancelled.count, 200)
      let last = try await client.fetch("\(server.address)/whole", limit: 100_000)
      XCTAssertEqual(last.head.status, 200)
    }
  }
}

/// A server that has one thread for each connection, and a path for each way to treat it.
private final class RoughServer: Sendable {
  static let manners = [
    "whole", "whole", "whole", "closing", "silent", "nothing", "cut", "moved", "chunks", "missing",
    "early",
  ]

  /// The status that a request comes to in the end; nil where it has no whole answer.
  static func status(of manner: String) -> Int? {
    switch manner {
    case "nothing", "cut": nil
    case "missing": 404
    default: 200
    }
  }

  private let listener: Int32
  let address: String

  init() throws {
    let (listener, port) = try listenOnLoopback()
    self.listener = listener
    address = "http://127.0.0.1:\(port)"
    Thread.detachNewThread {
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        Thread.detachNewThread { RoughServer.serve(connection) }
      }
    }
  }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  private static func serve(_ connection: Int32) {
    defer { close(connection) }
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return }
      let request = String(decoding: buffer[..<count], as: UTF8.self)
      let path = request.split(separator: " ").dropFirst().first.map { String($0.dropFirst()) }
      guard answer(path ?? "", on: connection) else { return }
    }
  }

  /// Answers in its own way, and says whether the connection stays.
  private static func answer(_ path: String, on connection: Int32) -> Bool {
    let body = String(repeating: "x", count: 20_000)
    func say(_ text: String) {
      _ = send(connection, text, text.utf8.count, Int32(MSG_NOSIGNAL))
    }
    let whole = "HTTP/1.1 200 OK\r\nContent-Length: 20000\r\n\r\n\(body)"
    switch path {
    case "closing": say(whole)
    case "silent":
      usleep(20_000)
      say(whole)
      return true
    case "nothing": break
    case "cut": say(String(whole.dropLast(5000)))
    case "moved":
      say("HTTP/1.1 302 Found\r\nLocation: /whole\r\nContent-Length: 20000\r\n\r\n\(body)")
      return true
    case "chunks":
      say("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4e20\r\n\(body)\r\n0\r\n\r\n")
      return true
    case "missing":
      say("HTTP/1.1 404 Not Found\r\nContent-Length: 20000\r\n\r\n\(body)")
      return true
    case "early":
      // An answer to what was not asked.
      say(whole + whole)
    default:
      say(whole)
      return true
    }
    return false
  }
}
