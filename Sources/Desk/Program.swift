import Foundation

/// A program that runs on a desk.
public final class Program {
  private let process = Process()
  private let input = Pipe()
  private let log: URL

  init(path: String, arguments: [String], environment: [String: String]) throws {
    log = FileManager.default.temporaryDirectory.appendingPathComponent(
      "virtual-tourist-log-\(UUID().uuidString.prefix(8))")
    _ = FileManager.default.createFile(atPath: log.path, contents: nil)
    let output = try FileHandle(forWritingTo: log)
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = environment
    process.standardInput = input
    process.standardOutput = output
    process.standardError = output
    try process.run()
  }

  /// The process's number.
  public var id: Int32 { process.processIdentifier }

  /// Tells whether it has yet to end.
  public var isRunning: Bool { process.isRunning }

  /// What it printed so far.
  public var output: String { (try? String(contentsOf: log, encoding: .utf8)) ?? "" }

  /// Waits for its end and returns its exit status.
  public func waitForExit() throws -> Int32 {
    try watch(for: "the end of \(process.executableURL!.lastPathComponent)") {
      process.isRunning ? nil : process.terminationStatus
    }
  }

  /// Ends it without warning, as a power cut does.
  public func kill() {
    guard process.isRunning else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Stops it, so that it answers nothing and does not end either.
  public func freeze() { Foundation.kill(process.processIdentifier, SIGSTOP) }

  /// Ends it and forgets what it printed.
  func end() {
    kill()
    try? FileManager.default.removeItem(at: log)
  }
}
