import Foundation

/// What this process takes of the system.
public struct Footprint: CustomStringConvertible, Sendable {
  private var descriptors: Int
  private var threads: Int
  private var kilobytes: Int

  /// How many descriptors may be added: what is used for the first time, such as another kind of clock,
  /// can have one for good.
  private static let moreDescriptors = 2
  /// How many threads may be added: pools of GLib, Dispatch and Swift keep some that have nothing to do,
  /// and make more of them the busier the machine is.
  private static let moreThreads = 4
  /// How much memory may be added, in kB: what is freed in pieces between others is not given back.
  private static let moreKilobytes = 8 << 10
  /// Of much memory, this part of it may be added.
  private static let share = 50

  /// Looks at it now; what was freed counts until `malloc_trim` gives it back.
  public init() {
    descriptors = Footprint.count("fd")
    threads = Footprint.count("task")
    // Without what is mapped of files.
    kilobytes = memory("RssAnon")
  }

  private static func count(_ folder: String) -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(folder)").count) ?? 0
  }

  /// The least of each that this one has, and another look at it.
  public func least(_ other: Footprint) -> Footprint {
    var least = self
    least.descriptors = min(descriptors, other.descriptors)
    least.threads = min(threads, other.threads)
    least.kilobytes = min(kilobytes, other.kilobytes)
    return least
  }

  /// Whether it is no more than an earlier one, but for what comes and goes by itself.
  public func isWithin(_ earlier: Footprint) -> Bool {
    let most = max(earlier.kilobytes / Footprint.share, Footprint.moreKilobytes)
    return descriptors <= earlier.descriptors + Footprint.moreDescriptors
      && threads <= earlier.threads + Footprint.moreThreads
      && kilobytes <= earlier.kilobytes + most
  }

  public var description: String {
    "\(descriptors) descriptors, \(threads) threads, \(kilobytes) kB"
  }
}

/// A line of a process's status, in kB.
public func memory(_ name: String, of process: String = "self") -> Int {
  let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
  let line = status.split(separator: "\n").first { $0.hasPrefix("\(name):") } ?? ""
  return line.split(separator: " ").compactMap { Int($0) }.first ?? 0
}
