public import Foundation

/// A desktop of its own, invisible: a screen, a session bus and home folders for one program.
///
/// It stands in for a person's desk in tests, measurements and screenshots.
public final class Desk {
  /// The screen.
  public let screen: Screen
  /// What presses keys and buttons.
  public let hands: Hands
  /// What reads the screen as a screen reader does.
  public let eyes: Eyes
  /// The folder that holds the home folders.
  public let home: URL

  private let busProcess: Process
  private let busAddress: String
  private(set) var programs: [Program] = []
  private var portals: [Portal] = []
  private var extraEnvironment: [String: String] = [:]

  /// Sets up a desk with a screen of a size in pixels.
  public init(width: Int = 1280, height: Int = 900) throws {
    home = FileManager.default.temporaryDirectory.appendingPathComponent(
      "virtual-tourist-desk-\(UUID().uuidString.prefix(8))")
    for folder in ["data", "config", "cache", "run"] {
      try FileManager.default.createDirectory(
        at: home.appendingPathComponent(folder), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    }
    try Desk.hideServices(in: home)
    screen = try Screen(width: width, height: height)
    hands = Hands(screen: screen)
    let bus = try Desk.startBus(environment: Desk.environment(home: home, screen: screen))
    (busProcess, busAddress) = bus
    eyes = try Eyes(sessionBus: busAddress)
  }

  /// Clears the desk: ends what was started and deletes the home folders.
  public func clear() {
    for program in programs { program.end() }
    for portal in portals { portal.close() }
    eyes.close()
    busProcess.terminate()
    busProcess.waitUntilExit()
    screen.close()
    try? FileManager.default.removeItem(at: home)
  }

  /// Starts a program on this desk.
  public func start(
    _ path: String, _ arguments: [String] = [], environment: [String: String] = [:]
  ) throws -> Program {
    let program = try Program(
      path: path, arguments: arguments, environment: self.environment.merging(environment) { $1 })
    programs.append(program)
    return program
  }

  /// Starts a portal on this desk's bus.
  public func startPortal(answering answer: Portal.Answer = .agreed) throws -> Portal {
    let portal = try Portal(bus: busAddress, answer: answer)
    portals.append(portal)
    return portal
  }

  /// What programs at this desk find around them.
  var environment: [String: String] {
    var variables = Desk.environment(home: home, screen: screen)
    variables["DBUS_SESSION_BUS_ADDRESS"] = busAddress
    return variables
  }

  private static func environment(home: URL, screen: Screen) -> [String: String] {
    var variables = ProcessInfo.processInfo.environment
    for name in ["WAYLAND_DISPLAY", "LANGUAGE", "VIRTUAL_TOURIST_FLICKR_KEY"] {
      variables[name] = nil
    }
    variables["DISPLAY"] = screen.name
    variables["LC_ALL"] = "C.UTF-8"
    variables["HOME"] = home.path
    variables["XDG_DATA_HOME"] = home.appendingPathComponent("data").path
    variables["XDG_CONFIG_HOME"] = home.appendingPathComponent("config").path
    variables["XDG_CACHE_HOME"] = home.appendingPathComponent("cache").path
    variables["XDG_RUNTIME_DIR"] = home.appendingPathComponent("run").path
    variables["GDK_BACKEND"] = "x11"
    variables["GTK_A11Y"] = "atspi"
    variables["GSETTINGS_BACKEND"] = "keyfile"
    variables["GIO_USE_PROXY_RESOLVER"] = "dummy"
    variables["GTK_USE_PORTAL"] = "0"
    return variables
  }

  /// Keeps the bus from starting services of the machine: there are those alone that a test starts.
  private static func hideServices(in home: URL) throws {
    let folder = home.appendingPathComponent("data/dbus-1/services")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in [keyring, Portal.name] {
      try "[D-BUS Service]\nName=\(name)\nExec=/bin/false\n".write(
        to: folder.appendingPathComponent("\(name).service"), atomically: true, encoding: .utf8)
    }
  }

  private static func startBus(environment: [String: String]) throws -> (Process, String) {
    let bus = Process()
    let output = Pipe()
    bus.executableURL = URL(fileURLWithPath: "/usr/bin/dbus-daemon")
    bus.arguments = ["--session", "--nofork", "--print-address"]
    bus.environment = environment
    bus.standardOutput = output
    // It tells of every service that it is kept from starting.
    bus.standardError = FileHandle.nullDevice
    try bus.run()
    return (bus, try output.fileHandleForReading.readLine())
  }
}

/// What went wrong at the desk.
public struct DeskError: Error, CustomStringConvertible {
  /// The sentence.
  public let description: String
  /// Says it.
  public init(_ description: String) { self.description = description }
}

/// Waits until `condition` gives something, looking again and again.
@discardableResult
public func watch<Value>(
  for what: String, seconds: Double = 15, _ condition: () throws -> Value?
) throws -> Value {
  let end = Date(timeIntervalSinceNow: seconds)
  while true {
    if let value = try condition() { return value }
    guard Date() < end else { throw DeskError("waited in vain for \(what)") }
    usleep(Desk.glance)
  }
}

extension Desk {
  /// How long to look away between two looks, in microseconds.
  static let glance: UInt32 = 20_000
}

extension FileHandle {
  /// Reads up to the end of a line.
  func readLine() throws -> String {
    var line: [UInt8] = []
    while let byte = try read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") { line.append(byte) }
    return String(decoding: line, as: UTF8.self)
  }
}
