public import Files

/// A client that sends requests only as long as the user allows them.
public struct SwitchedClient: HTTPClient {
  private let client: any HTTPClient
  private let isOn: @Sendable () async -> Bool

  /// Makes a client that asks `isOn` before each request.
  public init(_ client: any HTTPClient, isOn: @escaping @Sendable () async -> Bool) {
    (self.client, self.isOn) = (client, isOn)
  }

  public func get(_ address: String, limit: Int) async throws -> HTTPAnswer {
    guard await isOn() else { throw HTTPError.turnedOff }
    return try await client.get(address, limit: limit)
  }

  public func download(
    _ address: String, of endpoint: String, into file: IncomingFile, limit: Int
  ) async throws -> HTTPHead {
    guard await isOn() else { throw HTTPError.turnedOff }
    return try await client.download(address, of: endpoint, into: file, limit: limit)
  }
}
