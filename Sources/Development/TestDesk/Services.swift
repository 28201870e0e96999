import CGLib
import CSoup
public import Foundation

/// The sandbox services, which imitate the real ones on this machine.
public final class Services {
  public let address: String
  private let program: Program
  public convenience init() throws {
    try self.init(environment: ProcessInfo.processInfo.environment)
  }

  init(environment: [String: String]) throws {
    let path = TouristAtDesk.builtProgram("sandbox-services").path
    let running = try Program(path: path, arguments: [], environment: environment, isService: true)
    program = running
    address = try watch(for: "the services") {
      running.output.contains("\n")
        ? running.output.split(separator: "\n").first.map(String.init) : nil
    }
  }

  public func end() { program.end() }

  /// The requests so far, each with status, path and user agent.
  public var requests: [String] {
    program.output.split(separator: "\n").dropFirst().map(String.init)
  }

  /// The API address of Wikimedia Commons, with options such as `count=12,delay=50`.
  public func commons(_ options: String = "-") -> String {
    "\(address)/commons/\(options)/api.php"
  }

  /// The API address of Wikipedia, with options.
  public func wikipedia(_ options: String = "-") -> String {
    "\(address)/wikipedia/\(options)/api.php"
  }

  /// The API address of Wikivoyage, with options.
  public func wikivoyage(_ options: String = "-") -> String {
    "\(address)/wikivoyage/\(options)/api.php"
  }

  /// The API address of Wikidata, with options.
  public func wikidata(_ options: String = "-") -> String {
    "\(address)/wikidata/\(options)/api.php"
  }

  /// The API address of Flickr, with options; its key is `sandbox-key`.
  public func flickr(_ options: String = "-") -> String { "\(address)/flickr/\(options)/rest/" }

  /// The API address of Panoramax, with options.
  public func panoramax(_ options: String = "-") -> String { "\(address)/panoramax/\(options)" }

  /// Requests a path, such as `/control/hold`, and waits for the answer.
  ///
  /// Traps if the path does not exist, because a test would pass without the condition that it
  /// sets.
  @discardableResult
  public func ask(_ path: String) -> Data {
    let session = soup_session_new()!
    let message = soup_message_new("GET", address + path)!
    defer {
      g_object_unref(UnsafeMutableRawPointer(message))
      g_object_unref(session)
    }
    soup_session_set_proxy_resolver(session, nil)
    let answer = soup_session_send_and_read(session, message, nil, nil)
    defer { g_bytes_unref(answer) }
    let status = soup_message_get_status(message).rawValue
    var size: gsize = 0
    let body = g_bytes_get_data(answer, &size).map { Data(bytes: $0, count: Int(size)) } ?? Data()
    precondition(status == 200, "the services answer \(status) to \(path)")
    return body
  }
}
