public import Dispatch

/// Threads for work that waits for the disk or computes for long.
///
/// Swift's own threads are as few as the machine's cores, and are not to be kept waiting.
public final class WorkQueue: Sendable {
  /// The one that all use: who uses it bounds how much of it.
  public static let shared = WorkQueue()

  private let queue = DispatchQueue(
    label: "virtual-tourist.work", qos: .utility, attributes: .concurrent)

  /// Does some work and hands over what it makes.
  public func run<Value, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> sending Value
  ) async throws(Failure) -> sending Value {
    try await queue.run(work)
  }
}

/// A thread for work that is done piece by piece, such as an actor's.
public final class WorkThread: SerialExecutor {
  private let queue: DispatchQueue

  /// Makes a thread of a name; one for the background steps back behind all others.
  public init(_ name: String, _ urgency: DispatchQoS) {
    queue = DispatchQueue(label: "virtual-tourist.\(name)", qos: urgency)
  }

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  /// Does some work on this thread and hands over what it makes.
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

/// A value on its way from one thread to another, used by one of them at a time.
private struct Handover<Value, Failure: Error>: @unchecked Sendable {
  let result: Result<Value, Failure>
  init(_ result: Result<Value, Failure>) { self.result = result }
}
