import Foundation

public final class Program {
  /// The programs that have been started and not ended by tests; only the thread of the tests
  /// changes it.
  nonisolated(unsafe) private static var all: [Int32: Program] = [:]

  private let process = Process()
  private let input = Pipe()
  private let log: URL
  /// Whether a test waits for its end, or has caused it.
  private var isEndExpected = false
  /// Whether it serves other programs, so that it must not end by itself.
  private let isService: Bool

  /// Starts a program in a folder, by default the present one.
  init(
    path: String, arguments: [String], environment: [String: String], in folder: URL? = nil,
    isService: Bool = false
  ) throws {
    self.isService = isService
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
    Program.all[id] = self
  }

  public var id: Int32 { process.processIdentifier }

  /// The ids of its processes; the one that was started is the last.
  public var processes: [Int32] { Program.descendants(of: id) + [id] }

  public var isRunning: Bool { process.isRunning }

  private static func descendants(of process: Int32) -> [Int32] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    let children = all.compactMap { Int32($0) }.filter { parent(of: $0) == process }
    return children.flatMap { descendants(of: $0) } + children
  }

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

  /// A sentence about its end if that was sudden: not awaited by a test, and with a failure as its
  /// status.
  public var suddenEnd: String? {
    guard let ending, !isEndExpected, ending != Program.ordinaryEnding || isService else {
      return nil
    }
    return sentence(about: ending)
  }

  private static let ordinaryEnding = "exit status 0"
  /// How long the effects of a program that has ended may take to become visible, such as output of
  /// another program.
  private static let afterglow = Duration.seconds(2)

  /// A sentence about a program that has ended, so that waiting is useless; after an ordinary end,
  /// only once its effects have had time to become visible.
  static func ending(while waiting: Duration) -> String? {
    if let sudden = all.values.lazy.compactMap(\.suddenEnd).first { return sudden }
    let programs = all.values.filter { !$0.isService }
    guard waiting > Program.afterglow, programs.allSatisfy({ !$0.isRunning }),
      let last = programs.last,
      let ending = last.ending
    else { return nil }
    return last.sentence(about: ending)
  }

  private var name: String { process.executableURL!.lastPathComponent }

  private func sentence(about ending: String) -> String {
    let lines = output.split(separator: "\n").suffix(12).joined(separator: "\n")
    return "\(name) has ended with \(ending):\n\(lines)"
  }

  public var output: String {
    PseudoLanguage.heard((try? String(contentsOf: log, encoding: .utf8)) ?? "")
  }

  private var maps: [Substring] {
    get throws {
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/proc/\(id)/maps"))
      return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self).split(separator: "\n")
    }
  }

  /// Whether it has loaded a library whose path contains one of some texts.
  public func hasLoaded(_ parts: String...) throws -> Bool {
    try maps.contains { line in parts.contains { line.contains($0) } }
  }

  /// Whether it executes code from anonymous memory, as OpenGL does without a graphics card.
  public var hasMadeCode: Bool {
    get throws { try maps.contains { $0.contains(/^\S+ r.xp 0+ 00:00 0 *$/) } }
  }

  /// How often each thread has gone to sleep, by its name and number.
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

  public func waitForExit(file: StaticString = #filePath, line: UInt = #line) throws -> Int32 {
    isEndExpected = true
    return try watch(for: "the end of \(name)", file: file, line: line) {
      process.isRunning ? nil : process.terminationStatus
    }
  }

  /// Kills it, as a power cut would.
  public func kill() {
    guard process.isRunning else { return }
    isEndExpected = true
    // The processes of a sandbox outlive the one that started them.
    for id in processes { Foundation.kill(id, SIGKILL) }
    process.waitUntilExit()
  }

  /// Stops it, so that it neither responds nor ends.
  public func freeze() { Foundation.kill(process.processIdentifier, SIGSTOP) }

  /// Kills it and deletes its output.
  func end() {
    kill()
    Program.all[id] = nil
    try? FileManager.default.removeItem(at: log)
  }
}
