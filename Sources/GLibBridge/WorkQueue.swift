import Dispatch

/// Threads for work that waits for the disk or computes for long.
///
/// Swift's own threads are as few as the machine's cores, and are not to be kept waiting.
public final class WorkQueue: Sendable {
  /// The one that all use: who uses it bounds how much of it.
  public static let shared = WorkQueue()

  private let queue = DispatchQueue(
    label: "virtual-tourist.work", qos: .utility, attributes: .concurrent)

  /// Does some work and hands over what it makes.
  public func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: work()) }
    }
  }
}
