import CGLib
import CSoup
public import Files
public import GLibBridge
public import PhotoSources
import Travels

/// Asks servers over HTTP, with libsoup.
@MainActor
public final class SoupClient {
  private let userAgent: String
  /// One session for each bound on where it may connect to: a connection that was good enough for
  /// one address is none for another.
  private var sessions: [Nearness: Ref<OpaquePointer>] = [:]
  /// How near the servers are that users name, as far as they have answered.
  private var answered: [String: Nearness] = [:]
  let patience: Patience

  /// How long servers are waited for.
  public struct Patience: Sendable {
    /// Seconds without a byte after which a server is given up; time asleep is not counted, here or
    /// below.
    public var silence: UInt32 = 20
    /// Seconds in which a download has to get on.
    public var window = 20.0
    /// Bytes that have to come within each window: slower than the slowest telephone line.
    public var leastBytes = 10_000
    /// Seconds after which an answer is given up that has not come to its end: enough for the
    /// largest photograph on a slow line.
    public var longest = 600.0

    /// Waits as long as people do.
    public init() {}
  }

  /// Redirects that are followed before a server is thought to go round in circles.
  private static let redirectLimit = 5
  /// Connections to one server at a time, as many as web browsers open.
  private static let connectionsPerHost: Int32 = 6
  /// Connections at a time, to several servers: tiles, photos and searches do not wait for each other.
  private static let connections: Int32 = 24
  /// How libsoup itself reads addresses: `SOUP_HTTP_URI_FLAGS`, a macro that Swift does not import.
  private static let uriFlags = GUriFlags(
    rawValue: G_URI_FLAGS_HAS_PASSWORD.rawValue | G_URI_FLAGS_ENCODED_PATH.rawValue
      | G_URI_FLAGS_ENCODED_QUERY.rawValue | G_URI_FLAGS_ENCODED_FRAGMENT.rawValue
      | G_URI_FLAGS_SCHEME_NORMALIZE.rawValue)
  /// A failure before any answer that took longer than this was a silence, whatever it is called.
  private static let longSilence = Duration.seconds(5)
  /// How much is read at a time, in bytes.
  private static let chunk: gsize = 64 << 10

  /// Makes a client that names itself `userAgent` to every server.
  public init(userAgent: String, patience: Patience = Patience()) {
    self.userAgent = userAgent
    self.patience = patience
  }

  /// Opens new connections from now on: those of another network are dead, and would be waited for.
  ///
  /// What is under way goes on.
  public func networkReturned() { sessions = [:] }

  /// An answer with its bytes where libsoup put them.
  public struct Answer: Sendable {
    /// How it began.
    public let head: HTTPHead
    /// The version of what was sent, to be named when it is asked for again.
    public let entityTag: String?
    /// What was sent.
    public let body: Bytes
  }

  /// Gets what is at `address`.
  ///
  /// With the `entityTag` of an earlier answer, a server may answer 304 and send nothing.
  public func fetch(
    _ address: String, entityTag: String? = nil, limit: Int
  ) async throws -> Answer {
    try await bounded {
      // Who names an address to be asked names its server: that may be anywhere.
      let response = try await self.respond(to: address, of: address, entityTag: entityTag)
      let gathered = ByteArray()
      try await self.read(response.stream, limit: limit) { gathered.append($0) }
      return Answer(
        head: response.head, entityTag: response.header("ETag"), body: gathered.bytes())
    }
  }
}

extension SoupClient: HTTPClient {
  @MainActor public func get(_ address: String, limit: Int) async throws -> HTTPAnswer {
    let answer = try await fetch(address, limit: limit)
    return HTTPAnswer(head: answer.head, body: answer.body.withUnsafeBytes { Array($0) })
  }

  @MainActor public func download(
    _ address: String, into file: IncomingFile, limit: Int
  ) async throws -> HTTPHead {
    try await download(address, of: "", into: file, limit: limit)
  }

  nonisolated public func serving(_ endpoint: String) -> any HTTPClient {
    ServiceClient(client: self, endpoint: endpoint)
  }

  func download(
    _ address: String, of endpoint: String, into file: IncomingFile, limit: Int
  ) async throws -> HTTPHead {
    try await bounded {
      try await self.attempt(address, of: endpoint, into: file, limit: limit)
    }
  }
}

