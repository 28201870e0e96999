public import Foundation

/// An isolated, invisible desktop: a screen, a session bus and home folders.
///
/// Tests, measurements and screenshots run programs on it.
public final class Desk {
  public let screen: any Screen
  /// Sends input from keyboard and pointer.
  public let hands: Hands
  /// Reads the screen through the accessibility bus.
  public let eyes: Eyes
  public let notifications: Notifications
  /// The folder that contains the home folders.
  public let home: URL

  private let busProcess: Process
  private let busAddress: String
  private(set) var programs: [Program] = []
  private var portals: [Portal] = []
  private var extraEnvironment: [String: String] = [:]

  /// Makes a desk with a screen of a size in pixels.
  public init(width: Int = 1280, height: Int = 900) throws {
    home = FileManager.default.temporaryDirectory.appendingPathComponent(
      "virtual-tourist-desk-\(UUID().uuidString.prefix(8))")
    for folder in ["data", "config", "cache", "run"] {
      let place = home.appendingPathComponent(folder)
      let isSandboxed = Desk.sandbox != nil && folder != "run"
      let folder =
        isSandboxed ? home.appendingPathComponent(".var/app/\(Desk.sandbox!)/\(folder)") : place
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      if isSandboxed {
        try FileManager.default.createSymbolicLink(at: place, withDestinationURL: folder)
      }
    }
    try Desk.hideServices(in: home)
    screen =
      try Desk.isWayland
      ? WaylandScreen(width: width, height: height, home: home)
      : XScreen(width: width, height: height)
    hands = Hands(screen: screen)
    let bus = try Desk.startBus(environment: Desk.environment(home: home, screen: screen))
    (busProcess, busAddress) = bus
    eyes = try Eyes(sessionBus: busAddress, border: screen.windowBorder)
    notifications = try Notifications(bus: busAddress)
  }

  /// The id of the Flatpak that programs are started from; its folders have other places in the
  /// home.
  public static var sandbox: String? {
    ProcessInfo.processInfo.environment["VIRTUAL_TOURIST_SANDBOX"]
  }

  public static var isWayland: Bool {
    ProcessInfo.processInfo.environment["VIRTUAL_TOURIST_SESSION"] == "wayland"
  }

  /// Sentences about programs that have ended suddenly.
  public var suddenEnds: [String] { programs.compactMap(\.suddenEnd) }

  /// Ends all processes and deletes the home folders.
  public func clear() {
    for program in programs { program.end() }
    for portal in portals { portal.close() }
    notifications.close()
    eyes.close()
    busProcess.terminate()
    busProcess.waitUntilExit()
    screen.close()
    try? FileManager.default.removeItem(at: home)
  }

  public func start(
    _ path: String, _ arguments: [String] = [], environment: [String: String] = [:]
  ) throws -> Program {
    let program = try Program(
      path: path, arguments: arguments, environment: self.environment.merging(environment) { $1 },
      in: home)
    programs.append(program)
    return program
  }

  /// The calls of portals, in order.
  public var portalCalls: [String] {
    portals.flatMap { $0.calls.map { "\($0.method) \($0.path)" } }
  }

  public func startPortal(answering answer: Portal.Answer = .agreed) throws -> Portal {
    let portal = try Portal(bus: busAddress, answer: answer)
    portals.append(portal)
    return portal
  }

  public func startShell() throws -> Shell { try Shell(bus: busAddress) }

  var environment: [String: String] {
    var variables = Desk.environment(home: home, screen: screen)
    variables["DBUS_SESSION_BUS_ADDRESS"] = busAddress
    return variables
  }

  private static func environment(home: URL, screen: any Screen) -> [String: String] {
    var variables = ProcessInfo.processInfo.environment
    for name in ["DISPLAY", "WAYLAND_DISPLAY", "VIRTUAL_TOURIST_FLICKR_KEY"] {
      variables[name] = nil
    }
    variables["LANGUAGE"] = PseudoLanguage.languages
    variables["LC_ALL"] = "C.UTF-8"
    variables["HOME"] = home.path
    variables["XDG_DATA_HOME"] = home.appendingPathComponent("data").path
    variables["XDG_CONFIG_HOME"] = home.appendingPathComponent("config").path
    variables["XDG_CACHE_HOME"] = home.appendingPathComponent("cache").path
    variables["XDG_RUNTIME_DIR"] = home.appendingPathComponent("run").path
    variables["GTK_A11Y"] = "atspi"
    variables["GSETTINGS_BACKEND"] = "keyfile"
    variables["GIO_USE_PROXY_RESOLVER"] = "dummy"
    variables["GTK_USE_PORTAL"] = "0"
    return variables.merging(screen.environment) { $1 }
  }

  /// Keeps the bus from starting the machine's services; tests start their own.
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
    // The bus prints a warning for each hidden service.
    bus.standardError = FileHandle.nullDevice
    try bus.run()
    return (bus, try output.fileHandleForReading.readLine())
  }
}

extension FileHandle {
  func readLine() throws -> String {
    var line: [UInt8] = []
    while let byte = try read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") { line.append(byte) }
    return String(decoding: line, as: UTF8.self)
  }
}
