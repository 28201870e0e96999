import CGLib
import CSoup
public import Files
import GLibBridge
import TravelModel
public import WebServices

/// An HTTP client on libsoup.
@MainActor
public final class SoupClient {
  public var userAgent: String {
    didSet { sessions = [:] }
  }
  /// One session for each bound on where it may connect to: connections must not be shared between
  /// addresses with different bounds.
  private var sessions: [ServerLocation: Ref<OpaquePointer>] = [:]
  /// The locations of the services' servers that have answered.
  private var answered: [String: ServerLocation] = [:]
  let limits: TimeLimits
  /// A file of the certificates of those whose servers are trusted; nil for whom the system trusts.
  private let issuers: String?

  /// The time limits; time while the machine sleeps is not counted.
  public struct TimeLimits: Sendable {
    /// Seconds without a byte after which a request fails.
    public var silence: UInt32 = 20
    /// The seconds over which the speed of a download is measured.
    public var window = 20.0
    /// The fewest bytes per window: less than the slowest dial-up line delivers.
    public var leastBytes = 10_000
    /// Seconds after which any request fails: enough for the largest photo on a slow line.
    public var longest = 600.0

    public init() {}
  }

  /// Redirects followed before a request fails.
  private static let redirectLimit = 5
  /// Simultaneous connections to one server, as in web browsers.
  private static let connectionsPerHost: Int32 = 6
  /// Simultaneous connections in all: tiles, photos and searches must not wait for each other.
  private static let connections: Int32 = 24
  /// `SOUP_HTTP_URI_FLAGS`, a macro that Swift does not import.
  private static let uriFlags = GUriFlags(
    rawValue: G_URI_FLAGS_HAS_PASSWORD.rawValue | G_URI_FLAGS_ENCODED_PATH.rawValue
      | G_URI_FLAGS_ENCODED_QUERY.rawValue | G_URI_FLAGS_ENCODED_FRAGMENT.rawValue
      | G_URI_FLAGS_SCHEME_NORMALIZE.rawValue)
  /// A connection attempt that fails after this long counts as a timeout, whatever the error.
  private static let longSilence = Duration.seconds(5)
  /// The number of bytes read at a time.
  private static let chunk: gsize = 64 << 10

  /// Makes a client that sends `userAgent` to every server.
  ///
  /// Tests trust servers of their own by `issuers`, the path of a file of certificates.
  public init(userAgent: String, limits: TimeLimits = TimeLimits(), issuers: String? = nil) {
    self.userAgent = userAgent
    self.limits = limits
    self.issuers = issuers
  }

  /// A User-Agent header as services demand it, with contacts in parentheses.
  ///
  /// Characters that a contact must not contain are removed.
  nonisolated public static func userAgent(of program: String, contacts: [String]) -> String {
    let contacts = contacts.map { contact in
      contact.filter { $0.isASCII && ("!"..."~").contains($0) && !"()\\;".contains($0) }
    }
    let list = contacts.filter { !$0.isEmpty }.joined(separator: "; ")
    return "\(program) (\(list)) libsoup/\(soup_get_major_version())"
  }

  /// Closes idle connections, which belong to the earlier network; running requests continue.
  public func networkReturned() { sessions = [:] }

  /// Gets the content at `address`; with the `entityTag` of an earlier answer, the server may answer
  /// 304 without a body.
  public func fetch(
    _ address: String, entityTag: String? = nil, limit: Int
  ) async throws -> HTTPAnswer {
    try await bounded(limits.longest) {
      // This address was chosen by the user, so it may lead anywhere.
      let response = try await self.respond(to: address, of: address, entityTag: entityTag)
      var body: [UInt8] = []
      try await self.read(response.stream, limit: limit) { $0.withUnsafeBytes { body += $0 } }
      var answer = HTTPAnswer(head: response.head, body: body)
      (answer.entityTag, answer.lifetime) = (response.header("ETag"), response.lifetime)
      return answer
    }
  }
}

extension SoupClient: HTTPClient {
  @MainActor public func get(_ address: String, limit: Int) async throws -> HTTPAnswer {
    try await fetch(address, limit: limit)
  }

  @MainActor public func download(
    _ address: String, of endpoint: String, into file: IncomingFile, limit: Int
  ) async throws -> HTTPHead {
    try await bounded(limits.longest) { [self] in
      let response = try await respond(to: address, of: endpoint)
      guard (200...299).contains(response.head.status) else {
        // The body of an error is not read.
        return response.head
      }
      if let length = response.header("Content-Length").flatMap({ Int($0) }), length > limit {
        throw HTTPError.tooLong
      }
      // Written off the main thread, because disks are slow.
      let disk = WorkQueue.shared
      do {
        var isEmpty = true
        try await read(response.stream, limit: limit) { bytes in
          isEmpty = false
          try await disk.run { () throws(DiskFailure) in
            try bytes.withUnsafeBytes { bytes throws(DiskFailure) in try file.append(bytes) }
          }
        }
        // An empty body makes an empty file.
        if isEmpty { try await disk.run { () throws(DiskFailure) in try file.append([]) } }
      } catch {
        await disk.run { file.discard() }
        throw error
      }
      return response.head
    }
  }
}

