import CGLib
import Foundation
import GLibBridge
import LoopTesting
import Synchronization

/// A server that speaks TLS, and has one thread for each connection.
final class TLSServer: Sendable {
  /// How it treats those who come.
  struct Treatment: Sendable {
    var certificate = TestCertificates.good
    /// Whether it speaks HTTP/2, as much of it as a `GET` needs, or HTTP/1.1.
    var speaksHTTP2 = false
    var ending = Ending.whole
  }

  enum Ending: Sendable {
    case whole
    /// The whole answer, and then the connection without a word of TLS.
    case unclosed
    /// The handshake is cut, or never answered.
    case cutHandshake, silentHandshake
    /// The connection ends instead of an answer, or in its middle.
    case nothing, half
    /// HTTP/2 alone: the stream is reset before the answer or in it, the connection ends in a frame,
    /// or the server wants no more requests.
    case refusedStream, resetStream, cutFrame, goAway
  }

  /// The length of an answer.
  static let length = 20_000

  private let listener: Int32
  let address: String
  private let treatment: Mutex<Treatment>
  private let accepted = Mutex(0)

  init(_ treatment: Treatment) throws {
    let (listener, port) = try listenOnLoopback()
    self.listener = listener
    address = "https://127.0.0.1:\(port)/"
    self.treatment = Mutex(treatment)
    Thread.detachNewThread { [weak self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        guard let server = self else {
          close(connection)
          return
        }
        server.accepted.withLock { $0 += 1 }
        Thread.detachNewThread { server.serve(connection) }
      }
    }
  }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  /// How many connections have been made to it.
  var connections: Int { accepted.withLock { $0 } }

  /// How it treats who comes or asks next.
  var next: Treatment {
    get { treatment.withLock { $0 } }
    set { treatment.withLock { $0 = newValue } }
  }

  private func serve(_ connection: Int32) {
    let treatment = next
    var waste = [UInt8](repeating: 0, count: 4096)
    switch treatment.ending {
    case .cutHandshake:
      recv(connection, &waste, 1, 0)
      close(connection)
      return
    case .silentHandshake:
      while recv(connection, &waste, waste.count, 0) > 0 {}
      close(connection)
      return
    default: break
    }
    guard let wire = Wire(connection, treatment) else { return }
    treatment.speaksHTTP2 ? speakHTTP2(on: wire) : speakHTTP1(on: wire)
    wire.close()
  }

  private func speakHTTP1(on wire: Wire) {
    while wire.readSome() {
      let head = "HTTP/1.1 200 OK\r\nContent-Length: \(TLSServer.length)\r\n\r\n"
      let answer = Array(head.utf8) + [UInt8](repeating: 120, count: TLSServer.length)
      switch next.ending {
      case .nothing: return
      case .half: return wire.send(answer.dropLast(TLSServer.length / 2))
      case .unclosed: return wire.send(answer[...])
      default: wire.send(answer[...])
      }
    }
  }
}

extension TLSServer {
  /// The kinds of frames that it reads and sends.
  private enum Kind: UInt8 {
    case data, headers
    case reset = 3
    case settings
    case goAway = 7
  }

  private func speakHTTP2(on wire: Wire) {
    let preface = 24
    guard wire.read(preface) != nil else { return }
    wire.send(frame(.settings))
    while let head = wire.read(9),
      wire.read(Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])) != nil
    {
      switch Kind(rawValue: head[3]) {
      case .settings where head[4] & 1 == 0: wire.send(frame(.settings, flags: 1))
      // A request without a body is one such frame.
      case .headers: guard answer(stream: Array(head[5...]), on: wire) else { return }
      default: break
      }
    }
  }

  /// Answers a request in its own way, and says whether the connection stays.
  private func answer(stream: [UInt8], on wire: Wire) -> Bool {
    let failed: [UInt8] = [0, 0, 0, 2]
    let half = [UInt8](repeating: 120, count: TLSServer.length / 2)
    let digits = Array("\(TLSServer.length)".utf8)
    // Of HPACK's table: `:status: 200` whole, and the name of `content-length`.
    let fields = [0x88, 0x0f, 0x0d, UInt8(digits.count)] + digits
    let begun = frame(.headers, flags: 4, stream: stream, fields)
    let firstHalf = frame(.data, stream: stream, half)
    let whole = begun + firstHalf + frame(.data, flags: 1, stream: stream, half)
    switch next.ending {
    case .nothing: return false
    case .half: wire.send(begun + firstHalf)
    case .cutFrame: wire.send(begun + firstHalf.dropLast(half.count / 2))
    case .unclosed: wire.send(whole)
    case .goAway: wire.send(frame(.goAway, [0, 0, 0, 0] + [0, 0, 0, 0]))
    case .refusedStream:
      wire.send(frame(.reset, stream: stream, failed))
      return true
    case .resetStream:
      wire.send(begun + firstHalf + frame(.reset, stream: stream, failed))
      return true
    default:
      wire.send(whole)
      return true
    }
    return false
  }

  private func frame(
    _ kind: Kind, flags: UInt8 = 0, stream: [UInt8] = [0, 0, 0, 0], _ payload: [UInt8] = []
  ) -> ArraySlice<UInt8> {
    let length = [16, 8, 0].map { UInt8(payload.count >> $0 & 0xff) }
    return (length + [kind.rawValue, flags] + stream + payload)[...]
  }
}

/// A connection after its handshake, which the thread that made it has alone.
private struct Wire {
  private let socket: UnsafeMutablePointer<GSocket>
  private let stream: UnsafeMutablePointer<GIOStream>

  /// Shakes hands; nil, and the connection closed, where that fails.
  init?(_ descriptor: Int32, _ treatment: TLSServer.Treatment) {
    guard let socket = g_socket_new_from_fd(descriptor, nil) else { return nil }
    self.socket = socket
    let base = g_socket_connection_factory_create_connection(socket)!
    defer { g_object_unref(base) }
    let pem = treatment.certificate + "\n" + TestCertificates.key + "\n"
    let certificate = g_tls_certificate_new_from_pem(pem, -1, nil)!
    defer { g_object_unref(certificate) }
    stream = g_tls_server_connection_new(base.cast(), certificate, nil)!
    let name = treatment.speaksHTTP2 ? "h2" : "http/1.1"
    g_tls_connection_set_advertised_protocols(stream.cast(), [g_intern_string(name), nil])
    guard g_tls_connection_handshake(stream.cast(), nil, nil) != 0 else {
      close()
      return nil
    }
  }

  /// Ends the connection without TLS being told.
  func close() {
    g_socket_close(socket, nil)
    g_object_unref(stream)
    g_object_unref(socket)
  }

  func send(_ bytes: ArraySlice<UInt8>) {
    let output = g_io_stream_get_output_stream(stream)
    g_output_stream_write_all(output, Array(bytes), gsize(bytes.count), nil, nil, nil)
  }

  /// Reads a number of bytes; nil where fewer come.
  func read(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var read: gsize = 0
    g_input_stream_read_all(
      g_io_stream_get_input_stream(stream), &bytes, gsize(count), &read, nil, nil)
    return Int(read) == count ? bytes : nil
  }

  /// Reads what there is; false at the end.
  func readSome() -> Bool {
    var waste = [UInt8](repeating: 0, count: 4096)
    let input = g_io_stream_get_input_stream(stream)
    return g_input_stream_read(input, &waste, gsize(waste.count), nil, nil) > 0
  }
}
