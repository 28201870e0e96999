public import Dispatch

/// Threads for work that blocks on the disk or computes for long.
///
/// Swift's own thread pool has only one thread per core, which must not be blocked.
public final class WorkQueue: Sendable {
  /// Shared by all; callers bound how much they run at once.
  public static let shared = WorkQueue()

  private let queue = DispatchQueue(
    label: "virtual-tourist.work", qos: .utility, attributes: .concurrent)

  public func run<Value, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> sending Value
  ) async throws(Failure) -> sending Value {
    try await queue.run(work)
  }
}

/// A serial executor for blocking work, such as an actor's.
public final class WorkThread: SerialExecutor {
  private let queue: DispatchQueue

  public init(_ name: String, _ urgency: DispatchQoS) {
    queue = DispatchQueue(label: "virtual-tourist.\(name)", qos: urgency)
  }

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  public func run<Value, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> sending Value
  ) async throws(Failure) -> sending Value {
    try await queue.run(work)
  }
}

extension DispatchQueue {
  fileprivate func run<Value, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> sending Value
  ) async throws(Failure) -> sending Value {
    let outcome: Handover<Value, Failure> = await withCheckedContinuation { continuation in
      async {
        continuation.resume(returning: Handover(Result { () throws(Failure) in try work() }))
      }
    }
    return try outcome.result.get()
  }
}

/// Moves a value that is not `Sendable` from one thread to another.
private struct Handover<Value, Failure: Error>: @unchecked Sendable {
  let result: Result<Value, Failure>
  init(_ result: Result<Value, Failure>) { self.result = result }
}
