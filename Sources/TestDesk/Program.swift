import Foundation

/// A program that runs on a desk.
public final class Program {
  private let process = Process()
  private let input = Pipe()
  private let log: URL

  /// Starts it in a folder, or in the present one.
  init(
    path: String, arguments: [String], environment: [String: String], in folder: URL? = nil
  ) throws {
    log = FileManager.default.temporaryDirectory.appendingPathComponent(
      "virtual-tourist-log-\(UUID().uuidString.prefix(8))")
    _ = FileManager.default.createFile(atPath: log.path, contents: nil)
    let output = try FileHandle(forWritingTo: log)
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = environment
    if let folder { process.currentDirectoryURL = folder }
    process.standardInput = input
    process.standardOutput = output
    process.standardError = output
    try process.run()
  }

  /// The process id.
  public var id: Int32 { process.processIdentifier }

  /// Its processes, of which the last is the first that was started.
  public var processes: [Int32] { Program.descendants(of: id) + [id] }

  public var isRunning: Bool { process.isRunning }

  private static func descendants(of process: Int32) -> [Int32] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    let children = all.compactMap { Int32($0) }.filter { parent(of: $0) == process }
    return children.flatMap { descendants(of: $0) } + children
  }

  /// The process that started another one.
  private static func parent(of process: Int32) -> Int32? {
    let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    return status?.firstMatch(of: /PPid:\t(\d+)/).flatMap { Int32($0.1) }
  }

  /// How it ended, in words; nil while it runs.
  public var ending: String? {
    guard !process.isRunning else { return nil }
    let how = process.terminationReason == .exit ? "exit status" : "signal"
    return "\(how) \(process.terminationStatus)"
  }

  /// What it has printed.
  public var output: String { (try? String(contentsOf: log, encoding: .utf8)) ?? "" }

  /// How often each thread, by name and number, has gone to sleep.
  public var sleeps: [String: Int] {
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

  public func waitForExit() throws -> Int32 {
    try watch(for: "the end of \(process.executableURL!.lastPathComponent)") {
      process.isRunning ? nil : process.terminationStatus
    }
  }

  /// Kills it, as a power cut does.
  public func kill() {
    guard process.isRunning else { return }
    // What a sandbox consists of outlasts the process that made it.
    for id in processes { Foundation.kill(id, SIGKILL) }
    process.waitUntilExit()
  }

  /// Stops it, so that it neither answers nor ends.
  public func freeze() { Foundation.kill(process.processIdentifier, SIGSTOP) }

  /// Kills it and deletes its output.
  func end() {
    kill()
    try? FileManager.default.removeItem(at: log)
  }
}
