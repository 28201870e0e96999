import CGLib
import Dispatch
// There is no public way yet to say where tasks run.
@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency

/// Runs the tasks of no actor on threads of its own, one for each processor.
///
/// Swift would use libdispatch, which on Linux checks once a second whether its threads are
/// blocked, even after all of them have ended.
final class TaskThreads: TaskExecutor, SchedulingExecutor {
  private nonisolated(unsafe) let threads: UnsafeMutablePointer<GThreadPool>
  /// A serial queue, whose threads libdispatch does not check.
  private let clock = DispatchQueue(label: "virtual-tourist.clock")

  /// Makes Swift use these threads for tasks from now on.
  static func adoptTasks() { _createExecutors(factory: Executors.self) }

  private init() {
    threads = g_thread_pool_new(
      { job, _ in
        // The default executor of tasks without an actor.
        let nobody = unsafeBitCast((0, 0), to: UnownedSerialExecutor.self)
        let waiting = Unmanaged<Box<UnownedJob>>.fromOpaque(job!).takeRetainedValue()
        waiting.value.runSynchronously(on: nobody)
      }, nil, gint(g_get_num_processors()), 1, nil)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let waiting = Box(UnownedJob(job))
    g_thread_pool_push(threads, Unmanaged.passRetained(waiting).toOpaque(), nil)
  }

  /// Enqueues a job for later; clocks stop while the machine sleeps.
  func enqueue<Time: Clock>(
    _ job: consuming ExecutorJob, at instant: Time.Instant, tolerance: Time.Duration?, clock: Time
  ) {
    let job = UnownedJob(job)
    let (seconds, attoseconds) = (clock.now.duration(to: instant) as! Duration).components
    self.clock.asyncAfter(
      deadline: .now() + Double(seconds) + Double(attoseconds) / 1e18
    ) { self.enqueue(job) }
  }

  private enum Executors: ExecutorFactory {
    static var mainExecutor: any MainExecutor { PlatformExecutorFactory.mainExecutor }
    static let defaultExecutor: any TaskExecutor = TaskThreads()
  }
}
