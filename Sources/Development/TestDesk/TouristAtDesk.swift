public import Foundation

/// The staged program on a desk, with the sandbox services.
public final class TouristAtDesk {
  public let desk: Desk
  public let services: Services

  public var libraryFolder: URL { desk.home.appendingPathComponent("data/virtual-tourist") }
  public var library: URL { libraryFolder.appendingPathComponent("library.sqlite") }
  public var settingsFile: URL {
    desk.home.appendingPathComponent("config/glib-2.0/settings/keyfile")
  }

  /// Makes a desk with services; the program is not started yet.
  public init(width: Int = 1280, height: Int = 900) throws {
    desk = try Desk(width: width, height: height)
    do {
      services = try Services(environment: desk.environment)
    } catch {
      // The caller gets no desk that it could clear.
      desk.clear()
      throw error
    }
    try writeSettings([:])
  }

  public func clear() {
    desk.clear()
    services.end()
  }

  /// Writes settings in GVariant's text form.
  ///
  /// By default, tiles, photos and articles come from the services, albums are filled when they are
  /// opened and take the whole window, and explanations count as given.
  public func writeSettings(_ values: [String: String]) throws {
    var all = [
      "tile-source": "'custom'", "tile-url": "'\(services.address)/tiles/{z}/{x}/{y}.png'",
      "gibs-endpoint": "'\(services.address)/gibs'",
      "eox-endpoint": "'\(services.address)/eox'",
      "commons-endpoint": "'\(services.commons())'",
      "wikipedia-endpoint": "'\(services.wikipedia())'",
      "wikivoyage-endpoint": "'\(services.wikivoyage())'",
      "wikidata-endpoint": "'\(services.wikidata())'",
      "flickr-endpoint": "'\(services.flickr())'",
      "panoramax-endpoint": "'\(services.panoramax())'", "prefetch": "false",
      "place-panel": "false", "click-explained": "true", "favorite-explained": "true",
    ]
    all.merge(values) { $1 }
    let lines = all.map { "\($0.key)=\($0.value)\n" }.sorted().joined()
    try FileManager.default.createDirectory(
      at: settingsFile.deletingLastPathComponent(), withIntermediateDirectories: true)
    try "[io/github/virtualtourist/VirtualTourist]\n\(lines)".write(
      to: settingsFile, atomically: true, encoding: .utf8)
  }

  /// Has the next start begin at the map, whatever the window has shown last.
  public func forgetPage() throws {
    let text = (try? String(contentsOf: settingsFile, encoding: .utf8)) ?? ""
    let lines = text.components(separatedBy: "\n")
    let others = lines.filter { !$0.hasPrefix("album-shown=") }
    guard others.count < lines.count else { return }
    try others.joined(separator: "\n").write(to: settingsFile, atomically: true, encoding: .utf8)
  }

  /// Switches the tiles of the services off or on.
  public func switchTiles(on: Bool) { services.ask("/switch/\(on ? "on" : "off")") }

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

  /// The path of a development program in the folder of the running one.
  public static func builtProgram(_ name: String) -> URL {
    URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent(name)
  }

  /// The checkout that the tests were built from.
  public static let projectFolder = URL(
    fileURLWithPath: #filePath.split(separator: "/").dropLast(4).reduce("") { "\($0)/\($1)" })
}
