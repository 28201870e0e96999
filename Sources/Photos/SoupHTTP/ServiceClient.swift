import Files
import WebServices

/// The client for addresses given by a service.
struct ServiceClient: HTTPClient {
  let client: SoupClient
  let endpoint: String

  func get(_ address: String, limit: Int) async throws -> HTTPAnswer {
    try await client.get(address, limit: limit)
  }

  func download(
    _ address: String, into file: IncomingFile, limit: Int
  ) async throws -> HTTPHead {
    try await client.download(address, of: endpoint, into: file, limit: limit)
  }
}