extension SoupClient {
  /// Does some work, or gives it up where it takes too long.
  ///
  /// GLib's clock stands still while the machine is asleep, and leaves nothing behind that wakes it.
  private func bounded<Value: Sendable>(
    _ work: @escaping @MainActor () async throws -> Value
  ) async throws -> Value {
    let working = Task { try await work() }
    let deadline = Deadline()
    let clock = MainLoop.after(milliseconds: UInt32(patience.longest * 1000)) {
      deadline.hasPassed = true
      working.cancel()
    }
    defer { clock.cancel() }
    return try await withTaskCancellationHandler {
      do {
        return try await working.value
      } catch is CancellationError where deadline.hasPassed {
        throw HTTPError.unreachable(reason: "no end within \(patience.longest) s")
      }
    } onCancel: {
      working.cancel()
    }
  }

  /// Whether an answer took too long.
  @MainActor
  private final class Deadline {
    var hasPassed = false
  }

  private func attempt(
    _ address: String, of endpoint: String, into file: IncomingFile, limit: Int
  ) async throws -> HTTPHead {
    let response = try await respond(to: address, of: endpoint)
    guard (200...299).contains(response.head.status) else {
      // What else a server says is not read; closing the stream says so.
      return response.head
    }
    if let length = response.header("Content-Length").flatMap({ Int($0) }), length > limit {
      throw HTTPError.tooLong
    }
    do {
      // A slow disk holds up nobody.
      let disk = WorkQueue.shared
      try await disk.run { () throws(DiskFailure) in try file.append([]) }
      try await read(response.stream, limit: limit) { bytes in
        try await disk.run { () throws(DiskFailure) in
          try bytes.withUnsafeBytes { bytes throws(DiskFailure) in try file.append(bytes) }
        }
      }
    } catch {
      file.discard()
      throw error
    }
    return response.head
  }
}

extension SoupClient {
  /// The beginning of an answer, and the stream that the rest comes by.
  @MainActor
  private struct Response {
    let message: Ref<OpaquePointer>
    let stream: Ref<OpaquePointer>
    let address: String

    func header(_ name: String) -> String? {
      let headers = soup_message_get_response_headers(message.pointer)
      return soup_message_headers_get_one(headers, name).map { String(cString: $0) }
    }

    var status: Int { Int(soup_message_get_status(message.pointer).rawValue) }

    var head: HTTPHead {
      HTTPHead(
        status: status, address: address, retryAfter: header("Retry-After").flatMap(seconds))
    }

    /// How many seconds a `Retry-After` asks for: it is a number or a date.
    private func seconds(_ text: String) -> Int? {
      if let seconds = Int(text) { return max(0, seconds) }
      guard let date = soup_date_time_new_from_http_string(text) else { return nil }
      defer { g_date_time_unref(date) }
      return max(0, Int(g_date_time_to_unix(date)) - Int(g_get_real_time() / 1_000_000))
    }
  }

  /// Sends a request on behalf of the service at `endpoint`, and follows where it leads.
  private func respond(
    to address: String, of endpoint: String, entityTag: String? = nil
  ) async throws -> Response {
    var address = address
    for _ in 0...SoupClient.redirectLimit {
      let message = try message(for: address, entityTag: entityTag)
      let bound = bound(on: address, of: endpoint)
      let host = WebAddress.host(of: address) ?? ""
      guard Nearness(host: host) ?? .world <= bound else { throw HTTPError.forbiddenAddress }
      let watch = ConnectionWatch(on: message, bound: bound)
      let stream: Ref<OpaquePointer>
      do {
        stream = try await send(message, by: session(bound: bound))
      } catch HTTPError.unreachable where watch.hasRefused {
        throw HTTPError.forbiddenAddress
      }
      // Only now it is known to be the server that it is taken for.
      if let nearness = watch.nearness, host == WebAddress.host(of: endpoint) {
        answered[host] = nearness
      }
      try watch.requireServer()
      let response = Response(message: message, stream: stream, address: address)
      guard [301, 302, 303, 307, 308].contains(response.status),
        let location = response.header("Location")
      else { return response }
      address = try redirected(from: address, to: location)
    }
    throw HTTPError.tooManyRedirects
  }

  /// How near a server may be that an address of a service names.
  private func bound(on address: String, of endpoint: String) -> Nearness {
    guard let service = WebAddress.host(of: endpoint) else { return .world }
    if WebAddress.host(of: address) == service { return .machine }
    return max(Nearness(host: service) ?? .world, answered[service] ?? .world)
  }

