import CGLib
public import Dispatch
import Glibc

/// Threads for work that blocks on the disk or computes for long.
///
/// Swift's own tasks have only one thread per core, which must not be blocked. A concurrent queue
/// of libdispatch would wake the program every second.
public final class WorkQueue: Sendable {
  /// The shared queue; callers bound how much they run at once.
  public static let shared = WorkQueue()

  private nonisolated(unsafe) let threads: UnsafeMutablePointer<GThreadPool>

  /// The number of threads: twice that of the cores, because much of the work waits for the disk.
  private static let width = 2 * Int32(g_get_num_processors())
  /// The nice value of the threads, so that the window's thread comes first.
  private static let niceness: Int32 = 2

  private init() {
    threads = g_thread_pool_new(
      { work, _ in
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, WorkQueue.niceness)
        Unmanaged<Work>.fromOpaque(work!).takeRetainedValue().call()
      }, nil, WorkQueue.width, 1, nil)
  }

  public func run<Value, Failure: Error>(
    _ work: @escaping @Sendable () throws(Failure) -> sending Value
  ) async throws(Failure) -> sending Value {
    try await awaitOutcome(of: work) { [threads] in
      g_thread_pool_push(threads, Unmanaged.passRetained(Work(call: $0)).toOpaque(), nil)
    }
  }

  private final class Work {
    let call: @Sendable () -> Void
    init(call: @escaping @Sendable () -> Void) { self.call = call }
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
    try await awaitOutcome(of: work) { [queue] in queue.async(execute: $0) }
  }
}

/// Waits for the outcome of work that `start` passes to a thread.
private func awaitOutcome<Value, Failure: Error>(
  of work: @escaping @Sendable () throws(Failure) -> sending Value,
  _ start: (@escaping @Sendable () -> Void) -> Void
) async throws(Failure) -> sending Value {
  let outcome: Handover<Value, Failure> = await withCheckedContinuation { continuation in
    start {
      continuation.resume(returning: Handover(result: Result { () throws(Failure) in try work() }))
    }
  }
  return try outcome.result.get()
}

/// Moves a value that is not `Sendable` from one thread to another.
private struct Handover<Value, Failure: Error>: @unchecked Sendable {
  let result: Result<Value, Failure>
}
