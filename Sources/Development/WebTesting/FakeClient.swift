public import Files
public import Foundation
import Synchronization
public import WebServices

public final class FakeClient: HTTPClient {
  private let answer: @Sendable (URLComponents, Int) throws -> (status: Int, body: String)
  private let retryAfter: Int?
  private let asked = Mutex<[String]>([])

  /// Makes a client; `answer` gets the address and the number of the request, counted from 0.
  ///
  /// With `retryAfter`, answers have that header.
  public init(
    retryAfter: Int? = nil,
    _ answer: @escaping @Sendable (URLComponents, Int) throws -> (status: Int, body: String)
  ) {
    (self.retryAfter, self.answer) = (retryAfter, answer)
  }

  /// The requested addresses, in order.
  public var addresses: [String] { asked.withLock { $0 } }

  /// The server's answer to an address, as if it were the first request.
  public func answered(_ address: URLComponents) throws -> (status: Int, body: String) {
    try answer(address, 0)
  }

  public func get(_ address: String, limit: Int) async throws -> HTTPAnswer {
    let number = asked.withLock {
      $0.append(address)
      return $0.count - 1
    }
    let (status, body) = try answer(URLComponents(string: address)!, number)
    return HTTPAnswer(
      head: HTTPHead(status: status, address: address, retryAfter: retryAfter),
      body: Array(body.utf8))
  }

  public func download(
    _ address: String, of endpoint: String, into file: IncomingFile, limit: Int
  ) async throws -> HTTPHead {
    let answer = try await get(address, limit: limit)
    if (200...299).contains(answer.head.status) { try file.append(answer.body) }
    return answer.head
  }
}

extension URLComponents {
  public func value(_ name: String) -> String? { queryItems?.first { $0.name == name }?.value }
}
