public import Foundation
import FoundationNetworking

/// The services on this machine that speak as the real ones do.
public final class Services {
  /// Their address.
  public let address: String
  private let program: Program

  /// Starts them.
  public convenience init() throws {
    try self.init(environment: ProcessInfo.processInfo.environment)
  }

  init(environment: [String: String]) throws {
    let path = TouristAtDesk.builtProgram("sandbox-services").path
    let running = try Program(path: path, arguments: [], environment: environment)
    program = running
    address = try watch(for: "the services") {
      running.output.contains("\n")
        ? running.output.split(separator: "\n").first.map(String.init) : nil
    }
  }

  /// Ends them.
  public func end() { program.end() }

  /// What they were asked: the status, the path and the name of the one who asked, of each request.
  public var requests: [String] {
    program.output.split(separator: "\n").dropFirst().map(String.init)
  }

  /// Where Wikimedia Commons is asked, of a kind that options such as `count=12,delay=50` describe.
  public func commons(_ options: String = "-") -> String {
    "\(address)/commons/\(options)/api.php"
  }

  /// Where Flickr is asked, of a kind that the options describe; its key is `sandbox-key`.
  public func flickr(_ options: String = "-") -> String { "\(address)/flickr/\(options)/rest/" }

  /// Asks for what is at a path, such as `/control/hold`, and waits for the answer.
  ///
  /// It traps if there is no such path: a test that controls nothing would pass for no reason.
  @discardableResult
  public func ask(_ path: String) -> Data {
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var (status, body) = (0, Data())
    URLSession.shared.dataTask(with: URL(string: address + path)!) { data, response, _ in
      status = (response as? HTTPURLResponse)?.statusCode ?? 0
      body = data ?? Data()
      done.signal()
    }.resume()
    done.wait()
    precondition(status == 200, "the services answer \(status) to \(path)")
    return body
  }
}
