public import Foundation

/// The staged program at a desk, with the services on this machine that it may talk to.
public final class TouristAtDesk {
  /// The desk.
  public let desk: Desk
  /// The services.
  public let services: Services

  /// The folder of the library.
  public var libraryFolder: URL { desk.home.appendingPathComponent("data/virtual-tourist") }
  /// The library's file.
  public var library: URL { libraryFolder.appendingPathComponent("library.sqlite") }
  /// The file of the settings.
  public var settingsFile: URL {
    desk.home.appendingPathComponent("config/glib-2.0/settings/keyfile")
  }

  /// Sets up a desk with its services, for the staged program; nothing is started yet.
  public init(width: Int = 1280, height: Int = 900) throws {
    desk = try Desk(width: width, height: height)
    do {
      services = try Services(environment: desk.environment)
    } catch {
      // Nobody has the desk yet who could clear it.
      desk.clear()
      throw error
    }
    try writeSettings([:])
  }

  /// Clears the desk.
  public func clear() {
    desk.clear()
    services.end()
  }

  /// Writes the settings as the program would, in GVariant's text form.
  ///
  /// Tiles and photos come from the services; albums are filled when they are opened.
  public func writeSettings(_ values: [String: String]) throws {
    var all = [
      "tile-source": "'custom'", "tile-url": "'\(services.address)/tiles/{z}/{x}/{y}.png'",
      "commons-endpoint": "'\(services.commons())'",
      "flickr-endpoint": "'\(services.flickr())'", "prefetch": "false",
    ]
    all.merge(values) { $1 }
    let lines = all.map { "\($0.key)=\($0.value)\n" }.sorted().joined()
    try FileManager.default.createDirectory(
      at: settingsFile.deletingLastPathComponent(), withIntermediateDirectories: true)
    try "[io/github/virtualtourist/VirtualTourist]\n\(lines)".write(
      to: settingsFile, atomically: true, encoding: .utf8)
  }

  /// Puts the services' tiles out of order, or in order again.
  public func switchTiles(on: Bool) { services.ask("/switch/\(on ? "on" : "off")") }

  /// Starts the program.
  public func start(_ arguments: [String] = [], environment: [String: String] = [:]) throws
    -> Program
  {
    try desk.start(TouristAtDesk.stagedProgram.path, arguments, environment: environment)
  }

  /// The program as `make stage` installs it.
  public static var stagedProgram: URL {
    let stage =
      ProcessInfo.processInfo.environment["VIRTUAL_TOURIST_STAGE"]
      ?? projectFolder.appendingPathComponent(".build/stage").path
    return URL(fileURLWithPath: stage).appendingPathComponent("bin/virtual-tourist")
  }

  /// The program's data as `make stage` installs it.
  public static var stagedData: URL {
    stagedProgram.deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("share/virtual-tourist")
  }

  /// A development program that was built along with the one that is running.
  public static func builtProgram(_ name: String) -> URL {
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent(name)
  }

  private static var projectFolder: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
  }
}
