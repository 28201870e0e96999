import Foundation
import Glibc
import Synchronization

/// A screen for touches: GTK's Broadway server, which gets fingers from a browser.
///
/// This class speaks to the server as the browser's `broadway.js` does, and draws nothing. Programs
/// on this screen are not on the accessibility bus.
public final class TouchScreen: Sendable {
  /// The variables by which programs find the screen.
  public let environment = [
    "GDK_BACKEND": "broadway", "BROADWAY_DISPLAY": TouchScreen.name, "GTK_A11Y": "none",
  ]
  fileprivate static let name = ":1"

  private static let (width, height): (Int32, Int32) = (1280, 900)

  private let connection: Int32
  private let began = ContinuousClock.now
  private let state = Mutex(State())

  private struct State {
    /// The serial number of the server's last message, which events must contain.
    var serial: Int32 = 0
    /// The surfaces, the lowest first.
    var surfaces: [Surface] = []
    var fingers: [Int32: Int32] = [:]
    var drawings = 0
  }

  private struct Surface {
    let id: Int32
    var (x, y, width, height): (Int32, Int32, Int32, Int32)
    var isShown = false

    func contains(_ x: Int32, _ y: Int32) -> Bool {
      isShown && (self.x..<self.x + width).contains(x) && (self.y..<self.y + height).contains(y)
    }
  }

  /// Events, with their numbers in Broadway.
  private enum Event: Int32 {
    case enter = 0
    case touch = 5
    case grabbed = 9
    case ungrabbed = 10
    case configured = 11
    case resized = 12
    case cameRound = 14
  }

  private enum Operation: UInt8 {
    case grab = 0
    case ungrab, new, show, hide, raise, lower, destroy, moveAndResize, setParent, disconnect
    case update, showKeyboard, upload, forget, draw, goRound
  }

  private enum Touch: Int32 { case begin, update, end }

  fileprivate init(at path: String) throws {
    connection = try TouchScreen.connect(to: path)
    try introduce()
    Thread.detachNewThread { self.listen() }
  }

  deinit { close(connection) }

  public var drawings: Int { state.withLock { $0.drawings } }

  /// How many windows and menus are shown.
  public var shownSurfaces: Int { state.withLock { $0.surfaces.count { $0.isShown } } }

  public var isFilled: Bool {
    state.withLock {
      $0.surfaces.contains {
        $0.isShown && $0.width == TouchScreen.width && $0.height == TouchScreen.height
      }
    }
  }

  public func press(finger: Int32 = 1, x: Double, y: Double) {
    let (x, y) = (Int32(x), Int32(y))
    let (surface, isFirst) = state.withLock {
      let isFirst = $0.fingers.isEmpty
      let surface = $0.surfaces.last { $0.contains(x, y) }
      $0.fingers[finger] = surface?.id ?? 0
      return (surface, isFirst)
    }
    if isFirst, let surface {
      let (innerX, innerY) = (x - surface.x, y - surface.y)
      tell(.enter, surface.id, surface.id, x, y, innerX, innerY, 0, 0)
    }
    touch(.begin, finger, x, y)
  }

  public func move(finger: Int32 = 1, x: Double, y: Double) {
    touch(.update, finger, Int32(x), Int32(y))
  }

  public func release(finger: Int32 = 1, x: Double, y: Double) {
    touch(.end, finger, Int32(x), Int32(y))
    state.withLock { $0.fingers[finger] = nil }
  }

  /// Sends the position of a finger; the finger with the lowest number also counts as the pointer.
  private func touch(_ touch: Touch, _ finger: Int32, _ x: Int32, _ y: Int32) {
    let (id, origin, isPointer) = state.withLock { state in
      let id = state.fingers[finger] ?? 0
      let surface = state.surfaces.first { $0.id == id }
      return (id, (surface?.x ?? 0, surface?.y ?? 0), state.fingers.keys.min() == finger)
    }
    tell(.touch, touch.rawValue, id, finger, isPointer ? 1 : 0, x, y, x - origin.0, y - origin.1, 0)
  }
}

/// The protocol between browser and server.
extension TouchScreen {
  private static func connect(to path: String) throws -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    return try watch(for: "the server of the touch screen") {
      let connection = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      let outcome = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          Glibc.connect(connection, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      if outcome == 0 { return connection }
      close(connection)
      return nil
    }
  }

  private func introduce() throws {
    write(
      Array(
        """
        GET /socket HTTP/1.1\r
        Host: localhost\r
        Origin: http://localhost\r
        Upgrade: websocket\r
        Connection: Upgrade\r
        Sec-WebSocket-Version: 13\r
        Sec-WebSocket-Protocol: broadway\r
        Sec-WebSocket-Key: dG91Y2ggdG91Y2ggdG91Yw==\r
        \r\n
        """.utf8))
    var answer: [UInt8] = []
    while answer.suffix(4) != Array("\r\n\r\n".utf8) {
      guard let byte = read(1)?.first else { throw DeskError("the server does not answer") }
      answer.append(byte)
    }
    let text = String(decoding: answer, as: UTF8.self)
    guard text.hasPrefix("HTTP/1.1 101") else { throw DeskError("the server answers: \(text)") }
  }