extension SoupClient {
  /// Runs work with a time limit, on GLib's clock, which stops while the machine sleeps.
  private func bounded<Value: Sendable>(
    _ seconds: Double, _ work: @escaping @MainActor () async throws -> Value
  ) async throws -> Value {
    let working = Task { try await work() }
    let clock = MainLoop.after(milliseconds: UInt32(seconds * 1000)) { working.cancel() }
    defer { clock.cancel() }
    return try await withTaskCancellationHandler {
      do {
        return try await working.value
      } catch is CancellationError where !Task.isCancelled {
        throw HTTPError.unreachable(reason: "no end within \(seconds) s")
      }
    } onCancel: {
      working.cancel()
    }
  }
}

extension SoupClient {
  /// The head of an answer, and the stream of its body.
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
      HTTPHead(status: status, address: address, retryAfter: header("Retry-After").flatMap(seconds))
    }

    /// For how many seconds the answer is fresh; nil if it does not say.
    var lifetime: Int? {
      if let text = header("Cache-Control"), let control = soup_header_parse_param_list(text) {
        defer { soup_header_free_param_list(control) }
        guard g_hash_table_contains(control, "no-cache") == 0,
          g_hash_table_contains(control, "no-store") == 0
        else { return 0 }
        if let text = g_hash_table_lookup(control, "max-age"),
          let age = Int(String(cString: text.assumingMemoryBound(to: CChar.self)))
        {
          // The `Age` header says how long caches have had the answer.
          return max(0, age - (header("Age").flatMap { Int($0) } ?? 0))
        }
      }
      // An invalid date counts as past.
      return header("Expires").map { seconds($0) ?? 0 }
    }

    /// Reads a `Retry-After` or `Expires` header, which is a number of seconds or a date.
    private func seconds(_ text: String) -> Int? {
      if let seconds = Int(text) { return max(0, seconds) }
      guard let date = soup_date_time_new_from_http_string(text) else { return nil }
      defer { g_date_time_unref(date) }
      return max(0, Int(g_date_time_to_unix(date)) - Int(g_get_real_time() / 1_000_000))
    }
  }

  /// Sends a request on behalf of the service at `endpoint`, and follows redirects.
  private func respond(
    to address: String, of endpoint: String, entityTag: String? = nil
  ) async throws -> Response {
    var address = address
    for _ in 0...SoupClient.redirectLimit {
      let message = try message(for: address, entityTag: entityTag)
      let bound = bound(on: address, of: endpoint)
      let host = WebAddress.host(of: address) ?? ""
      guard ServerLocation(host: host) ?? .world <= bound else { throw HTTPError.forbiddenAddress }
      let watch = ConnectionWatch(on: message, bound: bound)
      let stream: Ref<OpaquePointer>
      do {
        stream = try await send(message, by: session(bound: bound))
      } catch HTTPError.unreachable where watch.hasRefused {
        debugLog("\(host): refused, for it leads into a network that the service is not in")
        throw HTTPError.forbiddenAddress
      } catch {
        debugLog("\(host): \(error)")
        throw error
      }
      // Remembered only after the TLS handshake, which proves that it is the service's server.
      if let server = watch.location, host == WebAddress.host(of: endpoint) {
        answered[host] = server
      }
      try watch.requireServer()
      let response = Response(message: message, stream: stream, address: address)
      debugLog("\(address.prefix { $0 != "?" }): \(response.status)")
      guard [301, 302, 303, 307, 308].contains(response.status),
        let location = response.header("Location")
      else { return response }
      address = try redirected(from: address, to: location)
    }
    throw HTTPError.tooManyRedirects
  }

  /// The nearest location that an address given by a service may lead to.
  private func bound(on address: String, of endpoint: String) -> ServerLocation {
    guard let service = WebAddress.host(of: endpoint) else { return .world }
    if WebAddress.host(of: address) == service { return .machine }
    return max(ServerLocation(host: service) ?? .world, answered[service] ?? .world)
  }

  private func session(bound: ServerLocation) -> Ref<OpaquePointer> {
    if let session = sessions[bound] { return session }
    let session = Ref(
      adopting: makeObject(
        soup_session_get_type(),
        [
          "max-conns-per-host": SoupClient.connectionsPerHost, "max-conns": SoupClient.connections,
        ]))
    soup_session_set_user_agent(session.pointer.cast(), userAgent)
    soup_session_set_timeout(session.pointer.cast(), limits.silence)
    if let issuers, let database = g_tls_file_database_new(issuers, nil) {
      soup_session_set_tls_database(session.pointer.cast(), database)
      g_object_unref(database)
    }
    sessions[bound] = session
    return session
  }

  private func message(for address: String, entityTag: String?) throws -> Ref<OpaquePointer> {
    guard WebAddress.isAllowed(address), let parsed = g_uri_parse(address, SoupClient.uriFlags, nil)
    else { throw HTTPError.forbiddenAddress }
    defer { g_uri_unref(parsed) }
    // Check again what libsoup's parser has understood, because that is where it connects.
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
    return Ref(adopting: message.cast())
  }

  private func redirected(from address: String, to location: String) throws -> String {
    guard
      let resolved = try? throwingGLibError({
        g_uri_resolve_relative(address, location, SoupClient.uriFlags, $0)
      })
    else { throw HTTPError.forbiddenAddress }
    let target = String(adopting: resolved)
    // Redirects from https to http are refused.
    let keepsScheme =
      !address.lowercased().hasPrefix("https:") || target.lowercased().hasPrefix("https:")
    guard keepsScheme, WebAddress.isAllowed(target) else { throw HTTPError.forbiddenAddress }
    return target
  }

  private func send(
    _ message: Ref<OpaquePointer>, by session: Ref<OpaquePointer>
  ) async throws -> Ref<OpaquePointer> {
    let began = SuspendingClock.now
    let sending = Task {
      let stream: OpaquePointer? = try await awaitingGIO { cancellable, ready, data in
        soup_session_send_async(
          session.pointer.cast(), message.pointer, G_PRIORITY_DEFAULT, cancellable, ready, data)
      } finish: { result, error in
        soup_session_send_finish(session.pointer.cast(), result, error).map { OpaquePointer($0) }
      }
      return Ref(adopting: stream!)
    }
    // libsoup 3.2 repeats a request whose idle connection was closed by the server. If it does so over
    // another idle connection, it can take the first failure for one of the repeated request, and
    // crash when that is answered already. A new connection is never that fast.
    let pointer = message.pointer
    let restarts = pointer.on("restarted") {
      if soup_message_query_flags(pointer, SOUP_MESSAGE_NEW_CONNECTION) != 0 {
        // libsoup repeats without end what an HTTP/2 server refuses each time. It is left alone
        // until it has told of this.
        MainLoop.whenIdle(priority: G_PRIORITY_DEFAULT) { sending.cancel() }
      }
      soup_message_add_flags(pointer, SOUP_MESSAGE_NEW_CONNECTION)
    }
    // The handler has the task, which has the stream, which has the message.
    defer { pointer.disconnect(restarts) }
    do {
      return try await withTaskCancellationHandler {
        try await sending.value
      } onCancel: {
        sending.cancel()
      }
    } catch is CancellationError where !Task.isCancelled {
      throw HTTPError.unreachable(reason: "refused on a new connection, too")
    } catch let error as GLibError {
      if error.isTLS(G_TLS_ERROR_BAD_CERTIFICATE) {
        throw HTTPError.untrusted(reason: error.message)
      }
      let isSilence =
        error.isIO(G_IO_ERROR_TIMED_OUT) || SuspendingClock.now - began > SoupClient.longSilence
      if isSilence { throw HTTPError.silent }
      throw HTTPError.unreachable(reason: error.message)
    }
  }

  /// Reads the body piece by piece; fails if it is too slow or too long.
  private func read(
    _ stream: Ref<OpaquePointer>, limit: Int, _ body: (Bytes) async throws -> Void
  ) async throws {
    var total = 0
    var windowBegan = SuspendingClock.now
    var sinceThen = 0
    while true {
      let bytes = try await nextBytes(of: stream)
      guard bytes.count > 0 else {
        // Frees the connection at once, even if the stream lives on.
        _ = g_input_stream_close(stream.pointer.cast(), nil, nil)
        return
      }
      total += bytes.count
      sinceThen += bytes.count
      guard total <= limit else { throw HTTPError.tooLong }
      try await body(bytes)
      guard SuspendingClock.now - windowBegan > .seconds(limits.window) else { continue }
      guard sinceThen >= limits.leastBytes else {
        throw HTTPError.unreachable(reason: "\(sinceThen) bytes in \(limits.window) s")
      }
      windowBegan = .now
      sinceThen = 0
    }
  }

  private func nextBytes(of stream: Ref<OpaquePointer>) async throws -> Bytes {
    do {
      // libsoup does not tell a reader that a stream of HTTP/2 was reset or lost its connection.
      return try await bounded(Double(limits.silence)) {
        let read: OpaquePointer? = try await awaitingGIO { cancellable, ready, data in
          g_input_stream_read_bytes_async(
            stream.pointer.cast(), SoupClient.chunk, G_PRIORITY_DEFAULT, cancellable, ready, data)
        } finish: { result, error in
          g_input_stream_read_bytes_finish(stream.pointer.cast(), result, error)
        }
        return Bytes(adopting: read!)
      }
    } catch let error as GLibError {
      throw HTTPError.unreachable(reason: error.message)
    }
  }
}
