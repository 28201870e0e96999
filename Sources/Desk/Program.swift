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

  /// How it ended, as people say it; nil while it runs.
  public var ending: String? {
    guard !process.isRunning else { return nil }
    let how = process.terminationReason == .exit ? "exit status" : "signal"
    return "\(how) \(process.terminationStatus)"
  }

  /// What it printed so far.
  public var output: String { (try? String(contentsOf: log, encoding: .utf8)) ?? "" }

  /// How often each of its threads is woken in a second, on average over some seconds from now on;
  /// those that sleep on are left out.
  public func wakeups(duringSeconds seconds: Double) throws -> [String: Double] {
    let before = try sleeps
    usleep(UInt32(seconds * 1_000_000))
    // Threads that end take their numbers with them, and new ones begin at none.
    return try sleeps.reduce(into: [:]) {
      let woken = $1.value - before[$1.key, default: 0]
      if woken > 0 { $0[$1.key] = Double(woken) / seconds }
    }
  }

  /// How often each of its threads, by name and number, has gone to sleep so far.
  private var sleeps: [String: Int] {
    get throws {
      let threads = "/proc/\(id)/task"
      return try FileManager.default.contentsOfDirectory(atPath: threads).reduce(into: [:]) {
        let status = try? String(contentsOfFile: "\(threads)/\($1)/status", encoding: .utf8)
        let lines = (status ?? "").split(separator: "\n").map { $0.split(separator: "\t") }
        guard let name = lines.first?.last,
          let line = lines.first(where: { $0.first?.hasPrefix("voluntary_ctxt") == true }),
          let count = line.last.flatMap({ Int($0) })
        else { return }
        $0["\(name) \($1)"] = count
      }
    }
  }

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
