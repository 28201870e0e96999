import CGLib
import CSoup
public import GLibBridge
import Travels

/// What a server answered.
public struct HTTPAnswer: Sendable {
  /// The status, such as 200.
  public let status: Int
  /// The version of what was sent, to be named when it is asked for again.
  public let entityTag: String?
  /// What was sent.
  public let body: Bytes
}

/// Why there is no answer.
public enum HTTPError: Error, Hashable, Sendable {
  /// The address is none, or one that the program may not talk to.
  case forbiddenAddress
  /// The server sends from one place to another without an end.
  case tooManyRedirects
  /// The answer is longer than anything of its kind can be.
  case tooLong
  /// The server cannot be reached, or stopped in the middle.
  case unreachable(reason: String)
}

/// Asks servers over HTTP, with libsoup.
@MainActor
public final class HTTPClient {
  private let session: Ref<OpaquePointer>

  /// Redirects that are followed before a server is thought to go round in circles.
  private static let redirectLimit = 5
  /// Seconds without a byte after which a server is given up.
  private static let timeout: UInt32 = 30
  /// Connections to one server at a time, as many as web browsers open.
  private static let connectionsPerHost: Int32 = 6
  /// How much is read at a time, in bytes.
  private static let chunk: gsize = 64 << 10

  /// Makes a client that names itself `userAgent` to every server.
  public init(userAgent: String) {
    session = Ref(
      adopting: makeObject(
        soup_session_get_type(), ["max-conns-per-host": HTTPClient.connectionsPerHost]))
    soup_session_set_user_agent(session.pointer.cast(), userAgent)
    soup_session_set_timeout(session.pointer.cast(), HTTPClient.timeout)
  }

  /// Gets what is at `address`.
  ///
  /// With the `entityTag` of an earlier answer, a server may answer 304 and send nothing.
  public func get(
    _ address: String, entityTag: String? = nil, limit: Int
  ) async throws -> HTTPAnswer {
    var address = address
    for _ in 0...HTTPClient.redirectLimit {
      let message = try message(for: address, entityTag: entityTag)
      let body = try await send(message, limit: limit)
      let status = Int(soup_message_get_status(message.pointer).rawValue)
      let headers = soup_message_get_response_headers(message.pointer)
      func header(_ name: String) -> String? {
        soup_message_headers_get_one(headers, name).map { String(cString: $0) }
      }
      guard [301, 302, 303, 307, 308].contains(status), let location = header("Location") else {
        return HTTPAnswer(status: status, entityTag: header("ETag"), body: body)
      }
      address = try redirected(from: address, to: location)
    }
    throw HTTPError.tooManyRedirects
  }

  private func message(for address: String, entityTag: String?) throws -> Ref<OpaquePointer> {
    guard WebAddress.isAllowed(address), let message = soup_message_new("GET", address) else {
      throw HTTPError.forbiddenAddress
    }
    // Redirects are followed here, where each new address is checked like the first.
    soup_message_add_flags(message.cast(), SOUP_MESSAGE_NO_REDIRECT)
    if let entityTag {
      soup_message_headers_replace(
        soup_message_get_request_headers(message.cast()), "If-None-Match", entityTag)
    }
    return Ref(adopting: message.cast())
  }

  private func redirected(from address: String, to location: String) throws -> String {
    guard
      let resolved = try? throwingGLibError({
        g_uri_resolve_relative(address, location, G_URI_FLAGS_NONE, $0)
      })
    else { throw HTTPError.forbiddenAddress }
    defer { g_free(resolved) }
    let target = String(cString: resolved)
    // From the network to this machine, or from https to http, leads no honest redirect.
    let keepsScheme =
      !address.lowercased().hasPrefix("https:") || target.lowercased().hasPrefix("https:")
    guard keepsScheme, WebAddress.isAllowed(target) else { throw HTTPError.forbiddenAddress }
    return target
  }

  private func send(_ message: Ref<OpaquePointer>, limit: Int) async throws -> Bytes {
    do {
      let session = session.pointer
      let stream: OpaquePointer? = try await awaitingGIO { cancellable, ready, data in
        soup_session_send_async(
          session.cast(), message.pointer, G_PRIORITY_DEFAULT, cancellable, ready, data)
      } finish: { result, error in
        soup_session_send_finish(session.cast(), result, error).map { OpaquePointer($0) }
      }
      return try await readAll(Ref(adopting: stream!), limit: limit)
    } catch let error as GLibError {
      throw HTTPError.unreachable(reason: error.message)
    }
  }

  private func readAll(_ stream: Ref<OpaquePointer>, limit: Int) async throws -> Bytes {
    let gathered = g_byte_array_new()!
    do {
      while true {
        let read: OpaquePointer? = try await awaitingGIO { cancellable, ready, data in
          g_input_stream_read_bytes_async(
            stream.pointer.cast(), HTTPClient.chunk, G_PRIORITY_DEFAULT, cancellable, ready, data)
        } finish: { result, error in
          g_input_stream_read_bytes_finish(stream.pointer.cast(), result, error)
        }
        let bytes = Bytes(adopting: read!)
        guard bytes.count > 0 else { break }
        guard Int(gathered.pointee.len) + bytes.count <= limit else { throw HTTPError.tooLong }
        bytes.withUnsafeBytes { buffer in
          _ = g_byte_array_append(
            gathered, buffer.baseAddress?.assumingMemoryBound(to: UInt8.self), guint(buffer.count))
        }
      }
    } catch {
      g_byte_array_unref(gathered)
      throw error
    }
    return Bytes(adopting: g_byte_array_free_to_bytes(gathered))
  }
}
