import CGLib
import CSoup
import GLibBridge
import Glibc

/// A connection on which bytes are sent by hand, without ever blocking the loop.
final class RawConnection {
  /// How much is sent at one go.
  private static let chunk = 64 * 1024
  /// Those that go on: nothing else holds them.
  private static var going: [ObjectIdentifier: RawConnection] = [:]

  private let stream: Ref<UnsafeMutablePointer<GIOStream>>
  private let descriptor: Int32
  private var watches: [guint] = []
  private var isOpen = true

  /// Takes the connection of a request; nil where the client has gone already.
  init?(stealingFrom message: OpaquePointer) {
    guard let socket = soup_server_message_get_socket(message),
      let stream = soup_server_message_steal_connection(message)
    else { return nil }
    self.stream = Ref(adopting: stream)
    descriptor = g_socket_get_fd(socket)
    RawConnection.going[ObjectIdentifier(self)] = self
    // The client may give up; then there is nobody left to send to.
    watch(for: G_IO_IN) { [unowned self] in
      var waste: UInt8 = 0
      let count = recv(descriptor, &waste, 1, Int32(MSG_DONTWAIT))
      if count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) { close() }
    }
  }

  /// Sends `count` bytes as fast as the client takes them, each piece made only when it is due.
  func send(
    count: Int, piece: @escaping (Range<Int>) -> [UInt8], then done: @escaping @MainActor () -> Void
  ) {
    guard isOpen else { return }
    var sent = 0
    watch(for: G_IO_OUT) { [unowned self] in
      guard sent < count else {
        stopWatching(after: 1)
        return done()
      }
      let bytes = piece(sent..<min(count, sent + RawConnection.chunk))
      switch write(bytes[...]) {
      case let written?: sent += written
      case nil: close()
      }
    }
  }

  /// Sends some bytes.
  func send(_ bytes: [UInt8], then done: @escaping @MainActor () -> Void) {
    send(count: bytes.count, piece: { Array(bytes[$0]) }, then: done)
  }

  /// Sends one byte a second.
  func trickle(_ bytes: [UInt8]) {
    guard isOpen else { return }
    guard let first = bytes.first else { return close() }
    guard write([first]) != nil else { return close() }
    MainLoop.after(milliseconds: 1000) { [weak self] in self?.trickle(Array(bytes.dropFirst())) }
  }

  /// Ends the connection properly.
  func close() {
    guard isOpen else { return }
    isOpen = false
    stopWatching(after: 0)
    _ = g_io_stream_close(stream.pointer, nil, nil)
    RawConnection.going[ObjectIdentifier(self)] = nil
  }

  /// Ends the connection with a reset, as a router does that has forgotten it.
  func reset() {
    var noLinger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_LINGER, &noLinger, socklen_t(MemoryLayout<linger>.size))
    close()
  }

  /// Writes what the socket takes now, and tells how much; nil where the client has gone.
  private func write(_ bytes: ArraySlice<UInt8>) -> Int? {
    let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
    let count = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, flags) }
    if count < 0 { return errno == EAGAIN || errno == EINTR ? 0 : nil }
    return count
  }

  private func watch(for condition: GIOCondition, _ work: @escaping @MainActor () -> Void) {
    let box = Unmanaged.passRetained(WatchBox(work)).toOpaque()
    watches.append(
      g_unix_fd_add_full(
        G_PRIORITY_DEFAULT, descriptor, condition,
        { _, _, box in
          nonisolated(unsafe) let box = box!
          MainActor.assumeIsolated {
            let watch = Unmanaged<WatchBox>.fromOpaque(box).takeUnretainedValue()
            watch.work()
          }
          return 1
        }, box, { Unmanaged<WatchBox>.fromOpaque($0!).release() }))
  }

  private func stopWatching(after kept: Int) {
    for watch in watches.dropFirst(kept) { g_source_remove(watch) }
    watches = Array(watches.prefix(kept))
  }
}

private final class WatchBox {
  let work: @MainActor () -> Void
  init(_ work: @escaping @MainActor () -> Void) { self.work = work }
}