  private func session(bound: Nearness) -> Ref<OpaquePointer> {
    if let session = sessions[bound] { return session }
    let session = Ref(
      adopting: makeObject(
        soup_session_get_type(),
        [
          "max-conns-per-host": SoupClient.connectionsPerHost, "max-conns": SoupClient.connections,
        ]))
    soup_session_set_user_agent(session.pointer.cast(), userAgent)
    soup_session_set_timeout(session.pointer.cast(), patience.silence)
    sessions[bound] = session
    return session
  }

  private func message(for address: String, entityTag: String?) throws -> Ref<OpaquePointer> {
    guard WebAddress.isAllowed(address), let parsed = g_uri_parse(address, SoupClient.uriFlags, nil)
    else { throw HTTPError.forbiddenAddress }
    defer { g_uri_unref(parsed) }
    // What libsoup makes of an address is what it connects to.
    guard let scheme = g_uri_get_scheme(parsed), let host = g_uri_get_host(parsed),
      WebAddress.isAllowed(
        scheme: String(cString: scheme), host: String(cString: host).lowercased()),
      let message = soup_message_new_from_uri("GET", parsed)
    else { throw HTTPError.forbiddenAddress }
    // Redirects are followed here, where each new address is checked like the first.
    soup_message_add_flags(message.cast(), SOUP_MESSAGE_NO_REDIRECT)
    if let entityTag {
      soup_message_headers_replace(
        soup_message_get_request_headers(message.cast()), "If-None-Match", entityTag)
    }
    Restarting.connectsAnew(message)
    return Ref(adopting: message.cast())
  }

  private func redirected(from address: String, to location: String) throws -> String {
    guard
      let resolved = try? throwingGLibError({
        g_uri_resolve_relative(address, location, SoupClient.uriFlags, $0)
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

  private func send(
    _ message: Ref<OpaquePointer>, by session: Ref<OpaquePointer>
  ) async throws -> Ref<OpaquePointer> {
    let began = SuspendingClock.now
    do {
      let stream: OpaquePointer? = try await awaitingGIO { cancellable, ready, data in
        soup_session_send_async(
          session.pointer.cast(), message.pointer, G_PRIORITY_DEFAULT, cancellable, ready, data)
      } finish: { result, error in
        soup_session_send_finish(session.pointer.cast(), result, error).map { OpaquePointer($0) }
      }
      return Ref(adopting: stream!)
    } catch let error as GLibError {
      let isSilence =
        error.isIO(G_IO_ERROR_TIMED_OUT) || SuspendingClock.now - began > SoupClient.longSilence
      if isSilence { throw HTTPError.silent }
      throw HTTPError.unreachable(reason: error.message)
    }
  }

  /// Passes on what comes, piece by piece, as long as enough comes and not too much.
  private func read(
    _ stream: Ref<OpaquePointer>, limit: Int, _ take: (Bytes) async throws -> Void
  ) async throws {
    var total = 0
    var windowBegan = SuspendingClock.now
    var sinceThen = 0
    while true {
      let bytes = try await nextBytes(of: stream)
      guard bytes.count > 0 else {
        // This gives the connection back at once, whoever holds the stream still.
        _ = g_input_stream_close(stream.pointer.cast(), nil, nil)
        return
      }
      total += bytes.count
      sinceThen += bytes.count
      guard total <= limit else { throw HTTPError.tooLong }
      try await take(bytes)
      guard SuspendingClock.now - windowBegan > .seconds(patience.window) else { continue }
      guard sinceThen >= patience.leastBytes else {
        throw HTTPError.unreachable(reason: "\(sinceThen) bytes in \(patience.window) s")
      }
      windowBegan = .now
      sinceThen = 0
    }
  }

  private func nextBytes(of stream: Ref<OpaquePointer>) async throws -> Bytes {
    do {
      let read: OpaquePointer? = try await awaitingGIO { cancellable, ready, data in
        g_input_stream_read_bytes_async(
          stream.pointer.cast(), SoupClient.chunk, G_PRIORITY_DEFAULT, cancellable, ready, data)
      } finish: { result, error in
        g_input_stream_read_bytes_finish(stream.pointer.cast(), result, error)
      }
      return Bytes(adopting: read!)
    } catch let error as GLibError {
      throw HTTPError.unreachable(reason: error.message)
    }
  }
}
