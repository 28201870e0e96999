import CGLib
import CSoup
import Foundation
import GLibBridge

/// A connection on which a thread of its own sends bytes by hand, and so may wait.
nonisolated struct RawConnection: @unchecked Sendable {  // Only that thread has it.
  private let stream: UnsafeMutablePointer<GIOStream>
  private let descriptor: Int32

  /// Lets a thread do with the connection of a request what it wants, and close it in the end.
  static func steal(
    from message: OpaquePointer, _ work: @escaping @Sendable (RawConnection) -> Void
  ) {
    // The client may have gone already.
    guard let socket = soup_server_message_get_socket(message),
      let stream = soup_server_message_steal_connection(message)
    else { return }
    let connection = RawConnection(stream: stream, descriptor: g_socket_get_fd(socket))
    Thread.detachNewThread {
      work(connection)
      g_io_stream_close(connection.stream, nil, nil)
      g_object_unref(connection.stream)
    }
  }

  /// Sends some bytes; false where the client has gone.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    let output = g_io_stream_get_output_stream(stream)
    return g_output_stream_write_all(output, bytes, gsize(bytes.count), nil, nil, nil) != 0
  }

  /// Waits until the client gives up.
  func waitForEnd() {
    var waste: UInt8 = 0
    while g_input_stream_read(g_io_stream_get_input_stream(stream), &waste, 1, nil, nil) > 0 {}
  }

  /// Has the connection end with a reset, as by a router that has forgotten it.
  func reset() {
    var noLinger = linger(l_onoff: 1, l_linger: 0)
    let size = socklen_t(MemoryLayout<linger>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &noLinger, size)
  }
}
