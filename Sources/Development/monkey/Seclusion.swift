import Foundation
import Glibc

/// A network of one's own that leads nowhere: whatever a monkey sets, nobody outside is asked.
enum Seclusion {
  private static let mark = "VIRTUAL_TOURIST_MONKEY_IS_SECLUDED"

  /// Goes on in such a network; returns only when it is there, or cannot be had.
  ///
  /// - Returns: whether this process has no other network than the machine's own.
  static func enter() -> Bool {
    if getenv(mark) != nil { return true }
    setenv(mark, "1", 1)
    let namespace =
      getuid() == 0 ? ["--net"] : ["--user", "--map-current-user", "--keep-caps", "--net"]
    let script = "ip link set lo up && exec \"$0\" \"$@\""
    let words = ["unshare"] + namespace + ["sh", "-c", script]
    guard run(words + ["true"]) else { return false }
    let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path
    let all = words + [own] + CommandLine.arguments.dropFirst()
    var arguments = all.map { strdup($0) } + [nil]
    execvp("unshare", &arguments)
    return false
  }

  private static func run(_ words: [String]) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
