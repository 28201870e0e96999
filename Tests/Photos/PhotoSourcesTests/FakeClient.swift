import Files
import Foundation
import Synchronization
import TestSupport
import TravelModel
import WebServices
import WebTesting

/// A client whose answers wait until they are released.
final class HeldClient: HTTPClient {
  private let client: FakeClient
  private let state = Mutex<(waiting: Int, releases: Int)>((0, 0))

  init(_ client: FakeClient) { self.client = client }

  /// How many requests wait for their answers.
  var waiting: Int { state.withLock { $0.waiting } }

  func release() { state.withLock { $0 = (0, $0.releases + 1) } }

  func get(_ address: String, limit: Int) async throws -> HTTPAnswer {
    let before = state.withLock {
      $0.waiting += 1
      return $0.releases
    }
    try await wait(for: "a release") { state.withLock { $0.releases } > before }
    return try await client.get(address, limit: limit)
  }

  func download(
    _ address: String, of endpoint: String, into file: IncomingFile, limit: Int
  ) async throws -> HTTPHead {
    try await client.download(address, of: endpoint, into: file, limit: limit)
  }
}

extension RetryPolicy {
  /// Asks again at once.
  static var impatient: RetryPolicy {
    var policy = RetryPolicy(attempts: 3)
    policy.firstDelay = 0.001
    return policy
  }
}

let paris = Coordinate(latitude: 48.8584, longitude: 2.2945)!

/// Writes JSON.
func json(_ value: Any) -> String {
  let data = try! JSONSerialization.data(withJSONObject: value, options: [.fragmentsAllowed])
  return String(decoding: data, as: UTF8.self)
}