  private func write(_ bytes: [UInt8]) {
    // Without this flag, writing to a server that has ended would end this process.
    _ = send(connection, bytes, bytes.count, Int32(MSG_NOSIGNAL))
  }

  /// Reads this many bytes; nil if the server has ended.
  private func read(_ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    let read = bytes.withUnsafeMutableBytes {
      recv(connection, $0.baseAddress, count, Int32(MSG_WAITALL))
    }
    return read == count ? bytes : nil
  }

  private func tell(_ event: Event, _ numbers: Int32...) {
    let passed = began.duration(to: .now).components
    let time = Int32(passed.seconds * 1000 + passed.attoseconds / 1_000_000_000_000_000) + 1
    let all = [event.rawValue, state.withLock { $0.serial }, time] + numbers
    let content = all.flatMap { number in
      withUnsafeBytes(of: number.bigEndian, Array.init)
    }
    // One whole binary frame, shorter than 126 bytes, with a mask of zeros.
    write([0x82, 0x80 | UInt8(content.count), 0, 0, 0, 0] + content)
  }

  /// Handles the server's messages until it ends.
  private func listen() {
    var isFirst = true
    while let frame = readFrame() {
      if isFirst { tell(.resized, TouchScreen.width, TouchScreen.height, 1) }
      isFirst = false
      follow(Message(bytes: frame))
    }
  }

  private func readFrame() -> [UInt8]? {
    guard let head = read(2) else { return nil }
    var length = Int(head[1])
    if length >= 126 {
      guard let digits = read(length == 126 ? 2 : 8) else { return nil }
      length = digits.reduce(0) { $0 << 8 | Int($1) }
    }
    return read(length)
  }

  /// A message of the server: operations, each of a byte, a serial number and arguments.
  private struct Message {
    let bytes: [UInt8]
    private var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { position >= bytes.count }

    mutating func take<Number: FixedWidthInteger>(_: Number.Type) -> Int32 {
      let size = MemoryLayout<Number>.size
      let number = bytes[position..<position + size].reversed().reduce(0) { $0 << 8 | Int($1) }
      position += size
      return Int32(truncatingIfNeeded: Number(truncatingIfNeeded: number))
    }

    mutating func skip(_ count: Int) { position += count }
  }

  private func follow(_ message: Message) {
    var message = message
    while !message.isAtEnd {
      let code = UInt8(message.take(UInt8.self))
      let serial = message.take(UInt32.self)
      state.withLock { $0.serial = serial }
      guard let operation = Operation(rawValue: code) else { return }
      follow(operation, &message)
    }
  }

  private func follow(_ operation: Operation, _ message: inout Message) {
    switch operation {
    case .new:
      let id = message.take(UInt16.self)
      let (x, y) = (message.take(Int16.self), message.take(Int16.self))
      let (width, height) = (message.take(UInt16.self), message.take(UInt16.self))
      let surface = Surface(id: id, x: x, y: y, width: width, height: height)
      state.withLock { $0.surfaces.append(surface) }
      tell(.configured, id, x, y, width, height)
    case .show: change(message.take(UInt16.self)) { $0.isShown = true }
    case .hide: change(message.take(UInt16.self)) { $0.isShown = false }
    case .destroy:
      let id = message.take(UInt16.self)
      state.withLock { $0.surfaces.removeAll { $0.id == id } }
    case .moveAndResize:
      let (id, parts) = (message.take(UInt16.self), message.take(UInt8.self))
      let surface = change(id) {
        if parts & 1 != 0 { ($0.x, $0.y) = (message.take(Int16.self), message.take(Int16.self)) }
        if parts & 2 != 0 {
          ($0.width, $0.height) = (message.take(UInt16.self), message.take(UInt16.self))
        }
      }
      if let surface {
        tell(.configured, id, surface.x, surface.y, surface.width, surface.height)
      }
    case .goRound:
      let (id, tag) = (message.take(UInt16.self), message.take(UInt32.self))
      tell(.cameRound, id, tag)
    case .draw:
      message.skip(2)
      message.skip(4 * Int(message.take(UInt32.self)))
      state.withLock { $0.drawings += 1 }
    case .upload:
      message.skip(4)
      message.skip(Int(message.take(UInt32.self)))
    case .grab:
      message.skip(3)
      tell(.grabbed)
    case .ungrab: tell(.ungrabbed)
    case .raise, .lower, .showKeyboard: message.skip(2)
    case .setParent, .forget: message.skip(4)
    case .disconnect, .update: break
    }
  }

  @discardableResult
  private func change(_ id: Int32, _ change: (inout Surface) -> Void) -> Surface? {
    state.withLock {
      guard let index = $0.surfaces.firstIndex(where: { $0.id == id }) else { return nil }
      change(&$0.surfaces[index])
      return $0.surfaces[index]
    }
  }
}

extension Desk {
  /// Starts a screen for touches, for programs that are started with its environment.
  public func startTouchScreen() throws -> TouchScreen {
    let path = home.appendingPathComponent("run/touch.socket").path
    _ = try start("/usr/bin/gtk4-broadwayd", ["--unixsocket", path, TouchScreen.name])
    return try TouchScreen(at: path)
  }
}
